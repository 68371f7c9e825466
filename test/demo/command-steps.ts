import { rowsOf, type Asking } from './asking.js';
import type { DemoKey } from './demo-data.js';
import type { Demo } from './demo.js';
import { membersSaid } from './members-said.js';
import type { Step } from './step.js';
import { forgetRequests, groupOf, nothingFaulted, outcomeOf } from './truth.js';

/** A command over ids of several owners. */
export interface Batch {
  readonly method: string;
  readonly target: string;
  readonly ids: Partial<Record<DemoKey, readonly string[]>>;
  /** Of the messages afterwards. */
  readonly status: string;
}

/** One request to each owner with exactly its ids, and none to the others. */
export function batchGoesToOwners(demo: Demo, gateway: Asking, batch: Batch): Step {
  const { method, target } = batch;
  const ids = Object.values(batch.ids).flat();
  return {
    asked: `${method} ${target} (${String(ids.length)} ids)`,
    take: async () => {
      forgetRequests(demo);
      const answer = await gateway.send(method, target, ids);
      demo.settle();
      const received = demo.primaries.map(({ key, fake }) => {
        return [key, fake.requestsTo(method, `/api/${target}`).map(({ json }) => json)];
      });
      const shares = Object.entries(batch.ids).map(([key, own]) => `${String(own.length)} ids to ${key}`);
      return {
        members: membersSaid(answer),
        shown: `${shares.join(', ')}, nothing to others`,
        checks: [
          { what: 'status', expected: 202, came: answer.status },
          { what: 'members', expected: outcomeOf(demo, Object.keys(batch.ids), 202), came: membersSaid(answer) },
          {
            what: 'received',
            expected: demo.primaries.map(({ key }) => [key, key in batch.ids ? [batch.ids[key]] : []]),
            came: received,
          },
          { what: 'states', expected: ids.map(() => batch.status), came: ids.map((id) => statusOf(demo, id)) },
          ...nothingFaulted(demo),
        ],
      };
    },
  };
}

/** A group command at a member without the group would leave something behind there that blocks the group. */
export function groupGoesToHolders(demo: Demo, gateway: Asking): Step {
  return {
    asked: 'POST recoverability/groups/{id}/errors/archive',
    take: async () => {
      const { id, counts, total } = groupOf(demo, 2);
      const holders = counts.map(({ key }) => key);
      const target = `recoverability/groups/${id}/errors/archive`;
      forgetRequests(demo);
      const answer = await gateway.post(target);
      demo.settle();
      const groups = rowsOf(await gateway.get('recoverability/groups')) as readonly Record<string, unknown>[];
      const received = demo.primaries.map(({ fake }) => fake.requestsTo('POST', `/api/${target}`).length);
      return {
        members: membersSaid(answer),
        shown: `${String(total)} messages, shown as one finished operation`,
        checks: [
          { what: 'status', expected: 202, came: answer.status },
          { what: 'members', expected: outcomeOf(demo, holders, 202), came: membersSaid(answer) },
          {
            what: 'requests',
            expected: demo.primaries.map(({ key }) => (holders.includes(key) ? 1 : 0)),
            came: received,
          },
          {
            what: 'operation',
            expected: 'ArchiveCompleted',
            came: groups.find((group) => group['id'] === id)?.['operation_status'],
          },
          ...nothingFaulted(demo),
        ],
      };
    },
  };
}

function statusOf(demo: Demo, id: string): string | undefined {
  return demo.primaries.flatMap(({ fake }) => fake.message(id)?.status ?? [])[0];
}
