import type { FakePrimary } from './fake-primary/fake-primary.js';
import type { RunningGateway } from './start-gateway.js';

type State = 'up' | 'slow' | 'down' | 'unknown';

interface ListedMember {
  readonly key: string;
  readonly state: Readonly<Record<string, State>>;
  readonly in_flight: number;
  readonly last_error?: string;
}

/** The members as `/gateway/members` shows them. */
export async function listedMembers(gateway: RunningGateway): Promise<readonly ListedMember[]> {
  return (await gateway.get('/gateway/members')).json as readonly ListedMember[];
}

/** What the gateway thinks of one member's primary. */
export async function stateOf(gateway: RunningGateway, key: string): Promise<State | undefined> {
  return (await listedMembers(gateway)).find((member) => member.key === key)?.state['service-control'];
}

/** Settles when the gateway thinks so of a member's primary. */
export async function untilMemberIs(gateway: RunningGateway, key: string, state: State): Promise<void> {
  while ((await stateOf(gateway, key)) !== state);
}

/**
 * Settles when every surface of every member is up. These reads are made meanwhile, one of each pace that was slow: a
 * slow member is restored by the one trial per probe interval.
 */
export async function untilAllAreUp(gateway: RunningGateway, reads: readonly string[]): Promise<void> {
  for (;;) {
    const members = await listedMembers(gateway);
    if (members.every(({ state }) => Object.values(state).every((word) => word === 'up'))) return;
    for (const target of reads) await gateway.get(target);
  }
}

/** Settles when nothing is under way at any member. */
export async function untilIdle(gateway: RunningGateway): Promise<void> {
  while ((await listedMembers(gateway)).some((member) => member.in_flight > 0));
}

/** Settles when the member has answered its next probe, or the gateway has given it up. */
export async function nextProbe(fake: FakePrimary): Promise<void> {
  for (;;) {
    const request = await fake.nextRequestTo('GET', '/api/');
    if (request.target !== '/api/') continue;
    await request.ended;
    return;
  }
}
