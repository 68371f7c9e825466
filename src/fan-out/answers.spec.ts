import { describe, expect, it } from '@jest/globals';
import { answer, callToErrors, empty, member, missing, refusal } from '../../test/support/outcomes.js';
import { EarlyReply } from '../federation/early-reply.js';
import { ProblemError } from '../federation/problem.js';
import { UnusableRows } from '../json-text/unusable-rows.js';
import { Answers, type AnswersContext } from './answers.js';
import type { Answer, Outcome } from './outcome.js';

const [eu, us, ap] = [member('eu'), member('us'), member('ap')];
const body = Buffer.from('[]');

function answersOf(outcomes: readonly Outcome[], more: Partial<AnswersContext> = {}): Answers {
  return new Answers(
    { call: callToErrors(), nameOf: ({ key }) => key, version: undefined, tellUnusable: () => undefined, ...more },
    outcomes,
  );
}

const keysOf = (outcomes: readonly Outcome[]): readonly string[] => outcomes.map((outcome) => outcome.member.key);

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (end) {
    return end;
  }
  throw new Error('nothing was thrown');
}

const tagged = (from = eu, tag = '"1"'): Answer => answer(from, '[]', { etag: tag });

describe('who answered', () => {
  const answers = answersOf([missing(ap, 'timeout'), answer(us, '[]'), empty(eu)]);

  it('is told in member order', () => {
    expect([keysOf(answers.answered), keysOf(answers.usable), keysOf(answers.missing)]).toEqual([
      ['us'],
      ['us', 'eu'],
      ['ap'],
    ]);
  });

  it('is somebody as long as one member said that it has nothing', () => {
    const nothing = answersOf([missing(eu, 'timeout'), empty(us)]);
    expect(nothing.orNobody()).toBe(nothing);
  });

  it('is nobody when all are missing', () => {
    expect(thrownBy(() => answersOf([missing(eu, 'timeout')]).orNobody())).toMatchObject({ problem: { status: 504 } });
    expect(thrownBy(() => answersOf([refusal(eu, 401), refusal(us, 401)]).orNobody())).toBeInstanceOf(EarlyReply);
  });
});

describe('without', () => {
  const answers = answersOf([answer(eu, '[]'), empty(us), missing(ap, 'timeout')]);

  it.each([eu, us])('makes the member missing in its place', ({ key }) => {
    const left = answers.without(key === 'eu' ? eu : us, 'error', 'broken');

    expect(keysOf(left.outcomes)).toEqual(['eu', 'us', 'ap']);
    expect(left.missing.map((absent) => `${absent.member.key}:${absent.reason}`)).toEqual(
      key === 'eu' ? ['eu:error', 'ap:timeout'] : ['us:error', 'ap:timeout'],
    );
    expect(keysOf(answers.missing)).toEqual(['ap']);
  });

  it('keeps why a member was missing already', () => {
    expect(answers.without(ap, 'error', 'broken').missing.map(({ reason }) => reason)).toEqual(['timeout']);
  });
});

describe('whole', () => {
  const broken = (...keys: readonly string[]) => {
    return (answered: readonly Answer[]): readonly string[] => {
      const bad = keysOf(answered).find((key) => keys.includes(key));
      if (bad !== undefined) throw new UnusableRows(bad, 'cut at byte 3');
      return keysOf(answered);
    };
  };
  const three = [answer(eu, '[]'), answer(us, '[]'), answer(ap, '[]')];

  it('is the merge of all when nothing is wrong', () => {
    const answers = answersOf(three);
    expect(answers.whole(broken())).toEqual({ answers, result: ['eu', 'us', 'ap'] });
  });

  it('merges again without each member whose rows are broken, and tells of them', () => {
    const told: string[] = [];
    const { answers, result } = answersOf(three, { tellUnusable: ({ key }) => told.push(key) }).whole(
      broken('eu', 'ap'),
    );

    expect([result, told]).toEqual([['us'], ['eu', 'ap']]);
    expect(answers.missing.map(({ member: { key }, reason }) => `${key}:${reason}`)).toEqual(['eu:error', 'ap:error']);
  });

  it('still is somebody when only empty answers are left', () => {
    expect(answersOf([answer(eu, '[]'), empty(us)]).whole(broken('eu')).result).toEqual([]);
  });

  it('ends as nobody when every answer was broken', () => {
    expect(thrownBy(() => answersOf(three).whole(broken('eu', 'us', 'ap')))).toMatchObject({
      problem: { status: 502 },
    });
  });

  it.each([
    ['a defect of ours', new TypeError('x')],
    ['a member that did not answer', new UnusableRows('gone', 'x')],
  ])('passes on %s', (_, fault) => {
    const merge = (): never => {
      throw fault;
    };
    expect(thrownBy(() => answersOf(three).whole(merge))).toBe(fault);
  });
});

