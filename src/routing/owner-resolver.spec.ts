import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { answer, callToErrors, empty, member, missing, refusal } from '../../test/support/outcomes.js';
import { Answers } from '../fan-out/answers.js';
import type { Ask, FanOut } from '../fan-out/fan-out.js';
import type { Outcome } from '../fan-out/outcome.js';
import { EarlyReply } from '../federation/early-reply.js';
import type { FederatedCall } from '../federation/federated-call.js';
import { JsonFault } from '../json-text/json-fault.js';
import type { Member } from '../members/member.js';
import type { GatewaySettings } from '../settings/gateway-settings.js';
import { bareId, type OwnedRecord } from './owned-record.js';
import { OwnerCache } from './owner-cache.js';
import { OwnerResolver, type Ownership } from './owner-resolver.js';

const [eu, us, ap] = [member('eu'), member('us'), member('ap')];
const call = callToErrors({ method: 'PATCH' });
const settings = {
  federation: { ownerCacheMaxIds: 1000, ownerCacheTtl: 3_600_000, writeTimeout: 30_000 },
} as GatewaySettings;

const failed: OwnedRecord = { kind: 'failed-message', canonical: bareId, probePaths: (id) => [`errors/last/${id}`] };
const group: OwnedRecord = {
  kind: 'group',
  isFleeting: true,
  isShared: true,
  canonical: bareId,
  probePaths: (id) => [`groups/id/${id}`, `archive/groups/id/${id}`],
};
/** Found by looking through a list. */
const listed: OwnedRecord = {
  kind: 'listed',
  canonical: bareId,
  probePaths: () => ['list'],
  isShownBy: (body, id) => {
    if (body.toString() === 'broken') throw new JsonFault('expected a comma', 4);
    return body.toString().split(' ').includes(id);
  },
};

type Says = (asked: Member, path: string) => Outcome | Promise<Outcome>;

/** Answers existence checks as the test says, and counts them. */
class Stub implements Pick<FanOut, 'membersOf' | 'probe'> {
  readonly asked: string[] = [];
  inFlight = 0;
  most = 0;
  members: readonly Member[] = [eu, us, ap];

  constructor(readonly says: Says) {}

  membersOf(): readonly Member[] {
    return this.members;
  }

  async probe(_call: FederatedCall, { path = '', method }: Ask): Promise<Answers> {
    this.asked.push(`${method ?? ''} ${path}`);
    this.inFlight += this.members.length;
    this.most = Math.max(this.most, this.inFlight);
    const outcomes = await Promise.all(this.members.map(async (one) => this.says(one, path)));
    this.inFlight -= this.members.length;
    return new Answers({ call, nameOf: ({ key }) => key, version: undefined, tellUnusable: () => undefined }, outcomes);
  }
}

function start(says: Says) {
  const fanOut = new Stub(says);
  const cache = new OwnerCache(settings);
  return { fanOut, cache, resolver: new OwnerResolver(cache, fanOut as unknown as FanOut, settings) };
}

/** `eu=200, us=404, ap=503` is `in('200 404 503')`; `down` and `timeout` give no reply. */
function inWords(words: string, body = '{}'): Says {
  const said = words.split(' ');
  return (one) => {
    const word = said[[eu.key, us.key, ap.key].indexOf(one.key)] ?? '404';
    if (word === '200') return answer(one, body);
    if (word === '404') return empty(one);
    if (/^\d+$/.test(word)) return refusal(one, Number(word));
    return word === 'timeout' ? missing(one, 'timeout') : missing(one, 'unavailable', 'no');
  };
}

/** `eu us`, `nowhere`, `unknown: ap`, or `eu, unasked: ap`. */
function words(ownership: Ownership | undefined): string {
  if (ownership === undefined) return 'nothing';
  if (ownership.kind === 'nowhere') return 'nowhere';
  const unasked = ownership.unasked.map((absent) => absent.member.key).join(' ');
  if (ownership.kind === 'unknown') return `unknown: ${unasked}`;
  const owners = ownership.owners.map(({ key }) => key).join(' ');
  return unasked === '' ? owners : `${owners}, unasked: ${unasked}`;
}

