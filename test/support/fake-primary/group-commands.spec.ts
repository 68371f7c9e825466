import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Requester, requester, type Response } from '../requester.js';
import { groupId } from './classifiers.js';
import { type FakePrimary, startFakePrimary } from './fake-primary.js';

type Row = Readonly<Record<string, unknown>>;

const title = 'System.Exception: No stacktrace';
const classifier = 'Exception Type and Stack Trace';
const group = groupId(classifier, title);
const grouped = { exceptionType: 'System.Exception', stackTrace: null } as const;
let fake: FakePrimary;
let ask: Requester;

beforeEach(async () => {
  fake = await startFakePrimary({ batchSize: 2 });
  ask = requester(fake.url);
});

afterEach(() => fake.stop());

async function rows(target = '/api/recoverability/groups'): Promise<readonly Row[]> {
  return (await ask.get(target)).json as readonly Row[];
}

async function row(): Promise<Row | undefined> {
  return (await rows()).find(({ id }) => id === group);
}

function command(name: 'retry' | 'archive' | 'unarchive'): Promise<Response> {
  return ask.request('POST', `/api/recoverability/groups/${group}/errors/${name}`);
}

function acknowledge(): Promise<Response> {
  return ask.request('DELETE', `/api/recoverability/unacknowledgedgroups/${group}`);
}

function statusCounts(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of fake.messages()) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('a retry', () => {
  it('goes from Waiting over Preparing and Forwarding to Completed and then needs acknowledgement', async () => {
    fake.hasFailedMessages(3, grouped);
    const seen: unknown[] = [];
    const look = async (): Promise<void> => {
      const { operation_status, operation_progress, operation_remaining_count } = (await row()) ?? {};
      seen.push([operation_status, operation_progress, operation_remaining_count]);
    };
    expect((await command('retry')).status).toBe(202);
    await look();
    for (let k = 0; k < 5; k += 1) {
      fake.tick();
      await look();
    }

    expect(seen.slice(0, 5)).toEqual([
      ['Waiting', 0, 0],
      ['Preparing', 0, 3],
      ['Preparing', 0.67, 3],
      ['Forwarding', 0, 3],
      // The last batch is on its way: no message is unresolved any more, so there is no group.
      [undefined, undefined, undefined],
    ]);
    expect(statusCounts()).toEqual({ retryIssued: 3 });
    expect(await rows()).toEqual([
      {
        id: group,
        title,
        type: classifier,
        count: 3,
        last: expect.any(String),
        operation_status: 'Completed',
        operation_failed: false,
        operation_progress: 0,
        operation_start_time: expect.any(String),
        operation_completion_time: expect.any(String),
        need_user_acknowledgement: true,
      },
    ]);
  });

  it('is in the history with its title and start, and open until acknowledged', async () => {
    fake.hasFailedMessages(1, grouped);
    await command('retry');
    fake.settle();

    expect((await ask.get('/api/recoverability/history')).json).toMatchObject({
      historic_operations: [
        { request_id: group, retry_type: 'failureGroup', originator: title, number_of_messages_processed: 1 },
      ],
      unacknowledged_operations: [{ request_id: group, classifier }],
    });
    expect([(await acknowledge()).status, (await acknowledge()).status]).toEqual([200, 404]);
    expect((await ask.get('/api/recoverability/history')).json).toMatchObject({
      historic_operations: [{ request_id: group }],
      unacknowledged_operations: [],
    });
  });

  it('shows Completed on the open group after acknowledgement until a restart', async () => {
    fake.hasFailedMessages(1, grouped);
    await command('retry');
    fake.settle();
    await acknowledge();
    fake.hasFailedMessages(1, grouped);
    const before = await row();
    fake.restart();

    expect([before?.operation_status, (await row())?.operation_status]).toEqual(['Completed', 'None']);
    expect((await row())?.operation_completion_time).toEqual(expect.any(String));
  });

  it('piles up on RavenDB and stays one on EF', async () => {
    const ef = await startFakePrimary({ persister: 'postgresql' });
    const counts: number[] = [];
    for (const member of [fake, ef]) {
      for (let k = 0; k < 2; k += 1) {
        member.hasFailedMessages(1, grouped);
        await requester(member.url).request('POST', `/api/recoverability/groups/${group}/errors/retry`);
        member.settle();
      }
      const list = await requester(member.url).get('/api/recoverability/groups');
      counts.push((list.json as readonly Row[]).filter(({ id }) => id === group).length);
    }
    await ef.stop();

    expect(counts).toEqual([2, 1]);
  });

  it('is ignored while one is running, not while one waits', async () => {
    fake.hasFailedMessages(3, grouped);
    await command('retry');
    fake.tick();
    await command('retry');
    const afterwards = await row();
    fake.settle();

    expect(afterwards?.operation_status).toBe('Preparing');
    expect(fake.state.history.historicOperations).toHaveLength(1);
  });
});

