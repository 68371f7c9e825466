import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MemberList } from '../../aggregation/merge/member-row.js';
import { mergeByKey } from '../../aggregation/merge/merge-by-key.js';
import { readDocument } from '../../json-text/json-row.js';
import { failureGroups } from './failure-groups.js';

type Group = Readonly<Record<string, unknown>>;

function list(memberKey: string, groups: readonly Group[]): MemberList {
  return { memberKey, rows: groups.map((group) => readDocument(Buffer.from(JSON.stringify(group)))) };
}

function mergedLists(...members: (readonly Group[])[]): Group[] {
  const lists = members.map((groups, at) => list(`m${String(at)}`, groups));
  return mergeByKey(lists, failureGroups).rows.map((row) => JSON.parse(row.toString()) as Group);
}

/** One group as merged from one row per member. */
function merged(...rows: Group[]): Group {
  const [only, ...others] = mergedLists(...rows.map((row) => [{ id: 'g', ...row }]));
  expect(others).toEqual([]);
  return only ?? {};
}

const at = (second: number): string => `2024-05-01T10:00:${String(second).padStart(2, '0')}Z`;

/** Most active first; states on one line are equally active. */
const precedence = [
  ['Preparing', 'ArchiveStarted'],
  ['Forwarding', 'ArchiveProgressing'],
  ['ArchiveFinalizing'],
  ['Waiting'],
  ['Completed', 'ArchiveCompleted'],
  ['None'],
];

describe('a failure group of several members', () => {
  it('adds counts and spans the dates', () => {
    const eu = { title: 'T', type: 'C', count: 3, first: at(2), last: at(4) };
    const us = { title: 'T', type: 'C', count: 4, first: at(1), last: at(3) };
    expect(merged(eu, us)).toEqual({ id: 'g', title: 'T', type: 'C', count: 7, first: at(1), last: at(4) });
  });

  it('takes the title from another member when the first has none', () => {
    expect(merged({ count: 1 }, { title: 'T', count: 1 })).toMatchObject({ title: 'T' });
  });

  it('takes a recorded title before the one that stands for none', () => {
    expect(merged({ title: 'Undefined' }, { title: 'T' })).toMatchObject({ title: 'T' });
    expect(merged({ title: 'Undefined' }, { title: 'Undefined' })).toMatchObject({ title: 'Undefined' });
  });

  it.each(
    precedence.flatMap((more, rank) =>
      precedence.slice(rank + 1).flatMap((less) => more.flatMap((a) => less.map((b) => [a, b] as const))),
    ),
  )('is %s rather than %s, whoever says so', (more, less) => {
    expect(merged({ operation_status: more }, { operation_status: less })).toMatchObject({ operation_status: more });
    expect(merged({ operation_status: less }, { operation_status: more })).toMatchObject({ operation_status: more });
  });

  it.each(precedence.filter(({ length }) => length === 2))(
    'is as the first member says between %s and %s',
    (one, other) => {
      expect(merged({ operation_status: one }, { operation_status: other })).toMatchObject({ operation_status: one });
      expect(merged({ operation_status: other }, { operation_status: one })).toMatchObject({ operation_status: other });
    },
  );

  it.each(['Shredding', 'constructor'])('takes a state it does not know for unfinished work: %s', (unknown) => {
    expect(merged({ operation_status: 'Completed' }, { operation_status: unknown })).toMatchObject({
      operation_status: unknown,
    });
    expect(merged({ operation_status: 'Waiting' }, { operation_status: unknown })).toMatchObject({
      operation_status: 'Waiting',
    });
  });
});

