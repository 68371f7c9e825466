import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ComposeRun } from '../support/compose-run.js';
import { readComposeFile } from '../support/compose-file.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const services = readComposeFile(join(root, 'docker-compose.yml'));
const own = Object.entries(services).filter(([, service]) => service.build !== undefined);
const gatewaySettings = 'config/compose.json';
const patience = 60_000;

describe('docker-compose.yml', () => {
  it('names three installations and the gateway, and ServicePulse in a profile only', () => {
    const started = Object.entries(services).filter(([, { profiles }]) => profiles === undefined);
    expect(started.map(([name]) => name)).toEqual(['eu', 'us', 'ap', 'gateway']);
    expect(services['servicepulse']?.profiles).toEqual(['pulse']);
  });

  it.each(own)('runs %s from the one image, without root, writable files or privileges', (_, service) => {
    expect(service).toMatchObject({
      image: 'servicecontrol-federation:demo',
      build: { context: '.', target: 'demo' },
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it('builds that image with a stage that the Dockerfile has, for a user without rights', async () => {
    const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
    expect(dockerfile).toMatch(/^FROM runtime AS demo$/m);
    expect(dockerfile).toMatch(/^USER node$/m);
  });

  it('publishes ports on this machine only', () => {
    const published = Object.values(services).flatMap(({ ports }) => ports ?? []);
    expect(published).toEqual(['127.0.0.1:33333:33333', '127.0.0.1:9090:9090']);
  });
});

describe('what docker-compose.yml names, run as processes', () => {
  let directory: string;
  let run: ComposeRun;
  let filesBefore: Awaited<ReturnType<typeof filesOf>>;

  const get = (service: string, url: string): Promise<Response> => fetch(run.placed(service, url));

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'compose-'));
    run = await ComposeRun.prepare(Object.fromEntries(own), { directory, ports: [33333, 33633, 33433] });
    await promisify(execFile)(process.execPath, [join(root, 'test/demo/compile.js'), directory]);
    await symlink(join(root, 'node_modules'), join(directory, 'node_modules'), 'junction');
    await placeSettings();
    filesBefore = await filesOf(directory);
    for (const [name] of own) run.start(name);
    await Promise.all(own.map(([name]) => run.becomesHealthy(name)));
  }, patience);

  afterAll(async () => {
    await run.stopAll();
    await rm(directory, { recursive: true, force: true });
  });

  /** The settings file of the image, with this machine's addresses in the place of the container network's. */
  async function placeSettings(): Promise<void> {
    const file = join(directory, gatewaySettings);
    const settings = JSON.parse(run.placed('gateway', await readFile(file, 'utf8'))) as object;
    await writeFile(file, JSON.stringify({ ...settings, port: run.port('gateway', 33333) }));
  }

  it('shows the failed messages of all three through the gateway', async () => {
    const answer = await get('gateway', 'http://gateway:33333/api/errors?status=unresolved');
    expect(answer.headers.get('x-particular-incomplete-results')).toBeNull();
    expect(answer.headers.get('total-count')).toBe('270');
  });

  it('gives ServicePulse two addresses that the gateway answers', async () => {
    const { SERVICECONTROL_URL: primary = '', MONITORING_URL: monitoring = '' } =
      services['servicepulse']?.environment ?? {};
    const primaryRoot = (await (await get('gateway', primary)).json()) as object;
    const monitoringRoot = (await (await get('gateway', monitoring)).json()) as object;
    expect(primary).toMatch(/\/api\/$/);
    expect(primaryRoot).toMatchObject({ name: 'Example shop (federated)' });
    expect(monitoringRoot).toMatchObject({ instanceType: 'monitoring' });
  });

  it('writes nothing into the image', async () => {
    await get('gateway', 'http://gateway:33333/api/recoverability/groups');
    expect(filesBefore.length).toBeGreaterThan(100);
    expect(await filesOf(directory)).toEqual(filesBefore);
  });

  it(
    'stops an installation with success, tells by its health check that it is gone, and goes on with the rest',
    async () => {
      expect(await run.stop('ap')).toBe(0);
      expect(await run.isHealthy('ap')).toBe(false);
      expect(await run.isHealthy('gateway')).toBe(true);
      const answer = await get('gateway', 'http://gateway:33333/api/errors?status=unresolved');
      expect(answer.headers.get('total-count')).toBe('210');
      expect(answer.headers.get('x-particular-incomplete-results')).toBe(
        `${run.placed('gateway', 'http://ap:33333/api/')}:unavailable`,
      );
    },
    patience,
  );
});

/** Every file but packages, with the moment of its last change. */
async function filesOf(directory: string): Promise<readonly { readonly file: string; readonly changed: number }[]> {
  const names = await readdir(directory);
  const trees = names.filter((name) => name !== 'node_modules');
  const found = await Promise.all(
    trees.map(async (tree) => {
      const path = join(directory, tree);
      if (!(await stat(path)).isDirectory()) return [tree];
      return (await readdir(path, { recursive: true })).map((file) => join(tree, file));
    }),
  );
  const files = found.flat().sort();
  return Promise.all(files.map(async (file) => ({ file, changed: (await stat(join(directory, file))).mtimeMs })));
}
