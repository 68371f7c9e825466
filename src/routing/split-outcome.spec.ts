import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { member, missing } from '../../test/support/outcomes.js';
import type { CommandOutcome } from '../fan-out/outcome.js';
import type { Problem } from '../federation/problem.js';
import { fateOf, incompleteCommand, type SentPart } from './split-outcome.js';

const members = ['eu', 'us', 'ap', 'af'].map((key) => member(key));
const nothingUnresolved = { unresolved: [], unasked: [] };

/** `202` answers, `refused` could not be reached, `reset` and `timeout` were sent. */
function outcomeOf(word: string, at = 0): CommandOutcome {
  const one = members[at] ?? member('eu');
  if (/^\d+$/.test(word)) {
    return { kind: 'answer', member: one, reply: { status: Number(word), headers: {}, body: Buffer.alloc(0) }, ms: 5 };
  }
  if (word === 'refused') return missing(one, 'unavailable', 'no');
  return missing(one, word === 'timeout' ? 'timeout' : 'unavailable', 'maybe');
}

/** `eu=202, us=reset` with two ids each is `of('202 reset')`: ids `eu1 eu2 us1 us2`. */
function of(words: string): readonly SentPart[] {
  return words.split(' ').map((word, at) => {
    const outcome = outcomeOf(word, at);
    return { outcome, ids: ['1', '2'].map((id) => `${outcome.member.key}${id}`) };
  });
}

function problemOf(words: string, unresolved: readonly string[] = []): Problem | undefined {
  const unasked = unresolved.length === 0 ? [] : [missing(member('zz'), 'timeout', 'no')];
  const parts = words === '' ? [] : of(words);
  return incompleteCommand(parts, { unresolved, unasked }, { 'X-Federation-Outcome': 'o' })?.problem;
}

interface Named {
  readonly count: number;
  readonly ids: readonly string[];
}

function idsOf(problem: Problem | undefined): unknown {
  const more = problem?.more as Readonly<Record<'accepted' | 'not_sent' | 'unknown', Named>>;
  return { accepted: more.accepted.ids, not_sent: more.not_sent.ids, unknown: more.unknown.ids };
}

describe('fateOf', () => {
  it.each([
    ['200', 'accepted'],
    ['202', 'accepted'],
    ['204', 'accepted'],
    ['400', 'refused'],
    ['401', 'refused'],
    ['409', 'refused'],
    ['422', 'refused'],
    ['404', 'absent'],
    ['302', 'unknown'],
    ['500', 'unknown'],
    ['503', 'unknown'],
    ['504', 'unknown'],
    ['refused', 'not_sent'],
    ['reset', 'unknown'],
    ['timeout', 'unknown'],
  ])('of %s is %s', (word, fate) => {
    expect(fateOf(outcomeOf(word))).toBe(fate);
  });
});

describe('the status', () => {
  it.each([
    ['202 refused', 503],
    ['202 reset', 504],
    ['202 timeout', 504],
    ['202 500', 502],
    ['202 302', 502],
    ['refused timeout 500', 504],
    ['refused 500', 502],
    ['400 refused', 503],
    ['400 timeout', 504],
    ['refused', 503],
    ['reset', 504],
    ['500', 502],
  ])('of %s is %i', (words, status) => {
    expect(problemOf(words)?.status).toBe(status);
  });

  it.each(['202', '202 202', '202 200 204', '', '400', '202 403', '404', '202 404'])(
    'of %s is left to what members said',
    (words) => {
      expect(problemOf(words)).toBeUndefined();
    },
  );

  it.each([
    ['', 503],
    ['202', 503],
    ['202 400', 503],
    ['202 500', 502],
    ['202 reset', 504],
  ])('of %s with ids whose owner is unknown is %i', (words, status) => {
    expect(problemOf(words, ['x'])?.status).toBe(status);
  });
});

describe('the ids', () => {
  it('are named by what became of them', () => {
    expect(idsOf(problemOf('202 refused timeout 400', ['x', 'y']))).toEqual({
      accepted: ['eu1', 'eu2'],
      not_sent: ['us1', 'us2', 'af1', 'af2', 'x', 'y'],
      unknown: ['ap1', 'ap2'],
    });
  });

  it('are unknown after a 5xx, and not executed where the member does not have them', () => {
    expect(idsOf(problemOf('500 404 200'))).toEqual({
      accepted: ['ap1', 'ap2'],
      not_sent: ['us1', 'us2'],
      unknown: ['eu1', 'eu2'],
    });
  });

  it('are counted whole and named up to a thousand', () => {
    const ids = Array.from({ length: 1001 }, (_, at) => `id${String(at)}`);
    const problem = incompleteCommand([{ outcome: outcomeOf('refused'), ids }], nothingUnresolved, {})?.problem;

    expect(problem?.more).toEqual({
      accepted: { count: 0, ids: [] },
      not_sent: { count: 1001, ids: ids.slice(0, 1000) },
      unknown: { count: 0, ids: [] },
    });
  });

  it('are each in one place, and none is lost', () => {
    const words = fc.array(fc.constantFrom('202', '400', '404', '500', 'refused', 'reset', 'timeout'), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(words, fc.uniqueArray(fc.uuid(), { maxLength: 3 }), (given, unresolved) => {
        const problem = problemOf(given.join(' '), unresolved);
        if (problem === undefined) return;
        const named = idsOf(problem) as Readonly<Record<string, readonly string[]>>;
        const sent = of(given.join(' ')).flatMap(({ ids }) => ids);
        expect(Object.values(named).flat().sort()).toEqual([...sent, ...unresolved].sort());
      }),
    );
  });
});

describe('the words', () => {
  it('say of each member what is to be thought of its part', () => {
    const detail = problemOf('202 refused timeout 400', ['x'])?.detail ?? '';

    expect(detail.split('; ')).toEqual([
      'us could not be reached, nothing was sent to it',
      'ap gave no usable answer, the command may have been executed there: check before repeating it',
      'af refused',
      expect.stringContaining('1 id(s)'),
    ]);
  });

  it('name members that failed, each once, and those that could not be asked', () => {
    expect(problemOf('202 refused timeout 500', ['x'])?.members).toEqual([
      { key: 'us', reason: 'unavailable' },
      { key: 'ap', reason: 'timeout' },
      { key: 'zz', reason: 'timeout' },
    ]);
    const twice = {
      unresolved: ['x', 'y'],
      unasked: [missing(member('zz'), 'timeout'), missing(member('zz'), 'error')],
    };
    expect(incompleteCommand([], twice, {})?.problem.members).toEqual([{ key: 'zz', reason: 'timeout' }]);
  });

  it.each([
    ['202 refused', true],
    ['202 timeout', false],
    ['202 500', false],
  ])('of %s invite to come back only when nothing can have been executed twice: %s', (words, invite) => {
    const headers = problemOf(words)?.headers ?? {};
    expect(['Retry-After' in headers, headers['X-Federation-Outcome']]).toEqual([invite, 'o']);
  });
});