describe('progress of a failure group', () => {
  const idle = { count: 1000, operation_status: 'None', operation_progress: 0 };
  const retry = (count: number, progress: number) => ({
    count,
    operation_status: 'Forwarding',
    operation_progress: progress,
    operation_remaining_count: 1,
  });
  const archive = (remaining: number, completed: number, progress: number) => ({
    count: 1,
    operation_status: 'ArchiveProgressing',
    operation_progress: progress,
    operation_remaining_count: remaining,
    operation_messages_completed_count: completed,
  });

  it.each<[string, Group[], number | undefined]>([
    ['archives weighted by remaining and completed', [archive(30, 10, 0.25), archive(5, 5, 0.5)], 0.3],
    ['retries weighted by the messages of the group', [retry(3, 0.5), retry(1, 0.1)], 0.4],
    ['a retry and an archive each by its own weight', [retry(10, 1), archive(20, 10, 0.33)], 0.5],
    ['idle members without weight', [idle, retry(3, 0.5)], 0.5],
    ['one working member as it says', [idle, retry(3, 0.505)], 0.505],
    ['two decimals', [retry(1, 0.33), retry(2, 0.5)], 0.44],
    [
      'finished members in full',
      [{ count: 1, operation_status: 'Completed', operation_progress: 1 }, retry(3, 0)],
      0.25,
    ],
    ['everybody idle', [idle, idle], 0],
    ['no weight at all', [retry(0, 0.5), retry(0, 0.25)], 0.38],
    ['one member that does not say', [{ operation_status: 'Waiting' }, retry(3, 0.5)], 0.5],
    ['nobody that says', [{ operation_status: 'Waiting' }, { operation_status: 'None' }], undefined],
  ])('%s', (_, rows, expected) => {
    expect(merged(...rows)['operation_progress']).toBe(expected);
  });

  it('lies between the members that take part', () => {
    const part = fc.record({ count: fc.nat(1000), progress: fc.integer({ min: 0, max: 100 }) });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const progress = merged(...parts.map(({ count, progress: percent }) => retry(count, percent / 100)))[
          'operation_progress'
        ];
        const percents = parts.map(({ progress: percent }) => percent);
        expect(progress).toBeGreaterThanOrEqual(Math.min(...percents) / 100);
        expect(progress).toBeLessThanOrEqual(Math.max(...percents) / 100);
      }),
    );
  });
});

describe('the operation on a failure group', () => {
  it('adds what is left and what is done, over members that say', () => {
    expect(
      merged(
        { operation_remaining_count: 3 },
        { operation_messages_completed_count: 2 },
        { operation_remaining_count: 4 },
      ),
    ).toEqual({
      id: 'g',
      operation_remaining_count: 7,
      operation_messages_completed_count: 2,
    });
  });

  it.each([
    ['failed when it failed anywhere', [{ operation_failed: false }, { operation_failed: true }, {}], true],
    ['not failed when nobody says so', [{}, { operation_failed: false }], false],
    ['absent when absent everywhere', [{}, {}], undefined],
  ])('operation_failed: %s', (_, rows, expected) => {
    expect(merged(...rows)['operation_failed']).toBe(expected);
  });

  it.each([
    [
      'to acknowledge when one member waits for it',
      [{ need_user_acknowledgement: false }, { need_user_acknowledgement: true }],
      true,
    ],
    ['absent when absent everywhere', [{}, {}], undefined],
  ])('need_user_acknowledgement: %s', (_, rows, expected) => {
    expect(merged(...rows)['need_user_acknowledgement']).toBe(expected);
  });

  it('starts with the first member that started', () => {
    expect(merged({ operation_start_time: at(5) }, {}, { operation_start_time: at(3) })).toMatchObject({
      operation_start_time: at(3),
    });
  });

  const done = (second: number, status = 'Completed') => ({
    operation_status: status,
    operation_completion_time: at(second),
  });

  it.each<[string, Group[], string | undefined]>([
    ['the last completion when all finished', [done(3), done(5, 'ArchiveCompleted')], at(5)],
    ['none while one is at work', [done(3), { operation_status: 'Forwarding' }], undefined],
    ['none while one is at work that still shows an earlier one', [done(3), done(9, 'Waiting')], undefined],
    ['the last of those that took part and of history', [done(3), done(9, 'None')], at(9)],
    ['of history when nobody takes part', [done(3, 'None'), done(4, 'None')], at(4)],
    ['none when nobody sends one', [{ operation_status: 'None' }, { operation_status: 'Completed' }], undefined],
  ])('completes: %s', (_, rows, expected) => {
    expect(merged(...rows)['operation_completion_time']).toBe(expected);
  });

  it('reports a comment that members disagree on, and shows the lead one', () => {
    const lists = [list('eu', [{ id: 'g', comment: 'ours' }]), list('us', [{ id: 'g', comment: 'theirs' }])];
    const { rows, conflicts } = mergeByKey(lists, failureGroups);
    expect(rows.map(String)).toEqual(['{"id":"g","comment":"ours"}']);
    expect(conflicts).toEqual([{ key: 'g', field: 'comment', memberKeys: ['eu', 'us'] }]);
  });
});

