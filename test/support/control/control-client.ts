import type { CommandFault } from '../fake-primary/command-queue.js';
import type { FailedMessageSpec } from '../fake-primary/message-spec.js';
import type { PersisterName } from '../fake-primary/persister.js';
import type { HeaderLine } from '../http/reply.js';
import type { MemberEntry, Part } from '../installation.js';
import { requester } from '../requester.js';
import type { TargetedFault } from './set-faults.js';

/** An installation as `GET /installations` shows it. */
export interface ShownInstallation extends MemberEntry {
  readonly persister: PersisterName;
  readonly version: string;
  readonly monitoring_version: string;
  readonly listening: Readonly<Record<Part, boolean>>;
  readonly failed_messages: number;
  readonly requests: Readonly<Record<Part, number>>;
}

/** A request that a fake has seen. */
export interface ShownRequest {
  readonly part: Part;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly HeaderLine[];
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Left out while it is being answered. */
  readonly finished?: 'complete' | 'client gone' | 'cut';
  readonly ended_at?: number;
  readonly bytes_sent: number;
}

/** Where commands stand after a tick. */
export interface Turned {
  /** Whether another tick would change nothing. */
  readonly settled: boolean;
  /** Length of the fault log. */
  readonly faults_logged: number;
}

/** Drives the installations behind one control port; whatever the port refuses is an error with its own words. */
export class ControlClient {
  constructor(private readonly url: string) {}

  async installations(): Promise<readonly ShownInstallation[]> {
    return (await this.ask('GET', '/installations')) as readonly ShownInstallation[];
  }

  /** Gives the ids of the new messages. */
  async hasFailedMessages(key: string, count: number, like: JsonMessageSpec = {}): Promise<readonly string[]> {
    const { ids } = (await this.do('POST', key, 'failed-messages', { count, like })) as {
      readonly ids: readonly string[];
    };
    return ids;
  }

  async tick(key: string, times = 1): Promise<Turned> {
    return (await this.do('POST', key, 'tick', { times })) as Turned;
  }

  async settle(key: string): Promise<Turned> {
    return (await this.do('POST', key, 'settle')) as Turned;
  }

  async stop(key: string, part?: Part): Promise<void> {
    await this.do('POST', key, `stop${partQuery(part)}`);
  }

  async start(key: string, part?: Part): Promise<void> {
    await this.do('POST', key, `start${partQuery(part)}`);
  }

  async useVersion(key: string, version: string, part?: Part): Promise<void> {
    await this.do('PUT', key, `version${partQuery(part)}`, { version });
  }

  async usePersister(key: string, persister: PersisterName): Promise<void> {
    await this.do('PUT', key, 'persister', { persister });
  }

  /** In the place of the faults that are set. */
  async setFaults(key: string, part: Part, faults: readonly TargetedFault[]): Promise<void> {
    await this.do('PUT', key, `faults${partQuery(part)}`, faults);
  }

  async faults(key: string): Promise<readonly (TargetedFault & { readonly part: Part })[]> {
    return (await this.do('GET', key, 'faults')) as readonly (TargetedFault & { readonly part: Part })[];
  }

  async clearFaults(key: string, part?: Part): Promise<void> {
    await this.do('DELETE', key, `faults${partQuery(part)}`);
  }

  /** Of both parts, oldest first, or only those with this method and beginning of the raw target. */
  async requests(
    key: string,
    only: { readonly part?: Part; readonly method?: string; readonly path?: string } = {},
  ): Promise<readonly ShownRequest[]> {
    const query = new URLSearchParams({ ...only }).toString();
    const { requests } = (await this.do('GET', key, `requests?${query}`)) as {
      readonly requests: readonly ShownRequest[];
    };
    return requests;
  }

  async clearRequests(key: string, part?: Part): Promise<void> {
    await this.do('DELETE', key, `requests${partQuery(part)}`);
  }

  async faultLog(key: string): Promise<readonly CommandFault[]> {
    return (await this.do('GET', key, 'fault-log')) as readonly CommandFault[];
  }

  private do(method: string, key: string, action: string, body?: unknown): Promise<unknown> {
    return this.ask(method, `/installations/${encodeURIComponent(key)}/${action}`, body);
  }

  private async ask(method: string, target: string, body?: unknown): Promise<unknown> {
    const asked = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await requester(this.url).request(method, target, asked);
    if (response.status === 204) return undefined;
    if (response.status === 200) return response.json;
    throw new Error(`${method} ${target}: ${(response.json as { readonly error: string }).error}`);
  }
}

/** What JSON can say of a failed message. */
export type JsonMessageSpec = Omit<FailedMessageSpec, 'respell'>;

function partQuery(part: Part | undefined): string {
  return part === undefined ? '' : `?part=${part}`;
}