describe('an archive', () => {
  it('goes batch by batch and is finished only when acknowledged', async () => {
    fake.hasFailedMessages(3, grouped);
    fake.hasFailedMessages([{ messageType: 'Other', exceptionType: 'Other' }]);
    const seen: unknown[] = [];
    await command('archive');
    for (let k = 0; k < 5; k += 1) {
      fake.tick();
      const found = (await row()) ?? {};
      seen.push([
        found.operation_status,
        found.operation_progress,
        found.operation_messages_completed_count,
        found.operation_remaining_count,
      ]);
    }

    expect(seen.slice(0, 2)).toEqual([
      ['ArchiveStarted', 0, 0, 3],
      ['ArchiveProgressing', 0.67, 2, 1],
    ]);
    expect(seen[4]).toEqual(['ArchiveCompleted', 1, 3, 0]);
    expect(statusCounts()).toEqual({ archived: 3, unresolved: 1 });
    expect(await row()).toMatchObject({ title, count: 3, need_user_acknowledgement: true });
    expect((await acknowledge()).status).toBe(200);
    expect(await row()).toBeUndefined();
  });

  it('shows, when finished, under every classifier and whatever the filter', async () => {
    fake.hasFailedMessages(1, grouped);
    await command('archive');
    fake.settle();
    const listed = await rows('/api/recoverability/groups/Message%20Type?classifierFilter=Nothing');

    expect(listed).toMatchObject([{ id: group, type: 'Message Type', title, operation_status: 'ArchiveCompleted' }]);
  });

  it('that is finished but not acknowledged hides the open group and drops every retry', async () => {
    fake.hasFailedMessages(1, grouped);
    await command('archive');
    fake.settle();
    const [id = ''] = fake.hasFailedMessages(1, grouped);
    await command('retry');
    fake.settle();

    expect(await rows()).toHaveLength(1);
    expect(fake.message(id)?.status).toBe('unresolved');
    await acknowledge();
    await command('retry');
    fake.settle();
    expect(fake.message(id)?.status).toBe('retryIssued');
  });

  it('is undone by an unarchive, which no list shows', async () => {
    fake.hasFailedMessages(2, grouped);
    await command('archive');
    fake.settle();
    await acknowledge();
    await command('unarchive');
    fake.settle();

    expect(statusCounts()).toEqual({ unresolved: 2 });
    expect(await row()).toMatchObject({ operation_status: 'None' });
  });
});

describe('a command on a member that does not hold the group', () => {
  it('retry: waits for ever, but a later retry works', async () => {
    expect((await command('retry')).status).toBe(202);
    fake.settle();
    fake.hasFailedMessages(1, grouped);

    expect(await row()).toMatchObject({ operation_status: 'Waiting', operation_remaining_count: 0 });
    await command('retry');
    fake.settle();
    expect(statusCounts()).toEqual({ retryIssued: 1 });
  });

  it('archive: shows ArchiveStarted and drops every retry until somebody acknowledges', async () => {
    expect((await command('archive')).status).toBe(202);
    fake.settle();
    fake.hasFailedMessages(1, grouped);
    await command('retry');
    fake.settle();

    expect(await row()).toMatchObject({ operation_status: 'ArchiveStarted', operation_messages_completed_count: 0 });
    expect(statusCounts()).toEqual({ unresolved: 1 });
    expect(fake.state.archives.of(group)?.title).toBe('Undefined');
    expect(fake.faultLog).toEqual([]);
    expect((await acknowledge()).status).toBe(200);
    await command('retry');
    fake.settle();
    expect(statusCounts()).toEqual({ retryIssued: 1 });
  });

  it('unarchive: silently blocks archive and unarchive until a restart, and nothing can clear it', async () => {
    expect((await command('unarchive')).status).toBe(202);
    fake.settle();
    fake.hasFailedMessages(1, grouped);
    const statuses = [
      await command('archive'),
      await command('unarchive'),
      await acknowledge(),
      await command('archive'),
    ];
    fake.settle();

    expect(statuses.map(({ status }) => status)).toEqual([202, 202, 404, 202]);
    expect(statusCounts()).toEqual({ unresolved: 1 });
    fake.restart();
    await command('archive');
    fake.settle();
    expect(statusCounts()).toEqual({ archived: 1 });
  });

  it('acknowledge drops a running archive before it looks at retries', async () => {
    fake.hasFailedMessages(1, grouped);
    await command('retry');
    fake.settle();
    fake.hasFailedMessages(5, grouped);
    await command('archive');
    fake.tick(2);

    expect((await acknowledge()).status).toBe(200);
    expect(fake.state.history.unacknowledged).toHaveLength(1);
    expect((await acknowledge()).status).toBe(200);
    expect((await acknowledge()).status).toBe(404);
  });
});

it('lists at most 200 stored groups and pseudo-groups on top, newest first', async () => {
  fake.hasFailedMessages(1, grouped);
  await command('archive');
  fake.settle();
  fake.hasFailedMessages(
    Array.from({ length: 205 }, (_, k) => ({
      exceptionType: `E${String(k)}`,
      timeOfFailure: `2024-05-01T10:00:00.${String(1000 + k)}Z`,
    })),
  );

  const listed = await rows();

  expect(listed).toHaveLength(201);
  expect(listed.filter(({ id }) => id === group)).toHaveLength(1);
  const lasts = listed.slice(1).map(({ last }) => String(last));
  expect(lasts).toEqual([...lasts].sort().reverse());
});
