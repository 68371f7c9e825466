import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Environment } from './environment.js';
import { GatewaySettings } from './gateway-settings.js';
import { describeFaults, loadSettings, settingsFrom } from './load-settings.js';
import type { SettingFault } from './setting-fault.js';

const oneMember = { SERVICECONTROL_FEDERATEDINSTANCES: '[{"api_uri":"http://sc-eu:33333/api/"}]' };

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function load(environment: Environment, argv: readonly string[] = []) {
  return loadSettings(argv, environment, { isContainer: false });
}

function settings(environment: Environment, argv: readonly string[] = []): GatewaySettings {
  const loaded = load({ ...oneMember, ...environment }, argv);
  if ('faults' in loaded) throw new Error(describeFaults(loaded.faults));
  return loaded.settings;
}

function faults(environment: Environment, argv: readonly string[] = []): readonly SettingFault[] {
  const loaded = load({ ...oneMember, ...environment }, argv);
  return 'faults' in loaded ? loaded.faults : [];
}

function faultNames(environment: Environment, argv: readonly string[] = []): readonly string[] {
  return faults(environment, argv).map(({ name }) => name);
}

describe('the order of places', () => {
  it('is defaults, then the file, then the environment, setting by setting', () => {
    const config = file('order.json', { port: 1, federation: { memberTimeout: '1s', searchTimeout: '2s' } });
    expect(settings({ SERVICECONTROL_FEDERATION_SEARCHTIMEOUT: '3s' }, ['--config', config])).toMatchObject({
      port: 1,
      federation: { memberTimeout: 1_000, searchTimeout: 3_000, writeTimeout: 60_000 },
    });
  });

  it('takes the file named on the command line, else the one named in the environment', () => {
    const [one, two] = [file('one.json', { port: 1 }), file('two.json', { port: 2 })];
    expect(settings({ SERVICECONTROL_CONFIGFILE: two }).port).toBe(2);
    expect(settings({ SERVICECONTROL_CONFIGFILE: two }, ['check', `--config=${one}`]).port).toBe(1);
  });

  it('unsets an optional setting with null in the file and with an empty text in the environment', () => {
    const config = file('unset.json', { publicUrl: 'https://pulse.example.com/api/', metrics: { port: 9100 } });
    expect(settings({ SERVICECONTROL_PUBLICURL: '' }, ['--config', config]).publicUrl).toBeUndefined();
    expect(settings({}, ['--config', file('null.json', { metrics: { port: null } })]).metrics.port).toBeUndefined();
  });

  it('reads a file that begins with a byte order mark', () => {
    expect(settings({}, ['--config', file('bom.json', '\uFEFF{"port":7}')]).port).toBe(7);
  });
});

