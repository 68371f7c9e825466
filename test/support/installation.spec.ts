import { afterEach, describe, expect, it } from '@jest/globals';
import { type Installation, startInstallation, startInstallations, stopInstallations } from './installation.js';
import { requester } from './requester.js';

let started: readonly Installation[] = [];

afterEach(() => stopInstallations(started));

async function versions({ member }: Installation): Promise<readonly unknown[]> {
  const roots = await Promise.all([requester(member.api_uri).get('/api/'), requester(member.monitoring_uri).get('/')]);
  return roots.map(({ headers }) => headers['x-particular-version']);
}

describe('an installation', () => {
  it('is a primary and a Monitoring instance of one version under one name', async () => {
    const eu = await startInstallation({ key: 'eu', name: 'Europe', version: '6.18.2', persister: 'sqlserver' });
    started = [eu];

    expect(await versions(eu)).toEqual(['6.18.2', '6.18.2']);
    expect(eu.member).toEqual({
      key: 'eu',
      name: 'Europe',
      api_uri: `http://127.0.0.1:${String(eu.primary.port)}/api/`,
      monitoring_uri: `http://127.0.0.1:${String(eu.monitoring.port)}/`,
    });
    expect(eu.primary.persister.name).toBe('sqlserver');
    eu.useVersion('6.19.0');
    expect(await versions(eu)).toEqual(['6.19.0', '6.19.0']);
  });

  it('lets options of one part win over those of both', async () => {
    const eu = await startInstallation({ key: 'eu', version: '6.18.2', monitoring: { version: '6.14.0' } });
    const us = await startInstallation({ key: 'us', version: '6.18.2', primary: { version: '6.17.0' } });
    started = [eu, us];

    expect(await versions(eu)).toEqual(['6.18.2', '6.14.0']);
    expect(await versions(us)).toEqual(['6.17.0', '6.18.2']);
  });

  it('refuses connections at both parts while it is stopped and is back at the same addresses afterwards', async () => {
    const eu = await startInstallation('eu');
    started = [eu];
    const before = eu.member;

    await eu.stop();
    await expect(requester(before.api_uri).get('/api/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await expect(requester(before.monitoring_uri).get('/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });

    await eu.start();
    expect(eu.member).toEqual(before);
    expect(await versions(eu)).toEqual(['6.20.0', '6.20.0']);
  });

  it('keeps messages, comments, version and port when it gets another persister', async () => {
    const eu = await startInstallation({ key: 'eu', persister: 'ravendb', version: '6.19.1' });
    started = [eu];
    const ids = eu.primary.hasFailedMessages(3);
    eu.primary.hasGroupComment('g', 'known');
    const before = eu.member;
    eu.primary.version = '6.18.0';

    await eu.usePersister('postgresql');

    const rows = (await requester(eu.primary.url).get('/api/errors')).json as readonly { readonly id: string }[];
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids));
    expect(eu.primary.state.comments.get('g')).toBe('known');
    expect([eu.member, eu.primary.version, eu.primary.persister.name]).toEqual([before, '6.18.0', 'postgresql']);
  });

  it('stays stopped when it gets another persister while it is', async () => {
    const eu = await startInstallation('eu');
    started = [eu];
    await eu.stop();

    await eu.usePersister('sqlserver');

    expect(eu.primary.isListening).toBe(false);
  });
});

describe('several installations', () => {
  it('come in the order in which they were asked for', async () => {
    const [eu, us] = await startInstallations(['eu', { key: 'us', name: 'Americas' }]);
    started = [eu, us];

    expect(started.map(({ key, name }) => [key, name])).toEqual([
      ['eu', 'eu'],
      ['us', 'Americas'],
    ]);
  });

  it('are none when one of them cannot start', async () => {
    const eu = await startInstallation('eu');
    started = [eu];
    const taken = eu.primary.port;
    const free = await freePort();

    await expect(
      startInstallations([
        { key: 'us', primary: { port: free } },
        { key: 'ap', primary: { port: taken } },
      ]),
    ).rejects.toMatchObject({ code: 'EADDRINUSE' });

    await expect(requester(`http://127.0.0.1:${String(free)}`).get('/api/')).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });
});

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const installation = await startInstallation('probe');
  await installation.stop();
  return installation.primary.port;
}
