import { describe, expect, it } from '@jest/globals';
import { sortMessages } from './message-order.js';
import { type FailedMessageSpec, MessageMaker } from './message-spec.js';
import { type PersisterName, persisterOf } from './persister.js';
import { SeededRandom } from './seeded-random.js';

const same = '2024-05-01T10:00:00Z';

function sorted(
  specs: readonly FailedMessageSpec[],
  order: {
    readonly persister: PersisterName;
    readonly sort: string;
    readonly direction?: 'asc' | 'desc';
    readonly tieSeed?: string;
  },
): readonly (string | undefined)[] {
  const maker = new MessageMaker(new SeededRandom('x'), 'x');
  const messages = specs.map((spec) => maker.make(spec));
  const { persister, sort, direction = 'asc', tieSeed = '' } = order;
  return sortMessages(messages, { persister: persisterOf(persister), sort, direction, tieSeed }).map(
    ({ uniqueId }) => uniqueId,
  );
}

const types = [
  { uniqueId: 'null', messageType: null },
  { uniqueId: 'b', messageType: 'b' },
  { uniqueId: 'A', messageType: 'A' },
  { uniqueId: 'Z', messageType: 'Z' },
];

it.each<[PersisterName, readonly string[], readonly string[]]>([
  ['ravendb', ['null', 'A', 'b', 'Z'], ['Z', 'b', 'A', 'null']],
  ['postgresql', ['A', 'b', 'Z', 'null'], ['null', 'Z', 'b', 'A']],
  ['sqlserver', ['null', 'A', 'b', 'Z'], ['Z', 'b', 'A', 'null']],
])('%s orders texts without case and puts missing ones where its database does', (persister, up, down) => {
  expect(sorted(types, { persister, sort: 'message_type' })).toEqual(up);
  expect(sorted(types, { persister, sort: 'message_type', direction: 'desc' })).toEqual(down);
});

describe('equal rows', () => {
  const ids = [
    'ff000000-0000-0000-0000-000000000001',
    '00000000-0000-0000-0000-000000000002',
    '10000000-0000-0000-0000-000000000003',
  ];
  const rows = ids.map((uniqueId) => ({ uniqueId, timeSent: same }));
  const [ff, two, three] = ids;

  it.each<[PersisterName, readonly (string | undefined)[]]>([
    ['postgresql', [two, three, ff]],
    ['sqlserver', [ff, two, three]],
  ])('of %s follow its order of ids, in the direction of the list', (persister, up) => {
    expect(sorted(rows, { persister, sort: 'time_sent' })).toEqual(up);
    expect(sorted(rows, { persister, sort: 'time_sent', direction: 'desc' })).toEqual([...up].reverse());
  });

  it('of RavenDB stay as the index has them, whatever the direction, until the index changes', () => {
    const many = Array.from({ length: 12 }, (_, k) => ({ uniqueId: String(k), timeSent: same }));
    const up = sorted(many, { persister: 'ravendb', sort: 'time_sent' });

    expect(sorted(many, { persister: 'ravendb', sort: 'time_sent', direction: 'desc' })).toEqual(up);
    expect(sorted(many, { persister: 'ravendb', sort: 'time_sent', tieSeed: 'later' })).not.toEqual(up);
  });
});

it('compares dates to 100 ns, not as texts and not as milliseconds', () => {
  const texts = [same, '2024-05-01T10:00:00.0000001Z', '2024-05-01T10:00:00.1Z', '2024-05-01T10:00:00.12Z'];
  const specs = [2, 0, 3, 1].map((k) => ({ uniqueId: String(k), timeSent: texts[k] ?? same }));

  expect(sorted(specs, { persister: 'postgresql', sort: 'time_sent' })).toEqual(['0', '1', '2', '3']);
});

it.each([
  ['id', ['b', 'a']],
  ['message_id', ['b', 'a']],
  ['status', ['a', 'b']],
  ['modified', ['b', 'a']],
  ['time_of_failure', ['a', 'b']],
  ['critical_time', ['b', 'a']],
  ['anything', ['b', 'a']],
])('sorts by %s', (sort, expected) => {
  const specs: readonly FailedMessageSpec[] = [
    {
      uniqueId: 'a',
      messageId: '2',
      status: 'unresolved',
      lastModified: '2024-05-02T00:00:00Z',
      timeOfFailure: '2024-05-01T00:00:00Z',
      timeSent: '2024-05-02T00:00:00Z',
    },
    {
      uniqueId: 'b',
      messageId: '1',
      status: 'archived',
      lastModified: '2024-05-01T00:00:00Z',
      timeOfFailure: '2024-05-02T00:00:00Z',
      timeSent: '2024-05-01T00:00:00Z',
    },
  ];

  expect(sorted(specs, { persister: 'postgresql', sort })).toEqual(expected);
});