describe('an id nobody has shown yet', () => {
  it.each([
    ['200 404 404', 'eu'],
    ['404 404 200', 'ap'],
    ['200 404 200', 'eu ap'],
    ['404 404 404', 'nowhere'],
    ['404 404 down', 'unknown: ap'],
    ['404 timeout down', 'unknown: us ap'],
    ['404 500 404', 'unknown: us'],
    ['404 403 404', 'unknown: us'],
    ['down down down', 'unknown: eu us ap'],
    ['200 down 404', 'eu'],
  ])('is, when members say %s: %s', async (said, expected) => {
    const { resolver } = start(inWords(said));
    expect(words(await resolver.resolveOne(call, failed, 'x'))).toBe(expected);
  });

  it('is asked for with GET at the path of its record', async () => {
    const { fanOut, resolver } = start(inWords('404 404 404'));
    await resolver.resolveOne(call, group, 'x');
    expect(fanOut.asked).toEqual(['GET groups/id/x', 'GET archive/groups/id/x']);
  });

  it('is refused as members refuse it when they all do so alike', async () => {
    const { resolver } = start(inWords('401 401 401'));
    await expect(resolver.resolveOne(call, failed, 'x')).rejects.toBeInstanceOf(EarlyReply);
    await expect(resolver.resolve(call, failed, ['x', 'y'])).rejects.toMatchObject({ reply: { status: 401 } });
  });

  it.each(['401 403 401', '500 500 500', '401 401 down'])(
    'is not refused but of unknown owner when they differ or fail: %s',
    async (said) => {
      const { resolver } = start(inWords(said));
      expect(words(await resolver.resolveOne(call, failed, 'x'))).toBe('unknown: eu us ap');
    },
  );
});

describe('a record that members may share', () => {
  it.each([
    ['200 404 404', 'eu'],
    ['200 down 404', 'eu, unasked: us'],
    ['200 timeout 200', 'eu ap, unasked: us'],
    ['404 down 404', 'unknown: us'],
  ])('names, when members say %s, those that could not be asked: %s', async (said, expected) => {
    const { resolver } = start(inWords(said));
    expect(words(await resolver.resolveOne(call, group, 'x'))).toBe(expected);
  });

  it('is with members that any of its paths shows, and asked even where only one path failed', async () => {
    const { resolver } = start((one, path) => {
      if (one === us) return path.startsWith('archive') ? answer(one, '{}') : missing(one, 'timeout');
      if (one === ap) return path.startsWith('archive') ? missing(one, 'timeout') : empty(one);
      return empty(one);
    });
    expect(words(await resolver.resolveOne(call, group, 'x'))).toBe('us, unasked: ap');
  });
});

describe('a record found by looking through a list', () => {
  it('is with members whose list shows it', async () => {
    const { resolver } = start((one) => answer(one, one === us ? 'a x b' : 'a b'));
    expect(words(await resolver.resolveOne(call, listed, 'x'))).toBe('us');
  });

  it('is nowhere when every list was read and none shows it', async () => {
    const { resolver } = start((one) => answer(one, 'a b'));
    expect(words(await resolver.resolveOne(call, listed, 'x'))).toBe('nowhere');
  });

  it('is of unknown owner when a list cannot be read', async () => {
    const { resolver } = start((one) => answer(one, one === ap ? 'broken' : 'a b'));
    expect(words(await resolver.resolveOne(call, listed, 'x'))).toBe('unknown: ap');
  });

  it('passes on a defect of ours', async () => {
    const { resolver } = start((one) => answer(one, 'x'));
    const defect: OwnedRecord = {
      ...listed,
      isShownBy: () => {
        throw new TypeError('x is not a function');
      },
    };
    await expect(resolver.resolveOne(call, defect, 'x')).rejects.toThrow(TypeError);
  });
});

describe('what is remembered', () => {
  it('answers the next time without asking, in any spelling of the id', async () => {
    const { fanOut, resolver } = start(inWords('404 200 200'));
    await resolver.resolveOne(call, failed, 'ABC');
    expect(words(await resolver.resolveOne(call, failed, 'FailedMessages/abc'))).toBe('us ap');
    expect(fanOut.asked).toHaveLength(1);
  });

  it.each(['404 404 404', '404 404 down', 'down down down'])('is nothing when nobody has it: %s', async (said) => {
    const { fanOut, cache, resolver } = start(inWords(said));
    await resolver.resolveOne(call, failed, 'x');
    await resolver.resolveOne(call, failed, 'x');
    expect([cache.size, fanOut.asked.length]).toEqual([0, 2]);
  });

  it('is nothing of records whose holders change by themselves', async () => {
    const { fanOut, cache, resolver } = start(inWords('200 404 404'));
    await resolver.resolveOne(call, group, 'x');
    await resolver.resolveOne(call, group, 'x');
    expect([cache.size, fanOut.asked.length]).toEqual([0, 4]);
  });

  it('comes first with the member it was last listed from', async () => {
    const { cache, resolver } = start(inWords('404 404 404'));
    cache.remember('failed-message', 'x', 'eu');
    cache.remember('failed-message', 'x', 'ap');
    expect(words(await resolver.resolveOne(call, failed, 'x'))).toBe('ap eu');
  });

  it('is used as far as its members are still there', async () => {
    const { cache, fanOut, resolver } = start(inWords('404 404 404'));
    cache.remember('failed-message', 'x', 'eu');
    cache.remember('failed-message', 'x', 'gone');
    expect(words(await resolver.resolveOne(call, failed, 'x'))).toBe('eu');
    expect(fanOut.asked).toEqual([]);
  });

  it('is not used when none of its members is there, as under one member alone', async () => {
    const { cache, fanOut, resolver } = start(inWords('404 200 404'));
    cache.remember('failed-message', 'x', 'eu');
    fanOut.members = [us];
    expect(words(await resolver.resolveOne(call, failed, 'x'))).toBe('us');
  });
});