describe('the environment', () => {
  it.each([
    ['SERVICECONTROL_FEDERATION_MEMBERTIMEOUT', '00:00:04', 'federation.memberTimeout', 4_000],
    ['SERVICECONTROL_LIMITS_BODYBYTES', '30mb', 'limits.bodyBytes', 30_000_000],
    ['SERVICECONTROL_FEDERATION_MICROCACHE', '0', 'federation.microCache', 0],
    ['SERVICECONTROL_FEDERATION_CONDITIONALREQUESTS', 'False', 'federation.conditionalRequests', false],
    ['SERVICECONTROL_FEDERATION_REDIRECTROUTING', 'Broadcast', 'federation.redirectRouting', 'broadcast'],
    ['SERVICECONTROL_BASEPATH', '/federation/', 'basePath', '/federation'],
    ['SERVICECONTROL_AUTHENTICATION_OPERATORROLES', 'admin; ops ,', 'authentication.operatorRoles', ['admin', 'ops']],
    ['SERVICECONTROL_AUTHENTICATION_OPERATORROLES', '["a,b","c"]', 'authentication.operatorRoles', ['a,b', 'c']],
    ['SERVICECONTROL_FORWARDEDHEADERS_KNOWNNETWORKS', '', 'forwardedHeaders.knownNetworks', []],
    ['SERVICECONTROL_CORS_ALLOWEDORIGINS', 'https://a.example/x', 'cors.allowedOrigins', ['https://a.example']],
    ['SERVICECONTROL_REGISTRY_DATABASE', 'sqlite:registry.db', 'registry.database', 'sqlite:registry.db'],
  ])('reads %s=%s', (name, text, path, value) => {
    expect(settings({ [name]: text })).toHaveProperty(path, value);
  });

  it('reads a value from the file that a _FILE name gives, less its last line end', () => {
    const secret = file('secret', 'hunter2 \r\n');
    const loaded = settings({ SERVICECONTROL_HTTPS_CERTIFICATEPASSWORD_FILE: secret });
    expect(loaded.https.certificatePassword).toBe('hunter2 ');
    const members = file('members', '[{"api_uri":"http://sc-us:33333/api/"}]\n');
    const fromFile = load({ SERVICECONTROL_FEDERATEDINSTANCES_FILE: members });
    expect(fromFile).toMatchObject({ settings: { federatedInstances: [{ key: 'sc-us-33333' }] } });
  });

  it('reads no name without the prefix', () => {
    const names = { PORT: '1', HOSTNAME: 'x', HTTP_PROXY: 'http://127.0.0.1:9', http_proxy: 'y', LOG_LEVEL: 'trace' };
    expect(settings(names)).toEqual(settings({}));
  });

  it('takes the proxy from HTTPS_PROXY and NO_PROXY when nothing else names one', () => {
    const standard = { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: '.internal,10.0.0.0/8' };
    expect(settings(standard)).toMatchObject({
      outboundProxy: 'http://proxy:3128',
      noProxy: ['.internal', '10.0.0.0/8'],
    });
    const config = file('proxy.json', { outboundProxy: 'http://other:3128' });
    expect(settings(standard, ['--config', config]).outboundProxy).toBe('http://other:3128');
  });

  it('closes the gateway to other origins when one is allowed', () => {
    expect(settings({ SERVICECONTROL_CORS_ALLOWEDORIGINS: 'https://a.example' }).cors.allowAnyOrigin).toBe(false);
  });
});

describe('a name that no setting has', () => {
  it.each([
    ['SERVICECONTROL_FEDERATION_MEMBER_TIMEOUT', 'SERVICECONTROL_FEDERATION_MEMBERTIMEOUT'],
    ['SERVICECONTROL_FEDERATEDINSTANCE', 'SERVICECONTROL_FEDERATEDINSTANCES'],
    ['SERVICECONTROL_CONFIG_FILE', 'SERVICECONTROL_CONFIGFILE'],
  ])('is a fault in the environment: %s', (name, nearest) => {
    expect(faults({ [name]: 'secret?' })).toEqual([
      { grade: 'fault', name, accepted: `no setting of this name; perhaps ${nearest}` },
    ]);
  });

  it.each([
    [{ federation: { memberTimeOut: '4s' } }, 'federation.memberTimeOut', 'federation.memberTimeout'],
    [{ memberTimeout: '4s' }, 'memberTimeout', 'federation.memberTimeout'],
    [{ federatedInstance: [] }, 'federatedInstance', 'federatedInstances'],
  ])('is a fault in the file: %j', (content, name, nearest) => {
    const config = file('unknown.json', content);
    expect(faults({}, ['--config', config])).toEqual([
      { grade: 'fault', name, source: config, accepted: `no setting of this name; perhaps ${nearest}` },
    ]);
  });

  it('is a fault in a member', () => {
    const members = '[{"api_uri":"http://sc-eu:33333/api/","monitoringuri":"http://sc-eu:33633/"}]';
    expect(faults({ SERVICECONTROL_FEDERATEDINSTANCES: members })).toMatchObject([
      { name: 'federatedInstances[0].monitoringuri', accepted: expect.stringContaining('perhaps monitoring_uri') },
    ]);
  });

  it('is a fault on the command line, and so is --config without or with two files', () => {
    expect(faultNames({}, ['--confg', 'x'])).toEqual(['--confg']);
    expect(faultNames({}, ['--config'])).toEqual(['--config']);
    expect(faultNames({}, ['--config', 'a', '--config', 'b'])).toContain('--config');
  });

  it('is left alone and listed when it belongs to ServiceControl, ServicePulse or Kubernetes', () => {
    const foreign = {
      SERVICECONTROL_AUDIT_PORT: '44444',
      SERVICECONTROL_EU_PORT: 'tcp://10.0.0.1:33333',
      SERVICECONTROL_EU_PORT_33333_TCP_ADDR: '10.0.0.1',
      SERVICECONTROL_EU_SERVICE_HOST: '10.0.0.1',
      SERVICECONTROL_EU_SERVICE_PORT_HTTP: '33333',
      SERVICECONTROL_REMOTEINSTANCES: '[]',
      SERVICECONTROL_URL: 'http://gateway:33333/api/',
    };
    expect(load({ ...oneMember, ...foreign })).toMatchObject({ ignored: Object.keys(foreign), warnings: [] });
  });

  it('is a fault when it only looks like one of theirs', () => {
    expect(faultNames({ SERVICECONTROL_METRICSPORT: '9100', SERVICECONTROL_METRIC_PORT: '9100' })).toEqual([
      'SERVICECONTROL_METRICSPORT',
      'SERVICECONTROL_METRIC_PORT',
    ]);
  });
});

