import { describe, expect, it } from '@jest/globals';
import { describeFaults, loadSettings, settingsFrom } from './load-settings.js';
import type { SettingFault } from './setting-fault.js';

function membersOf(...federatedInstances: readonly object[]) {
  return settingsFrom({ federatedInstances }).federatedInstances;
}

function faultsOf(members: unknown, { isContainer } = { isContainer: false }): readonly SettingFault[] {
  const environment = { SERVICECONTROL_FEDERATEDINSTANCES: JSON.stringify(members) };
  const loaded = loadSettings([], environment, { isContainer });
  return 'faults' in loaded ? loaded.faults : loaded.warnings;
}

describe('a member', () => {
  it('needs no more than an address', () => {
    expect(membersOf({ api_uri: 'http://SC-eu:33333/api' })).toEqual([
      {
        api_uri: 'http://sc-eu:33333/api/',
        key: 'sc-eu-33333',
        name: 'sc-eu-33333',
        required: false,
        allowed_roles: [],
        via: 'http',
      },
    ]);
  });

  it('keeps everything that it was given', () => {
    const member = {
      api_uri: 'https://gw.example.com/eu/api/',
      monitoring_uri: 'https://gw.example.com/eu/monitoring/',
      key: 'eu',
      name: 'Europe, west: 1',
      required: true,
      timeout: '8s',
      allowed_roles: ['eu-team'],
      via: { agent: 'eu-01', public_key: 'MCowBQ==' },
    };
    expect(membersOf(member)).toEqual([{ ...member, timeout: 8_000 }]);
  });

  it('is named by its key when it has no name', () => {
    expect(membersOf({ api_uri: 'http://sc-eu:33333/api/', key: 'eu' })).toMatchObject([{ key: 'eu', name: 'eu' }]);
  });

  it.each([
    ['monitoring_uri', 'http://sc-eu:33633', 'http://sc-eu:33633/'],
    ['monitoring_uri', null, undefined],
    ['timeout', null, undefined],
    ['allowed_roles', 'a;b', ['a', 'b']],
    ['required', 'true', true],
  ])('has %s read from %j', (property, written, value) => {
    const [member] = membersOf({ api_uri: 'http://sc-eu:33333/api/', [property]: written });
    expect(member?.[property as 'via']).toEqual(value);
  });

  it.each([
    ['key', 'EU'],
    ['key', ''],
    ['key', 'x'.repeat(33)],
    ['key', 7],
    ['name', ''],
    ['api_uri', 'sc-eu:33333/api/'],
    ['api_uri', 'ftp://sc-eu/api/'],
    ['api_uri', 'http://user:pw@sc-eu/api/'],
    ['api_uri', 'http://sc-eu/api/?x=1'],
    ['api_uri', 'http://sc-eu/api/errors'],
    ['monitoring_uri', 'http://*:33633/'],
    ['timeout', 8],
    ['timeout', '0'],
    ['via', 'bus'],
    ['via', { agent: 'a b' }],
    ['via', { agent: 'a', key: 'x' }],
    ['allowed_roles', [1]],
    ['required', 'yes'],
  ])('may not have %s %j', (property, written) => {
    const faults = faultsOf([{ api_uri: 'http://sc-eu:33333/api/', [property]: written }]);
    expect(faults.map(({ name }) => name)).toEqual([`federatedInstances[0].${property}`]);
  });
});

