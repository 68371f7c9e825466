import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { memberAt, namesOf, read, staying, startTransports } from '../../../test/contracts/start-transports.js';
import { Names, type NameSources } from './names.js';
import { answering, rawReply, startRawServer, type RawServer, type Script } from '../../../test/support/raw-server.js';

/** How late anything may be on a busy machine. */
const slackMs = 300;
const ok = rawReply('[]');

const servers: RawServer[] = [];

afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function serverThat(script: Script, options: { host?: string; port?: number } = {}): Promise<RawServer> {
  const server = await startRawServer(script, options);
  servers.push(server);
  return server;
}

/** As if so much time had passed for everyone who asks for the time from now on. */
function later(ms: number): void {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}

describe('names', () => {
  it('are looked up again, so that a member that moved is found within 30 s', async () => {
    const old = await serverThat(answering(rawReply('old')));
    const moved = await serverThat(answering(rawReply('new')), { host: '127.0.0.2', port: old.port });
    const addresses: Record<string, string[]> = { us: ['127.0.0.1'] };
    const named = await startTransports({ names: namesOf(addresses) });
    const member = memberAt(`http://us:${String(old.port)}/api/`);
    const ask = async (): Promise<string> => (await named.http.send(member, read(), staying())).body.toString();

    expect(await ask()).toBe('old');
    addresses['us'] = [];
    await old.stop();
    later(5_000);
    await expect(ask()).rejects.toMatchObject({ reason: 'unavailable', sent: 'no' });
    addresses['us'] = ['127.0.0.2'];

    expect(await ask()).toBe('new');
    expect(moved.requests).toHaveLength(1);
    await named.stop();
  });

  it('whose resolver hangs hold up nobody else', async () => {
    const server = await serverThat(answering(ok));
    const names = namesOf({ healthy: ['127.0.0.1'] });
    const hanging = await startTransports({
      names: {
        system: (name) => (name.startsWith('hangs') ? new Promise(() => undefined) : names.system(name)),
        direct: (name) => (name.startsWith('hangs') ? new Promise(() => undefined) : names.direct(name)),
      },
    });
    const url = (name: string): string => `http://${name}:${String(server.port)}/api/`;
    const started = performance.now();

    const stuck = Array.from({ length: 64 }, (_, at) =>
      hanging.http.send(memberAt(url(`hangs-${String(at)}`)), read({ deadlineMs: 2000 }), staying()),
    );
    const faults = Promise.allSettled(stuck);
    const reply = await hanging.http.send(memberAt(url('healthy'), 'eu'), read(), staying());

    expect(reply.status).toBe(200);
    expect(performance.now() - started).toBeLessThan(100 + slackMs);
    for (const fault of await faults) {
      expect(fault).toMatchObject({ reason: { reason: 'unavailable', sent: 'no' } });
      expect(String((fault as PromiseRejectedResult).reason)).toContain('was not resolved within 1000 ms');
    }
    expect(performance.now() - started).toBeLessThan(1000 + slackMs);
    await hanging.stop();
  });
});

describe('Names', () => {
  const addressOf = (address: string): { address: string; family: number }[] => [{ address, family: 4 }];
  const never = new Promise<never>(() => undefined);
  const fault = (code: string): Error => Object.assign(new Error(code), { code });
  const sources = (system: NameSources['system'], direct: NameSources['direct'] = () => never): NameSources => ({
    system,
    direct,
  });

  it('asks once for callers at the same time and shortly after, and again four seconds later', async () => {
    let asked = 0;
    const names = new Names(sources(() => Promise.resolve(addressOf(`127.0.0.${String((asked += 1))}`))));

    await Promise.all([names.addressesOf('us'), names.addressesOf('us')]);
    expect(await names.addressesOf('us')).toEqual(addressOf('127.0.0.1'));
    later(4_100);
    expect(await names.addressesOf('us')).toEqual(addressOf('127.0.0.2'));
  });

  it.each([
    ['hangs', () => never],
    ['cannot be reached', () => Promise.reject(fault('EAI_AGAIN'))],
  ])('uses the last known address while the resolver %s', async (_what, failing) => {
    let system: NameSources['system'] = () => Promise.resolve(addressOf('127.0.0.1'));
    const names = new Names(sources((name) => system(name)));
    await names.addressesOf('us');

    system = failing;
    later(60_000);

    expect(await names.addressesOf('us')).toEqual(addressOf('127.0.0.1'));
  });

  it('forgets the address of a name that exists no more', async () => {
    let system: NameSources['system'] = () => Promise.resolve(addressOf('127.0.0.1'));
    const names = new Names(sources((name) => system(name)));
    await names.addressesOf('us');

    system = () => Promise.reject(fault('ENOTFOUND'));
    later(5_000);

    await expect(names.addressesOf('us')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('asks the system for two names at a time, DNS itself for the others', async () => {
    const asked: string[] = [];
    const names = new Names(
      sources(
        (name) => {
          asked.push(name);
          return never;
        },
        (name) => (name === 'd' ? Promise.resolve(addressOf('127.0.0.4')) : Promise.reject(fault('ENOTFOUND'))),
      ),
    );

    for (const name of ['a', 'b', 'c']) void names.addressesOf(name);

    expect(await names.addressesOf('d')).toEqual(addressOf('127.0.0.4'));
    expect(asked).toEqual(['a', 'b']);
  });

  it('asks the next name when the system has answered', async () => {
    const names = new Names(sources((name) => Promise.resolve(addressOf(`127.0.0.${name}`))));

    const found = await Promise.all(['1', '2', '3', '4', '5'].map((name) => names.addressesOf(name)));

    expect(found.flat().map(({ address }) => address)).toEqual(['1', '2', '3', '4', '5'].map((at) => `127.0.0.${at}`));
  });

  it('finds the names of this machine itself', async () => {
    expect((await new Names().addressesOf('localhost')).map(({ address }) => address)).toContain('127.0.0.1');
  });
});
