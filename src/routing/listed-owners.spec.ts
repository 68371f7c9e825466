import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readDocument, type JsonRow } from '../json-text/json-row.js';
import type { GatewaySettings } from '../settings/gateway-settings.js';
import { ListedOwners, type ListedRecord } from './listed-owners.js';
import { OwnerCache } from './owner-cache.js';

const failed: ListedRecord = { kind: 'failed-message', id: (row) => row.text('id') };
const finished: ListedRecord = {
  kind: 'finished',
  id: (row) => (row.boolean('done') === true ? row.text('id') : undefined),
};

let cache: OwnerCache;
let owners: ListedOwners;

beforeEach(() => {
  cache = new OwnerCache({ federation: { ownerCacheMaxIds: 100, ownerCacheTtl: 3_600_000 } } as GatewaySettings);
  owners = new ListedOwners(cache);
});

/** One member's list: `of('eu', '1', '2')`. */
function of(memberKey: string, ...ids: readonly string[]): { memberKey: string; rows: readonly JsonRow[] } {
  return { memberKey, rows: ids.map((id) => rowOf({ id })) };
}

function rowOf(fields: object): JsonRow {
  return readDocument(Buffer.from(JSON.stringify(fields)));
}

const known = (kind: string, ...ids: readonly string[]): unknown => ids.map((id) => cache.find(kind, id));

describe('lists that pass through', () => {
  it('tell which member showed which id', () => {
    owners.remember(failed, [of('eu', '1', '2'), of('us', '3')]);
    expect(known('failed-message', '1', '2', '3', '4')).toEqual([['eu'], ['eu'], ['us'], undefined]);
  });

  it('name the first member by order as the one an id was listed from', () => {
    owners.remember(failed, [of('eu', '1'), of('us', '1'), of('ap', '1')]);
    expect(known('failed-message', '1')).toEqual([['eu', 'us', 'ap']]);
  });

  it('add to what was known, for a page is never all', () => {
    owners.remember(failed, [of('us', '1')]);
    owners.remember(failed, [of('eu', '1'), of('us')]);
    expect(known('failed-message', '1')).toEqual([['eu', 'us']]);
  });

  it('tell nothing where no record is listed, nor of rows that name none', () => {
    owners.remember(undefined, [of('eu', '1')]);
    owners.remember(failed, [{ memberKey: 'eu', rows: [rowOf({ name: 'x' }), rowOf({ id: 5 })] }]);
    expect(cache.size).toBe(0);
  });

  it('tell of a single row alike', () => {
    owners.rememberRow(failed, 'eu', rowOf({ id: '1' }));
    owners.rememberRow(failed, 'eu', rowOf({}));
    owners.rememberRow(undefined, 'eu', rowOf({ id: '2' }));
    expect([known('failed-message', '1', '2'), cache.size]).toEqual([[['eu'], undefined], 1]);
  });
});

describe('a complete finding', () => {
  it('replaces what was known', () => {
    owners.remember(failed, [of('ap', '1')]);
    owners.replace([failed], [of('eu', '1'), of('us', '1', '2')]);
    expect(known('failed-message', '1', '2')).toEqual([['eu', 'us'], ['us']]);
  });

  it('has a member once that shows an id in several rows', () => {
    owners.replace([failed], [of('eu', '1', '1'), of('us', '1')]);
    expect(known('failed-message', '1')).toEqual([['eu', 'us']]);
  });

  it('finds each kind of record in the rows that show it', () => {
    const rows = [rowOf({ id: '1', done: true }), rowOf({ id: '2', done: false })];
    owners.replace([failed, finished], [{ memberKey: 'eu', rows }, of('us', '1')]);

    expect(known('failed-message', '1', '2')).toEqual([['eu', 'us'], ['eu']]);
    expect(known('finished', '1', '2')).toEqual([['eu'], undefined]);
  });

  it('is believed for half a minute, since groups leave a member by themselves', () => {
    const replaced = jest.spyOn(cache, 'replace');
    owners.replace([failed], [of('eu', '1')]);
    expect(replaced.mock.calls).toEqual([['failed-message', '1', { holders: ['eu'], ttlMs: 30_000 }]]);
  });
});
