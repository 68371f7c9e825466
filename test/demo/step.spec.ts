import { describe, expect, it } from '@jest/globals';
import { report, type Check } from './step.js';

function stepWith(checks: readonly Check[]) {
  return {
    asked: 'GET errors',
    take: () => Promise.resolve({ members: 'eu=200 us=200', shown: 'all 4 rows', checks }),
  };
}

describe('a step of the tour', () => {
  it('is one line with what was asked, what members answered and what is to be seen, when everything is as expected', async () => {
    const { held, lines } = await report(stepWith([{ what: 'rows', expected: [1, 2], came: [1, 2] }]));
    expect(held).toBe(true);
    expect(lines.map((line) => line.replace(/ {2,}/g, ' | '))).toEqual(['✔ GET errors | eu=200 us=200 | all 4 rows']);
  });

  it('says what was expected and what came, when something differs', async () => {
    const { held, lines } = await report(
      stepWith([
        { what: 'status', expected: 200, came: 200 },
        { what: 'total', expected: '4', came: undefined },
        { what: 'ids', expected: ['a', 'b'], came: ['a'] },
      ]),
    );
    expect(held).toBe(false);
    expect(lines.map((line) => line.replace(/ {2,}/g, ' | '))).toEqual([
      '✘ GET errors | eu=200 us=200',
      ' | total: expected 4',
      ' | came nothing',
      ' | ids: expected ["a","b"]',
      ' | came ["a"]',
    ]);
  });

  it('fails with the reason when it cannot be taken at all', async () => {
    const step = { asked: 'GET errors', take: () => Promise.reject(new Error('connect ECONNREFUSED')) };
    const { held, lines } = await report(step);
    expect(held).toBe(false);
    expect(lines.join('\n')).toContain('came connect ECONNREFUSED');
  });

  it('does not print lists without end', async () => {
    const { lines } = await report(stepWith([{ what: 'ids', expected: Array.from({ length: 900 }), came: [] }]));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(250);
  });
});