describe('the validator', () => {
  const tagOf = (outcomes: readonly Outcome[], call = callToErrors()): string | undefined =>
    answersOf(outcomes, { call }).reply(body, { tagged: true }).tag;

  it('is there when every member sent one', () => {
    expect(tagOf([tagged(eu), tagged(us)])).toMatch(/^W\/"/);
  });

  it.each<[string, readonly Outcome[]]>([
    ['a member is missing', [tagged(eu), missing(us, 'timeout')]],
    ['a member sent none', [tagged(eu), answer(us, '[]')]],
    ['an empty answer has none', [tagged(eu), empty(us)]],
  ])('is left out when %s', (_, outcomes) => {
    expect(tagOf(outcomes)).toBeUndefined();
  });

  it('is left out when the merge depends on more than the tags', () => {
    expect(answersOf([tagged()]).reply(body).tag).toBeUndefined();
  });

  it('differs with the page and the method asked for', () => {
    const second = callToErrors({ target: () => 'errors?page=2' });
    const head = callToErrors({ method: 'HEAD' });

    expect(new Set([tagOf([tagged()]), tagOf([tagged()], second), tagOf([tagged()], head)]).size).toBe(3);
  });
});

describe('headers', () => {
  it('are none that have nothing to say', () => {
    expect(answersOf([answer(eu, '[]')]).headers({ link: [] })).toEqual({});
  });

  it('are what the merge found and what is missing', () => {
    const answers = answersOf([answer(eu, '[]'), missing(us, 'unavailable')], { version: '6.19.0' });

    expect(answers.headers({ total: '12', link: ['<errors>; rel="next"'], approximatePaging: true })).toEqual({
      'X-Particular-Version': '6.19.0',
      'Total-Count': '12',
      Link: ['<errors>; rel="next"'],
      'X-Particular-Incomplete-Results': 'us:unavailable, proxy:approximate-paging',
    });
  });

  it('pass on what members miss themselves, once each', () => {
    const said = { 'x-particular-incomplete-results': ['a:timeout', 'b:error'] };
    const answers = answersOf([
      answer(eu, '[]', said),
      empty(us, 204, { 'x-particular-incomplete-results': 'b:error, c:error' }),
    ]);

    expect(answers.headers()).toEqual({ 'X-Particular-Incomplete-Results': 'a:timeout, b:error, c:error' });
  });
});

describe('a reply', () => {
  it('is JSON with status 200, and whole', () => {
    expect(answersOf([answer(eu, '[]')]).reply(body)).toMatchObject({
      status: 200,
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body,
      partial: false,
    });
  });

  it('has no type without a body', () => {
    expect(answersOf([answer(eu, '[]')]).reply(Buffer.alloc(0)).headers).toEqual({});
  });

  it('is known to be partial when a member is missing', () => {
    expect(answersOf([answer(eu, '[]'), missing(us, 'timeout')]).reply(body).partial).toBe(true);
  });

  it('is whole when a member has nothing', () => {
    expect(answersOf([answer(eu, '[]'), empty(us)]).reply(body).partial).toBe(false);
  });

  it('has one timing per member and one for the merge', () => {
    const answers = answersOf([answer(eu, '[]'), empty(us), missing(ap, 'timeout')]);

    expect(answers.reply(body, { mergeMs: 2 }).timings).toEqual([
      { name: 'eu', ms: 5, note: '200' },
      { name: 'us', ms: 5, note: '404' },
      { name: 'ap', ms: 5, note: 'timeout' },
      { name: 'merge', ms: 2 },
    ]);
  });
});

describe('a reply that must be complete', () => {
  const needed = member('us', { required: true });

  it('is given when nobody is missing', () => {
    const call = callToErrors({ requiresAll: true });
    expect(answersOf([answer(eu, '[]'), empty(needed)], { call }).reply(body).status).toBe(200);
  });

  it('is given when only members are missing that nobody requires', () => {
    expect(answersOf([answer(needed, '[]'), missing(eu, 'timeout')]).reply(body).status).toBe(200);
  });

  it('is 503 with the names of those required that are missing', () => {
    const answers = answersOf([answer(eu, '[]'), missing(needed, 'timeout'), missing(ap, 'error')]);
    const end = thrownBy(() => answers.reply(body));

    expect(end).toBeInstanceOf(ProblemError);
    expect(end).toMatchObject({
      problem: {
        status: 503,
        members: [{ key: 'us', reason: 'timeout' }],
        headers: { 'Retry-After': expect.any(String), 'X-Particular-Incomplete-Results': 'us:timeout, ap:error' },
      },
    });
  });

  it('is 503 with everybody who is missing when the caller asks for all', () => {
    const call = callToErrors({ requiresAll: true });
    const answers = answersOf([answer(eu, '[]'), missing(us, 'timeout'), missing(ap, 'error')], { call });

    expect(thrownBy(() => answers.reply(body))).toMatchObject({
      problem: {
        members: [
          { key: 'us', reason: 'timeout' },
          { key: 'ap', reason: 'error' },
        ],
      },
    });
  });
});
