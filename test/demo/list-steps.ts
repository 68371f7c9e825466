import { idsOf, isWhole, type Asking } from './asking.js';
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
      const members = (await gateway.own('/gateway/members')).json as readonly MemberRow[];
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
      const groups = answer.json as readonly { readonly id: string; readonly count: number }[];
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

/** The address is the gateway's form of a member's `instance_id`: the member's key in front of it. */
export function messageBody(owner: DemoInstallation, gateway: Asking): Step {
  const { key, installation } = owner;
  const id = owner.ids[5] ?? '';
  return {
    asked: `GET messages/{id}/body?instance_id=${key}~...`,
    take: async () => {
      const { primary } = installation;
      const answer = await gateway.get(`messages/${id}/body?instance_id=${key}~${primary.instanceId}`);
      const body = primary.message(id)?.facts.body;
      return {
        members: membersSaid(answer),
        shown: `${String(answer.bytes.length)} bytes, as ${key} keeps them`,
        checks: [
          { what: 'status', expected: 200, came: answer.status },
          { what: 'members', expected: `${key}=200`, came: membersSaid(answer) },
          { what: 'body', expected: body?.kind === 'bytes' ? body.bytes.toString() : undefined, came: answer.text },
        ],
      };
    },
  };
}