describe('a list of ids', () => {
  it('has each id where it is, asking only for those not known', async () => {
    const { cache, fanOut, resolver } = start((one, path) => {
      if (path.endsWith('b') && one === us) return answer(one, '{}');
      return path.endsWith('d') && one === ap ? missing(one, 'timeout') : empty(one);
    });
    cache.remember('failed-message', 'a', 'eu');

    const found = await resolver.resolve(call, failed, ['a', 'b', 'c', 'd']);

    expect(['a', 'b', 'c', 'd'].map((id) => words(found.get(id)))).toEqual(['eu', 'us', 'nowhere', 'unknown: ap']);
    expect(fanOut.asked).toEqual(['b', 'c', 'd'].map((id) => `GET errors/last/${id}`));
  });

  it('is nothing for no ids', async () => {
    const { fanOut, resolver } = start(inWords('404 404 404'));
    expect([(await resolver.resolve(call, failed, [])).size, fanOut.asked]).toEqual([0, []]);
  });

  it.each([
    ['one path', failed, 3],
    ['two paths', group, 3],
    ['one path', failed, 1],
    ['two paths', group, 1],
    ['one path', failed, 32],
  ])('has 32 checks with %s in flight at most', async (_, record, count) => {
    const { fanOut, resolver } = start(async (one) => {
      await new Promise(setImmediate);
      return empty(one);
    });
    fanOut.members = Array.from({ length: count }, (__, at) => member(`m${String(at)}`));
    const ids = Array.from({ length: 100 }, (__, at) => `id${String(at)}`);

    const found = await resolver.resolve(call, record, ids);

    expect([...new Set([...found.values()].map(words))]).toEqual(['nowhere']);
    expect(fanOut.most).toBeLessThanOrEqual(32);
    expect(fanOut.most).toBeGreaterThan(32 - count * record.probePaths('').length);
  });

  it('finds every id exactly where one by one would', async () => {
    const ids = fc.uniqueArray(fc.stringMatching(/^[a-f0-9]{1,4}$/), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(ids, fc.array(fc.constantFrom('eu', 'us', 'ap')), async (asked, known) => {
        const says: Says = (one, path) =>
          (path.length + path.charCodeAt(path.length - 1)) % 4 === [eu, us, ap].indexOf(one)
            ? answer(one, '{}')
            : empty(one);
        const together = start(says);
        const single = start(says);
        known.forEach((key, at) => {
          const id = asked[at];
          if (id === undefined) return;
          together.cache.remember('failed-message', id, key);
          single.cache.remember('failed-message', id, key);
        });
        const found = await together.resolver.resolve(call, failed, asked);
        for (const id of asked) {
          expect(words(found.get(id))).toBe(words(await single.resolver.resolveOne(call, failed, id)));
        }
      }),
      { numRuns: 50 },
    );
  });

  it('leaves the rest unknown when the time for a command is over', async () => {
    jest.useFakeTimers();
    try {
      const { fanOut, resolver } = start((one) => {
        jest.advanceTimersByTime(10_000);
        return empty(one);
      });
      fanOut.members = [eu];
      const ids = Array.from({ length: 100 }, (_, at) => `id${String(at)}`);

      const found = await resolver.resolve(call, failed, ids);

      expect(words(found.get('id0'))).toBe('nowhere');
      expect(words(found.get('id99'))).toBe('unknown: eu');
      const late = found.get('id99');
      expect(late?.kind === 'unknown' && late.unasked[0]).toMatchObject({ reason: 'timeout', sent: 'no' });
      expect(found.size).toBe(100);
      expect(fanOut.asked.length).toBeLessThan(100);
    } finally {
      jest.useRealTimers();
    }
  });
});
