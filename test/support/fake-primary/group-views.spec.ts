import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Requester, requester } from '../requester.js';
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
  fake = await startFakePrimary();
  ask = requester(fake.url);
});

afterEach(() => fake.stop());

async function rows(target = '/api/recoverability/groups'): Promise<readonly Row[]> {
  return (await ask.get(target)).json as readonly Row[];
}

async function row(): Promise<Row | undefined> {
  return (await rows()).find(({ id }) => id === group);
}

describe('an open group without any operation', () => {
  it('has neither operation times nor counts, and no comment unless there is one', async () => {
    fake.hasFailedMessages([
      { ...grouped, timeOfFailure: '2024-05-01T10:00:00.1Z', attempts: 2 },
      { ...grouped, timeOfFailure: '2024-05-01T11:00:00Z' },
      { ...grouped, status: 'archived' },
    ]);
    const plain = await row();
    fake.hasGroupComment(group, 'looked at');

    expect(plain).toEqual({
      id: group,
      title,
      type: classifier,
      count: 2,
      first: '2024-05-01T09:59:00.1Z',
      last: '2024-05-01T11:00:00Z',
      operation_status: 'None',
      operation_progress: 0,
      need_user_acknowledgement: false,
    });
    expect(await row()).toMatchObject({ comment: 'looked at' });
  });
});

it('takes a comment from the query, for unknown groups too, and none from a blank one', async () => {
  const comment = `/api/recoverability/groups/${group}/comment`;
  const set = await ask.request('POST', `${comment}?comment=a%26b%20%C3%A9`);
  fake.hasFailedMessages(1, grouped);
  expect(await row()).toMatchObject({ comment: 'a&b é' });
  const deleted = await ask.request('DELETE', comment);

  expect([set.status, deleted.status]).toEqual([202, 202]);
  expect(await row()).not.toHaveProperty('comment');
});

it('never shows comment or operation on a single group, nor on archived ones', async () => {
  fake.hasFailedMessages(1, grouped);
  fake.hasFailedMessages(1, { ...grouped, status: 'archived' });
  fake.hasGroupComment(group, 'text');
  const fields = ['id', 'title', 'type', 'count', 'first', 'last'];

  for (const target of [`recoverability/groups/id/${group}`, `archive/groups/id/${group}`])
    expect(Object.keys((await ask.get(`/api/${target}`)).json as Row)).toEqual(fields);
  expect((await rows('/api/errors/groups')).map((found) => Object.keys(found))).toEqual([fields]);
});

it('breaks on RavenDB when a single group is narrowed, and narrows on EF', async () => {
  const ef = await startFakePrimary({ persister: 'postgresql' });
  for (const member of [fake, ef]) member.hasFailedMessages(1, grouped);
  const target = `/api/recoverability/groups/id/${group}?status=archived`;
  const statuses = [await ask.get(target), await requester(ef.url).get(target)].map(({ status }) => status);
  await ef.stop();

  expect(statuses).toEqual([500, 404]);
});

it('names five classifiers in their order', async () => {
  const response = await ask.get('/api/recoverability/classifiers');

  expect(response.json).toEqual([
    'Exception Type and Stack Trace',
    'Message Type',
    'Endpoint Address',
    'Endpoint Instance',
    'Endpoint Name',
  ]);
  expect(response.headers['total-count']).toBe('5');
});
