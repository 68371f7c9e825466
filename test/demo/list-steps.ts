import { idsOf, isWhole, rowsOf, type Asking } from './asking.js';
import type { DemoInstallation } from './demo-installation.js';
import type { Demo } from './demo.js';
import { membersSaid } from './members-said.js';
import type { Step } from './step.js';
import { groupOf, unresolvedOf } from './truth.js';

export const unresolved = 'errors?status=unresolved';
export const rowsOfFirst = 12;
const rowsPerPage = 50;

interface MemberRow {
  readonly key: string;
  readonly version: string;
  readonly state: Readonly<Record<string, string>>;
}

export function membersAreUp(demo: Demo, gateway: Asking): Step {
  return {
    asked: 'GET /gateway/members',
    take: async () => {
      const members = rowsOf(await gateway.own('/gateway/members')) as readonly MemberRow[];
      const states = members.map(({ key, state }) => `${key}=${state['service-control'] ?? ''}`);
      const versions = members.map(({ version }) => version);
      return {
        members: states.join(' '),
        shown: `ServiceControl ${versions.join(', ')}`,
        checks: [
          { what: 'states', expected: demo.primaries.map(({ key }) => `${key}=up`), came: states },
          { what: 'versions', expected: demo.primaries.map(({ fake }) => fake.version), came: versions },
        ],
      };
    },
  };
}

/** Exactly the newest rows of all three, in order. */
export function onePage(demo: Demo, gateway: Asking): Step {
  const target = `${unresolved}&per_page=${String(rowsOfFirst)}`;
  return {
    asked: `GET ${target}`,
    take: async () => {
      const expected = unresolvedOf(demo);
      const answer = await gateway.get(target);
      const ids = idsOf(answer);
      const total = answer.headers['total-count'];
      const shares = demo.members.map(({ key, ids: own }) => {
        return `${String(ids.filter((id) => own.includes(id)).length)} of ${key}`;
      });
      return {
        members: membersSaid(answer),
        shown: `the newest of ${String(total)}: ${shares.join(', ')}`,
        checks: [
          ...isWhole(answer),
          { what: 'Total-Count', expected: String(expected.length), came: total },
          { what: 'ids', expected: expected.slice(0, rowsOfFirst), came: ids },
        ],
      };
    },
  };
}

export function allPages(demo: Demo, gateway: Asking): Step {
  const pages = Math.ceil(unresolvedOf(demo).length / rowsPerPage);
  return {
    asked: `GET ${unresolved}&page=1 to ${String(pages)}`,
    take: async () => {
      const expected = unresolvedOf(demo);
      const answers = [];
      for (let page = 1; page <= pages; page += 1) {
        answers.push(await gateway.get(`${unresolved}&per_page=${String(rowsPerPage)}&page=${String(page)}`));
      }
      const ids = answers.flatMap(idsOf);
      return {
        members: [...new Set(answers.map(membersSaid))].join(' / '),
        shown: `${String(ids.length)} ids, every one exactly once`,
        checks: [
          ...answers.flatMap(isWhole),
          { what: 'distinct ids', expected: expected.length, came: new Set(ids).size },
          { what: 'ids', expected, came: ids },
        ],
      };
    },
  };
}

/** The same failure has the same group id everywhere, so its members' groups are one. */
export function mergedGroup(demo: Demo, gateway: Asking): Step {
  return {
    asked: 'GET recoverability/groups',
    take: async () => {
      const { id, counts, total } = groupOf(demo, demo.primaries.length);
      const answer = await gateway.get('recoverability/groups');
      const groups = rowsOf(answer) as readonly { readonly id: string; readonly count: number }[];
      const found = groups.filter((group) => group.id === id);
      return {
        members: membersSaid(answer),
        shown: `one group of ${String(total)}: ${counts.map(({ key, count }) => `${key} ${String(count)}`).join(' + ')}`,
        checks: [
          ...isWhole(answer),
          { what: 'counts of the group', expected: [total], came: found.map(({ count }) => count) },
        ],
      };
    },
  };
}

/** A row of the message list says where its body is: the member's key stands before the member's own instance id. */
export function messageBody(owner: DemoInstallation, gateway: Asking): Step {
  const { key, installation } = owner;
  return {
    asked: `GET messages2, then a body of ${key}`,
    take: async () => {
      const list = await gateway.get(`messages2?page_size=${String(rowsPerPage)}&sort=time_sent&direction=desc`);
      const rows = rowsOf(list) as readonly { readonly id: string; readonly body_url: string }[];
      const row = rows.find(({ body_url: url }) => url.includes(`instance_id=${key}~`));
      const answer = await gateway.get(row?.body_url.slice(1) ?? 'no row of this member');
      const body = installation.primary.message(row?.id ?? '')?.facts.body;
      return {
        members: membersSaid(answer),
        shown: `${String(answer.bytes.length)} bytes by ${row?.body_url.replace(/^.*\?/, '').slice(0, 25) ?? ''}...`,
        checks: [
          ...isWhole(list),
          { what: 'status', expected: 200, came: answer.status },
          { what: 'members', expected: `${key}=200`, came: membersSaid(answer) },
          { what: 'body', expected: body?.kind === 'bytes' ? body.bytes.toString() : undefined, came: answer.text },
        ],
      };
    },
  };
}