describe('the list of members', () => {
  it.each([
    ['missing', undefined],
    ['null', null],
    ['empty', []],
  ])('may not be %s without a registry', (_, written) => {
    const environment = written === undefined ? {} : { SERVICECONTROL_FEDERATEDINSTANCES: JSON.stringify(written) };
    expect(loadSettings([], environment)).toMatchObject({ faults: [{ name: 'federatedInstances' }] });
    const registry = { ...environment, SERVICECONTROL_REGISTRY_DATABASE: 'sqlite:registry.db' };
    expect(loadSettings([], registry)).toMatchObject({ settings: { federatedInstances: [] } });
  });

  it.each([{}, 'x', 7])('may not be %j', (written) => {
    expect(faultsOf(written)).toMatchObject([{ name: 'federatedInstances', value: JSON.stringify(written) }]);
  });

  it.each([null, 7, 'http://sc-eu:33333/api/', []])('may not hold %j', (entry) => {
    expect(faultsOf([entry])).toMatchObject([{ name: 'federatedInstances[0].api_uri' }]);
  });

  it('may not be broken JSON', () => {
    expect(loadSettings([], { SERVICECONTROL_FEDERATEDINSTANCES: '[{' })).toMatchObject({
      faults: [{ name: 'federatedInstances', accepted: expect.stringContaining('JSON array') }],
    });
  });

  it('may not name one installation twice, nor give one key twice', () => {
    const eu = { api_uri: 'http://sc-eu:33333/api/', monitoring_uri: 'http://sc-eu:33633/', key: 'eu' };
    const faults = faultsOf([eu, { api_uri: 'http://SC-EU:33333/api', key: 'x' }, { ...eu, api_uri: 'http://b/api/' }]);
    expect(faults.map(({ name, accepted }) => `${name}: ${accepted}`)).toEqual([
      'federatedInstances[2].key: another key than federatedInstances[0].key has',
      'federatedInstances[1].api_uri: another api_uri than federatedInstances[0].api_uri has',
      'federatedInstances[2].monitoring_uri: another monitoring_uri than federatedInstances[0].monitoring_uri has',
    ]);
  });

  it('may name the same address behind two agents', () => {
    const behind = (agent: string) => ({ api_uri: 'http://localhost:33333/api/', key: agent, via: { agent } });
    expect(membersOf(behind('eu-01'), behind('us-01'))).toHaveLength(2);
  });

  it('may not give a key that another member would get from its address', () => {
    const faults = faultsOf([{ api_uri: 'http://sc-eu:1/api/' }, { api_uri: 'http://sc-us:1/api/', key: 'sc-eu-1' }]);
    expect(faults.map(({ name }) => name)).toEqual(['federatedInstances[1].key']);
  });
});

describe('addresses that only say where an installation listens', () => {
  it('are reported together, with what to write instead', () => {
    const faults = faultsOf([
      { api_uri: 'http://*:33333/api/' },
      { api_uri: 'http://+:33333/api' },
      { api_uri: 'http://0.0.0.0:33333/api/' },
      { api_uri: 'http://[::]:33333/api/' },
      { api_uri: 'http://localhost:33333' },
    ]);
    expect(faults.map(({ name, accepted }) => [name, accepted.split('; ').at(-1)])).toEqual([
      ...[0, 1, 2, 3].map((index) => [
        `federatedInstances[${String(index)}].api_uri`,
        expect.stringContaining('a wildcard only says where an installation listens'),
      ]),
      ['federatedInstances[4].api_uri', '/api/ is missing, perhaps http://localhost:33333/api/'],
    ]);
  });

  it('are named with equal keys and a localhost that is the container itself', () => {
    const members = [
      { api_uri: 'http://+:33333/api/', key: 'eu' },
      { api_uri: 'http://*:33333/api/', key: 'us' },
      { api_uri: 'http://localhost:33333/api/', monitoring_uri: 'http://127.0.0.1:33633/', key: 'eu' },
    ];
    const faults = faultsOf(members, { isContainer: true });
    expect(faults.map(({ grade, name }) => `${grade} ${name}`)).toEqual([
      'fault federatedInstances[0].api_uri',
      'fault federatedInstances[1].api_uri',
      'fault federatedInstances[2].key',
      'warning federatedInstances[2].api_uri',
      'warning federatedInstances[2].monitoring_uri',
    ]);
    expect(describeFaults(faults)).toMatch(/^3 setting faults:\n(?: {2}.*\n){3}2 warnings:\n(?: {2}.*\n?){2}$/);
  });

  it('do not keep the gateway from starting when it is only localhost in a container', () => {
    const members = { SERVICECONTROL_FEDERATEDINSTANCES: '[{"api_uri":"http://localhost:33333/api/"}]' };
    expect(loadSettings([], members, { isContainer: true })).toMatchObject({
      settings: { federatedInstances: [{ key: 'localhost-33333' }] },
      warnings: [{ name: 'federatedInstances[0].api_uri' }],
    });
    expect(loadSettings([], members, { isContainer: false })).toMatchObject({ warnings: [] });
  });
});
