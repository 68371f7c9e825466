import { afterEach, describe, expect, it } from '@jest/globals';
import { startFederation, type Federation } from '../support/start-federation.js';

type Key = 'eu' | 'us' | 'ap';

const list = '/api/errors';
const audit = 'http://audit.example:44444/:timeout';

let federation: Federation<Key>;

afterEach(() => federation.stop());

async function start(settings: object): Promise<Federation<Key>> {
  federation = await startFederation(['eu', 'us', 'ap'], {
    settings: { federation: { probeInterval: '1h', microCache: '0s', ...settings } },
    entries: { us: { name: 'Boston, MA: main' } },
  });
  return federation;
}

async function missing(): Promise<unknown> {
  return (await federation.gateway.get(list)).headers['x-particular-incomplete-results'];
}

describe('a member that is missing', () => {
  it.each<[object, (us: Federation<Key>['members']['us']) => string]>([
    [{}, (us) => us.url],
    [{ nameMembersBy: 'url' }, (us) => us.url],
    [{ nameMembersBy: 'key' }, () => 'us'],
    [{ nameMembersBy: 'name' }, () => 'Boston  MA  main'],
  ])('is named as %j says, so that the entries can still be told apart', async (settings, nameOf) => {
    const { members } = await start(settings);
    await members.us.stop();

    expect(await missing()).toBe(`${nameOf(members.us)}:unavailable`);
  });
});

describe('what members say of their own audit instances', () => {
  it('stands behind the missing members, unchanged and once', async () => {
    const { members } = await start({ nameMembersBy: 'key' });
    for (const fake of [members.eu, members.ap]) {
      fake.faults.add({ kind: 'header', name: 'X-Particular-Incomplete-Results', values: [audit] });
    }
    const whole = await missing();
    await members.us.stop();

    expect([whole, await missing()]).toEqual([audit, `us:unavailable, ${audit}`]);
  });
});

describe('the time each member took', () => {
  it('is told with its status or its reason, in member order, unless that is switched off', async () => {
    const { gateway, members } = await start({ memberTimeout: '200ms' });
    await members.us.stop();
    members.ap.faults.add({ kind: 'never-answer' }, { path: list });
    const told = (await gateway.get(list)).headers['server-timing'];
    await federation.stop();
    await start({ serverTiming: false });

    const untold = (await federation.gateway.get(list)).headers['server-timing'];

    expect(told).toMatch(
      /^eu;dur=[\d.]+;desc="200", us;dur=[\d.]+;desc="unavailable", ap;dur=[\d.]+;desc="timeout", merge;dur=[\d.]+$/,
    );
    expect(untold).toBeUndefined();
  });
});
