import type { Fault } from '../../support/http/faults.js';
import type { Response } from '../../support/requester.js';
import { startFederation, type Federation } from '../../support/start-federation.js';
import { reads } from './reads.js';

export const memberTimeoutMs = 1000;
const keys = ['eu', 'us', 'ap'] as const;
export type Key = (typeof keys)[number];

/** Three members with data for every read, one of which is made to fail. */
export async function startFailing(): Promise<Federation<Key>> {
  const federation = await startFederation(keys, {
    settings: {
      federation: { memberTimeout: `${String(memberTimeoutMs)}ms`, probeInterval: '250ms', microCache: '0s' },
    },
  });
  for (const fake of federation.all) {
    fake.hasFailedMessages(8, { messageType: 'Sales.OrderPlaced' });
    fake.hasFailedMessages(3, { messageType: `Billing.${fake.key}` });
  }
  return federation;
}

/** What a caller gets for each read while the member is simply not there: the measure for every other fault. */
export async function answersWithout(
  federation: Federation<Key>,
  failing: Key,
): Promise<ReadonlyMap<string, Response>> {
  await federation.members[failing].stop();
  const rest = new Map<string, Response>();
  for (const { method, target } of reads) rest.set(target, await federation.gateway.request(method, target));
  await federation.members[failing].start();
  await untilWhole(federation);
  return rest;
}

export async function answersOfAll(federation: Federation<Key>): Promise<ReadonlyMap<string, Response>> {
  const whole = new Map<string, Response>();
  for (const { method, target } of reads) whole.set(target, await federation.gateway.request(method, target));
  return whole;
}

/** The member fails on this read alone; probes go on as usual. */
export async function readWhile(
  federation: Federation<Key>,
  failing: Key,
  asked: { readonly faults: readonly Fault[]; readonly method: string; readonly target: string },
): Promise<Response> {
  const path = asked.target.split('?')[0] ?? '';
  const { faults } = federation.members[failing];
  for (const fault of asked.faults) faults.add(fault, { path });
  const answer = await federation.gateway.request(asked.method, asked.target);
  faults.clear();
  await untilWhole(federation);
  return answer;
}

/** Settles when no member is missing any more, on any kind of read. */
export async function untilWhole(federation: Federation<Key>): Promise<void> {
  for (;;) {
    const states = (await federation.gateway.get('/gateway/members')).json as readonly { readonly state: object }[];
    if (states.every(({ state }) => Object.values(state).every((word) => word === 'up'))) return;
    // A slow member is restored by the one trial per probe interval.
    await federation.gateway.get('/api/errors?per_page=1');
  }
}
