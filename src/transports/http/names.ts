import dns, { type LookupAddress } from 'node:dns';
import { readFileSync } from 'node:fs';
import { codeOf } from './fault-code.js';

/** Where addresses of names come from. Both reject when there are none. */
export interface NameSources {
  /** As every program of this machine finds them. Holds one of Node's four worker threads until it ends. */
  system(name: string): Promise<readonly LookupAddress[]>;
  /** DNS servers asked directly: holds nothing, but knows no hosts file and no search domains. */
  direct(name: string): Promise<readonly LookupAddress[]>;
}

const freshMs = 4_000;
const hesitationMs = 100;
/** The other two worker threads stay free for decompression and files, whatever the resolver does. */
const systemAtOnce = 2;

/**
 * Addresses of members' names. A resolver that hangs delays neither members whose addresses were known before nor
 * those whose names DNS itself answers; a name is never asked twice at a time, and never older than four seconds
 * while the resolver answers.
 */
export class Names {
  private readonly known = new Map<string, { readonly addresses: readonly LookupAddress[]; readonly at: number }>();
  private readonly asking = new Map<string, Promise<readonly LookupAddress[]>>();
  private readonly queue: (() => void)[] = [];
  private running = 0;

  constructor(private readonly sources: NameSources = systemSources) {}

  /** @throws Error with the resolver's `code` when the name has no address */
  async addressesOf(name: string): Promise<readonly LookupAddress[]> {
    const known = this.known.get(name);
    if (known !== undefined && performance.now() - known.at < freshMs) return known.addresses;
    const answer = this.asking.get(name) ?? this.ask(name);
    if (known === undefined || (await settlesWithin(hesitationMs, answer))) return answer;
    return known.addresses;
  }

  private ask(name: string): Promise<readonly LookupAddress[]> {
    const answer = this.answer(name).then(
      (addresses) => {
        this.known.set(name, { addresses, at: performance.now() });
        return addresses;
      },
      (fault: unknown) => {
        const known = this.known.get(name);
        // The resolver itself has failed, which says nothing about the name.
        if (known !== undefined && codeOf(fault) === 'EAI_AGAIN') return known.addresses;
        this.known.delete(name);
        throw fault;
      },
    );
    this.asking.set(name, answer);
    const forget = (): void => {
      this.asking.delete(name);
    };
    answer.then(forget, forget);
    return answer;
  }

  private async answer(name: string): Promise<readonly LookupAddress[]> {
    const system = this.inTurn(() => this.sources.system(name));
    if (await settlesWithin(hesitationMs, system)) return system;
    return Promise.any([system, this.sources.direct(name)]).catch(() => system);
  }

  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running >= systemAtOnce) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}

const systemSources: NameSources = {
  system: (name) =>
    new Promise((resolve, reject) => {
      dns.lookup(name, { all: true, order: 'verbatim' }, (fault, addresses) => {
        if (fault === null) resolve(addresses);
        else reject(fault);
      });
    }),
  direct: async (name) => {
    // What the hosts file says goes before DNS, which may know the name by another address.
    if (hostsFileNames(name)) throw new Error('the hosts file has this name');
    const resolver = new dns.promises.Resolver({ timeout: 1_000, tries: 2 });
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = found.flatMap((answer, at) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
    );
    if (addresses.length === 0) throw new Error('DNS has no address of this name');
    return addresses;
  },
};

const hostsFile =
  process.platform === 'win32'
    ? `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
    : '/etc/hosts';

function hostsFileNames(name: string): boolean {
  try {
    const lines = readFileSync(hostsFile, 'latin1').toLowerCase().split(/\r?\n/);
    return lines.some((line) => line.replace(/#.*/, '').split(/\s+/).slice(1).includes(name.toLowerCase()));
  } catch {
    return false;
  }
}

function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, false);
    const settle = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(settle, settle);
  });
}
