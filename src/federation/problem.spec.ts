import { describe, expect, it } from '@jest/globals';
import { badField, ProblemError, problemBody, problemReply, type Problem } from './problem.js';

const refused: Problem = { status: 503, title: 'No member is available', detail: 'eu: unavailable' };

const documentOf = (problem: Problem): unknown => JSON.parse(problemBody(problem, 'r-1').toString());

describe('problemBody', () => {
  it('says what happened and to which request, and nothing else', () => {
    expect(documentOf(refused)).toEqual({
      type: 'about:blank',
      title: 'No member is available',
      status: 503,
      detail: 'eu: unavailable',
      request_id: 'r-1',
    });
  });

  it('lists the members that failed and why', () => {
    const members = [{ key: 'eu', reason: 'timeout' }] as const;

    expect(documentOf({ ...refused, members })).toMatchObject({ members: [{ key: 'eu', reason: 'timeout' }] });
  });

  it('has the further fields beside the usual ones', () => {
    expect(documentOf({ ...refused, more: { not_sent: { count: 1, ids: ['a'] } } })).toMatchObject({
      status: 503,
      not_sent: { count: 1, ids: ['a'] },
    });
  });

  it('is UTF-8', () => {
    expect(documentOf({ ...refused, detail: 'Kö€ln "x"\n' })).toMatchObject({ detail: 'Kö€ln "x"\n' });
  });

  it('never shows response headers', () => {
    expect(problemBody({ ...refused, headers: { 'Retry-After': '5' } }, 'r-1').toString()).not.toContain('Retry');
  });
});

describe('problemReply', () => {
  it('is the document with its status, its own type and the further headers', () => {
    const reply = problemReply(
      { ...refused, headers: { 'Retry-After': '5', 'Content-Type': 'application/json' } },
      'r-1',
    );

    expect(reply).toEqual({
      status: 503,
      headers: { 'Retry-After': '5', 'Content-Type': 'application/problem+json' },
      body: problemBody(refused, 'r-1'),
    });
  });

  it('is the bare body where members answer so', () => {
    const reply = problemReply(
      { ...refused, status: 422, bareBody: { messageIds: ['no'] }, headers: { 'X-Particular-Version': '6.20.0' } },
      'r-1',
    );

    expect([reply.status, reply.headers]).toEqual([
      422,
      { 'Content-Type': 'application/json; charset=utf-8', 'X-Particular-Version': '6.20.0' },
    ]);
    expect(reply.body).toEqual(Buffer.from('{"messageIds":["no"]}'));
  });
});

describe('badField', () => {
  const { problem } = badField('per_page', 'expected a whole number');

  it('is a 400 with the errors by field, as members write them', () => {
    expect(documentOf(problem)).toMatchObject({
      status: 400,
      detail: 'per_page: expected a whole number',
      errors: { per_page: ['expected a whole number'] },
    });
  });
});

describe('ProblemError', () => {
  it('reads as its detail in a log', () => {
    expect(String(new ProblemError(refused))).toBe('ProblemError: eu: unavailable');
  });
});
