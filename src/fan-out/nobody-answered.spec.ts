import { describe, expect, it } from '@jest/globals';
import { callToErrors, member, missing, refusal } from '../../test/support/outcomes.js';
import { EarlyReply } from '../federation/early-reply.js';
import { ProblemError, type Problem } from '../federation/problem.js';
import { Answers } from './answers.js';
import { nobodyAnswered } from './nobody-answered.js';
import type { Missing } from './outcome.js';

const [eu, us, ap] = [member('eu'), member('us'), member('ap')];

function answersOf(outcomes: readonly Missing[], version?: string): Answers {
  return new Answers(
    { call: callToErrors(), nameOf: ({ key }) => key, version, tellUnusable: () => undefined },
    outcomes,
  );
}

function problemOf(outcomes: readonly Missing[], version?: string): Problem {
  const end = nobodyAnswered(answersOf(outcomes, version));
  if (end instanceof ProblemError) return end.problem;
  throw new Error(`answered ${String(end.reply.status)}`);
}

/** `eu=timeout, us=503, ap=403` is `of('timeout 503 403')`; `unasked` is down. */
function of(words: string): readonly Missing[] {
  return words.split(' ').map((word, at) => {
    const one = [eu, us, ap][at] ?? eu;
    if (/^\d+$/.test(word)) return refusal(one, Number(word));
    if (word === 'unasked') return missing(one, 'unavailable', 'no');
    return missing(one, word as Missing['reason']);
  });
}

describe('the status when nobody answered', () => {
  it.each([
    ['timeout', 504],
    ['timeout unavailable error', 504],
    ['error error timeout', 504],
    ['401 401 timeout', 504],
    ['unavailable', 503],
    ['unasked unasked', 503],
    ['error unavailable', 503],
    ['500 unavailable 500', 503],
    ['403 unasked 403', 503],
    ['error', 502],
    ['500 502 error', 502],
    ['500 500 500', 502],
    ['401 403', 502],
    ['403 500', 502],
    ['302 302', 502],
  ])('of %s is %i', (words, status) => {
    expect(problemOf(of(words)).status).toBe(status);
  });

  it('is 503 when there is no member at all', () => {
    expect(problemOf([]).status).toBe(503);
  });

  it.each(['401', '403 403', '400 400 400', '404 404', '409 409', '429 429'])(
    'is the one that all members gave: %s',
    (words) => {
      const end = nobodyAnswered(answersOf(of(words)));
      expect(end instanceof EarlyReply && end.reply.status).toBe(Number(words.split(' ')[0]));
    },
  );
});

describe('the refusal that all members agree on', () => {
  const headers = {
    'content-type': 'application/json',
    'x-particular-reason': 'because',
    'www-authenticate': 'Negotiate',
    etag: '"1"',
  };
  const end = nobodyAnswered(
    answersOf(
      [
        refusal(eu, 403, { body: '{"error":"forbidden","message":"eu"}', headers }),
        refusal(us, 403, { body: '{"error":"forbidden","message":"us"}' }),
      ],
      '6.19.0',
    ),
  );
  const reply = end instanceof EarlyReply ? end.reply : undefined;

  it('has the body and the reason of the first member', () => {
    expect(reply?.body).toEqual(Buffer.from('{"error":"forbidden","message":"eu"}'));
    expect(reply?.headers).toMatchObject({ 'Content-Type': 'application/json', 'X-Particular-Reason': 'because' });
  });

  it('has the version of all, and no header that members keep to themselves', () => {
    expect(reply?.headers).toMatchObject({ 'X-Particular-Version': '6.19.0' });
    expect(Object.keys(reply?.headers ?? {}).map((name) => name.toLowerCase())).not.toContain('www-authenticate');
    expect(reply?.tag).toBeUndefined();
  });
});

describe('the problem', () => {
  const problem = problemOf([missing(eu, 'timeout'), missing(us, 'unavailable')], '6.19.0');

  it('says who is missing and why, by key and never by address', () => {
    expect(problem.members).toEqual([
      { key: 'eu', reason: 'timeout' },
      { key: 'us', reason: 'unavailable' },
    ]);
    expect(JSON.stringify([problem.title, problem.detail, problem.members])).not.toContain('33333');
  });

  it('has the header that says the same, and the last known version', () => {
    expect(problem.headers).toEqual({
      'X-Particular-Incomplete-Results': 'eu:timeout, us:unavailable',
      'X-Particular-Version': '6.19.0',
    });
  });

  it.each([
    ['unavailable', true],
    ['timeout', false],
    ['error', false],
  ])('of %s says when to come back: %s', (words, says) => {
    expect(/^\d+$/.test(problemOf(of(words)).headers?.['Retry-After'] ?? '')).toBe(says);
  });
});
