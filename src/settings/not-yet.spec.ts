import { describe, expect, it } from '@jest/globals';
import { settingsFrom } from './load-settings.js';
import { notYet } from './not-yet.js';

const member = { api_uri: 'http://sc-eu:33333/api/', key: 'eu' };

describe('notYet', () => {
  it('has nothing against the defaults', () => {
    expect(notYet(settingsFrom({ federatedInstances: [member] }))).toEqual([]);
  });

  it.each([
    ['metrics.port', { metrics: { port: 9464 } }],
    ['tracing.enabled', { tracing: { enabled: true } }],
    ['extensions', { extensions: ['./mine.js'] }],
    ['federatedInstances[].allowed_roles', { federatedInstances: [{ ...member, allowed_roles: ['admin'] }] }],
    ['federatedInstances[].via', { federatedInstances: [{ ...member, via: { agent: 'eu-01' } }] }],
  ])('refuses %s', (name, settings) => {
    expect(notYet(settingsFrom({ federatedInstances: [member], ...settings })).map((fault) => fault.name)).toEqual([
      name,
    ]);
  });
});
