import { describe, expect, it } from '@jest/globals';
import {
  failedMembers,
  mergeBroadcast,
  outcomeHeader,
  type BroadcastStatus,
  type MemberOutcome,
} from './status-merge.js';

const keys = ['eu', 'us', 'ap'];
const words = [
  '200',
  '201',
  '202',
  '204',
  '302',
  '400',
  '404',
  '409',
  '500',
  '501',
  '504',
  'timeout',
  'reset',
  'garbled',
  'refused',
  'unasked',
];

/** Three members in the words above: `eu=202, us=404, ap=reset` is `of('202 404 reset')`. */
function of(text: string): MemberOutcome[] {
  return text.split(' ').map((word, at) => outcome(keys[at] ?? '', word));
}

function outcome(memberKey: string, word: string): MemberOutcome {
  if (/^\d+$/.test(word)) return { memberKey, kind: 'answer', status: Number(word) };
  if (word === 'unasked') return { memberKey, kind: 'not-asked' };
  const reason = word === 'timeout' ? 'timeout' : word === 'garbled' ? 'error' : 'unavailable';
  return { memberKey, kind: 'missing', reason, sent: word === 'refused' ? 'no' : 'maybe' };
}

describe('mergeBroadcast', () => {
  it.each<[string, number, string | undefined]>([
    ['202 202 202', 202, 'eu'],
    ['202 200 202', 200, 'eu'],
    ['204 201 202', 201, 'eu'],
    ['404 202 404', 202, 'us'],
    ['200 404 unasked', 200, 'eu'],
    ['404 404 404', 404, 'eu'],
    ['unasked 404 unasked', 404, 'us'],
    ['404 501 501', 501, 'us'],
    ['501 202 404', 202, 'us'],
    ['501 refused 404', 503, undefined],
    ['unasked unasked unasked', 404, undefined],
    ['202 409 202', 409, 'us'],
    ['404 409 400', 409, 'us'],
    ['500 timeout 400', 400, 'ap'],
    ['202 500 202', 202, 'eu'],
    ['timeout 202 refused', 202, 'us'],
    ['500 500 500', 502, undefined],
    ['500 504 302', 502, undefined],
    ['404 500 404', 502, undefined],
    ['500 timeout 404', 504, undefined],
    ['refused refused timeout', 504, undefined],
    ['reset refused 500', 504, undefined],
    ['garbled garbled garbled', 504, undefined],
    ['refused refused refused', 503, undefined],
    ['404 refused 404', 503, undefined],
    ['500 refused refused', 502, undefined],
  ])('%s is %i', (text, status, bodyFrom) => {
    expect(mergeBroadcast(of(text))).toEqual(bodyFrom === undefined ? { status } : { status, bodyFrom });
  });

  it('follows the table for every combination of three members', () => {
    let combinations = 0;
    for (const eu of words)
      for (const us of words)
        for (const ap of words) {
          const text = `${eu} ${us} ${ap}`;
          expect({ text, ...mergeBroadcast(of(text)) }).toEqual({ text, ...byTheTable([eu, us, ap]) });
          combinations += 1;
        }
    expect(combinations).toBe(words.length ** 3);
  });
});

/** The table as a list of rows: the first word of the first row that any member says wins. */
function byTheTable(said: string[]): BroadcastStatus {
  const isOne = (...of: string[]) => said.findIndex((word) => of.includes(word));
  const from = (at: number, status = Number(said[at])) => ({ status, bodyFrom: keys[at] ?? '' });
  if (isOne('400', '409') >= 0) return from(isOne('400', '409'));
  for (const lowest of ['200', '201', '202', '204']) {
    if (said.includes(lowest)) return from(isOne('200', '201', '202', '204'), Number(lowest));
  }
  if (isOne('timeout', 'reset', 'garbled') >= 0) return { status: 504 };
  if (isOne('302', '500', '504') >= 0) return { status: 502 };
  if (said.includes('refused')) return { status: 503 };
  if (said.includes('501')) return from(isOne('501'));
  return said.includes('404') ? from(isOne('404')) : { status: 404 };
}

describe('failedMembers', () => {
  it.each([
    ['202 404 409', ''],
    ['202 501 404', ''],
    ['202 500 timeout', 'us:error ap:timeout'],
    ['302 504 refused', 'eu:error us:timeout ap:unavailable'],
    ['unasked garbled 202', 'us:error'],
  ])('of %s are %j', (text, expected) => {
    expect(
      failedMembers(of(text))
        .map(({ memberKey, reason }) => `${memberKey}:${reason}`)
        .join(' '),
    ).toBe(expected);
  });
});

describe('outcomeHeader', () => {
  it('says what each member answered, in member order', () => {
    expect(outcomeHeader(of('202 timeout unasked'))).toBe('eu=202, us=timeout, ap=not-asked');
  });

  it('gives the reason of a member that is missing', () => {
    expect(outcomeHeader(of('refused garbled 404'))).toBe('eu=unavailable, us=error, ap=404');
  });
});