describe('faults', () => {
  it('are all named at once, wherever they were written', () => {
    const config = file('faulty.json', { port: 70_000, federation: { probeInterval: '1ms' }, log: 'debug' });
    const environment = {
      SERVICECONTROL_SHUTDOWNTIMEOUT: '5',
      SERVICECONTROL_TYPO: 'x',
      SERVICECONTROL_FEDERATEDINSTANCES: '[{"api_uri":"http://sc-eu:33333"}]',
      SERVICECONTROL_LOG_LEVEL_FILE: join(folder, 'nowhere'),
    };
    expect(faultNames(environment, ['--config', config]).toSorted()).toEqual([
      'SERVICECONTROL_TYPO',
      'federatedInstances[0].api_uri',
      'federation.probeInterval',
      'log',
      'log.level',
      'port',
      'shutdownTimeout',
    ]);
  });

  it('say name, place, value and what would be accepted, one a line', () => {
    const text = describeFaults(faults({ SERVICECONTROL_LOG_LEVEL: 'loud', SERVICECONTROL_PORT: 'x' }));
    expect(text).toBe(
      [
        '2 setting faults:',
        '  port (SERVICECONTROL_PORT): got "x"; accepted: a whole number from 0 to 65535',
        '  log.level (SERVICECONTROL_LOG_LEVEL): got "loud"; accepted: one of trace, debug, info, warn, error, fatal',
      ].join('\n'),
    );
  });

  it.each([
    ['SERVICECONTROL_REGISTRY_DATABASE', 'postgress://scfed:hunter2@db/x'],
    ['SERVICECONTROL_AGENTS_BUS', 'Endpoint=hunter2'],
    ['SERVICECONTROL_OUTBOUNDPROXY', 'hunter2'],
    ['SERVICECONTROL_PUBLICURL', 'https://user:hunter2@pulse/api/'],
    ['SERVICECONTROL_FEDERATEDINSTANCES', '[{"api_uri":"http://user:hunter2@sc-eu:33333/api/"}]'],
    ['SERVICECONTROL_FEDERATEDINSTANCES', '[{"api_uri":"http://user:hunter2'],
    ['SERVICECONTROL_FEDERATEDINSTANCES', '[{"api_uri":"http://user" hunter2'],
    ['SERVICECONTROL_FEDERATEDINSTANCES', 'hunter2'],
    ['SERVICECONTROL_PASSWORD', 'hunter2'],
  ])('do not show the secret in %s=%s', (name, text) => {
    const described = describeFaults(faults({ [name]: text }));
    expect(described).toContain('1 setting fault:');
    expect(described).not.toContain('hunter2');
  });

  it('name both places when a value and a file for it are given', () => {
    const twice = { SERVICECONTROL_PORT: '1', SERVICECONTROL_PORT_FILE: file('port', '2') };
    expect(faults(twice)).toMatchObject([
      {
        name: 'SERVICECONTROL_PORT_FILE',
        accepted: 'either SERVICECONTROL_PORT or SERVICECONTROL_PORT_FILE, not both',
      },
    ]);
  });

  it.each([
    ['no file', undefined],
    ['no JSON', '{\n"agents": { "bus": hunter2 } }'],
    ['no object', '[]'],
  ])('name the settings file when it is %s', (_, content) => {
    const config = content === undefined ? join(folder, 'nowhere.json') : file('broken.json', content);
    const found = faults({ SERVICECONTROL_CONFIGFILE: config, SERVICECONTROL_FEDERATEDINSTANCES: undefined });
    expect(found).toMatchObject([{ name: 'SERVICECONTROL_CONFIGFILE', value: JSON.stringify(config) }]);
    expect(describeFaults(found)).not.toContain('hunter2');
  });

  it('advise on the port that Kubernetes writes for a service of the same name', () => {
    expect(describeFaults(faults({ SERVICECONTROL_PORT: 'tcp://10.0.0.1:33333' }))).toContain('enableServiceLinks');
  });
});