describe('several rows of one group from one member', () => {
  const older = {
    id: 'g',
    title: 'T',
    count: 2,
    last: at(1),
    operation_status: 'Completed',
    need_user_acknowledgement: true,
  };
  const newer = {
    id: 'g',
    title: 'T',
    count: 5,
    last: at(2),
    operation_status: 'Completed',
    need_user_acknowledgement: false,
  };

  it('are the newest one, to be acknowledged when any is', () => {
    expect(mergedLists([older, newer])).toEqual([{ ...newer, need_user_acknowledgement: true }]);
  });

  it('keep what only one of them says about earlier work', () => {
    const waiting = {
      ...newer,
      operation_status: 'Waiting',
      operation_completion_time: at(0),
      need_user_acknowledgement: true,
    };
    expect(mergedLists([older, waiting])).toEqual([waiting]);
  });

  it('count once beside other members', () => {
    expect(mergedLists([older, newer], [{ id: 'g', count: 10, last: at(0) }])).toMatchObject([
      { count: 15, last: at(2) },
    ]);
  });

  it('do not outvote another member: one row each', () => {
    const open = { id: 'g', count: 1, last: at(3), operation_status: 'None' };
    expect(mergedLists([older, newer], [open])).toMatchObject([
      { count: 6, operation_status: 'Completed', need_user_acknowledgement: true },
    ]);
  });
});

describe('the list of failure groups', () => {
  it('is ordered by last failure, the newest first, to 100 ns, missing dates at the end', () => {
    const groups = [
      { id: 'none' },
      { id: 'tick', last: '2024-05-01T10:00:00.1000001Z' },
      { id: 'tenth', last: '2024-05-01T10:00:00.1Z' },
      { id: 'whole', last: '2024-05-01T10:00:00Z' },
      { id: 'never', last: '9999-12-31T23:59:59.9999999' },
    ];
    expect(mergedLists(groups.slice(0, 2), groups.slice(2)).map(({ id }) => id)).toEqual([
      'never',
      'tick',
      'tenth',
      'whole',
      'none',
    ]);
  });

  it('keeps 200 stored groups and every group that only an operation shows', () => {
    const stored = (member: string) =>
      Array.from({ length: 150 }, (_, n) => ({ id: `${member}${String(n)}`, first: at(0), last: at(n % 60) }));
    const finished = Array.from({ length: 20 }, (_, n) => ({ id: `done${String(n)}`, last: '2020-01-01T00:00:00Z' }));
    const rows = mergedLists([...stored('eu'), ...finished], stored('us'));
    expect(rows.filter(({ first }) => first !== undefined)).toHaveLength(200);
    expect(rows.filter(({ first }) => first === undefined)).toHaveLength(20);
  });

  it('passes a group of one member through, byte for byte', () => {
    const odd = '{"id":"g","operation_progress":0.50,"count":1e0,"later":[ ]}';
    const lists = [{ memberKey: 'eu', rows: [readDocument(Buffer.from(odd))] }, list('us', [])];
    expect(mergeByKey(lists, failureGroups).rows.map(String)).toEqual([odd]);
  });
});