describe('settings that do not fit together', () => {
  it.each([
    [
      { authentication: { enabled: true } },
      ['authority', 'audience', 'servicePulse.clientId', 'servicePulse.apiScopes'],
    ],
    [{ authentication: { roleBasedAuthorizationEnabled: true } }, ['roleBasedAuthorizationEnabled']],
  ])('as in ServiceControl: %j', (json, names) => {
    expect(faultNames({}, ['--config', file('rules.json', json)])).toEqual(
      names.map((name) => `authentication.${name}`),
    );
  });

  it('want an https authority unless told otherwise', () => {
    const authentication = {
      enabled: true,
      authority: 'http://login.example.com',
      audience: 'api',
      servicePulse: { clientId: 'pulse', apiScopes: '["api/.default"]' },
    };
    expect(faultNames({}, ['--config', file('http.json', { authentication })])).toEqual(['authentication.authority']);
    const relaxed = { authentication: { ...authentication, requireHttpsMetadata: false } };
    expect(faultNames({}, ['--config', file('http.json', relaxed)])).toEqual([]);
  });

  it.each([
    [{ https: { enabled: true } }, 'https.certificatePath'],
    [{ https: { enabled: true, certificatePath: 'nowhere.pfx' } }, 'https.certificatePath'],
    [{ memberTls: { caFile: 'nowhere.pem' } }, 'memberTls.caFile'],
    [{ memberTls: { clientCertFile: 'package.json' } }, 'memberTls.clientKeyFile'],
    [{ metrics: { port: 33_333 } }, 'metrics.port'],
    [{ port: 9_100, https: { httpPort: 9_101 }, metrics: { port: 9_101 } }, 'metrics.port'],
    [{ agents: { heartbeatInterval: '1m' } }, 'agents.staleAfter'],
  ])('%j', (json, name) => {
    expect(faultNames({}, ['--config', file('rules.json', json)])).toEqual([name]);
  });
});

describe('settingsFrom', () => {
  it('gives frozen settings of the class that is injected', () => {
    const loaded = settingsFrom({ federatedInstances: [{ api_uri: 'http://sc-eu:33333/api/' }] });
    expect(loaded).toBeInstanceOf(GatewaySettings);
    expect(Object.isFrozen(loaded.federation)).toBe(true);
    expect(Object.isFrozen(loaded.federatedInstances[0])).toBe(true);
  });

  it('throws every fault at once', () => {
    expect(() => settingsFrom({ port: 'x', prt: 1 })).toThrow(
      /^3 setting faults:\n.*prt.*perhaps port\n.* port .*\n.*federatedInstances/,
    );
  });
});
