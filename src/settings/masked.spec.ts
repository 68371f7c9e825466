import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { settingsFrom } from './load-settings.js';
import { maskedSettings, maskPasswords } from './masked.js';

const federatedInstances = [{ api_uri: 'http://sc-eu:33333/api/', timeout: '8s' }];

describe('maskedSettings', () => {
  it('hides every secret and spells out durations and sizes', () => {
    const masked = maskedSettings(
      settingsFrom({
        federatedInstances,
        https: { certificatePassword: 'hunter2' },
        outboundProxy: 'http://user:hunter2@proxy:3128',
        registry: { database: 'postgres://scfed:hunter2@db:5432/scfed' },
        agents: { bus: 'Endpoint=sb://x.example/;SharedAccessKeyName=k;SharedAccessKey=hunter2=' },
      }),
    );
    expect(JSON.stringify(masked)).not.toContain('hunter2');
    expect(masked).toMatchObject({
      federatedInstances: [{ key: 'sc-eu-33333', timeout: '8s' }],
      federation: { memberTimeout: '4s', maxReplyBytes: '256mb' },
      https: { certificatePassword: '***' },
      outboundProxy: 'http://user:***@proxy:3128',
      registry: { database: 'postgres://scfed:***@db:5432/scfed' },
      agents: { bus: 'Endpoint=sb://x.example/;SharedAccessKeyName=k;SharedAccessKey=***' },
    });
  });

  it('is a settings file that gives the same settings, when nothing in it is secret', () => {
    const settings = settingsFrom({ federatedInstances, basePath: '/federation', metrics: { port: 9_100 } });
    expect(settingsFrom(maskedSettings(settings))).toEqual(settings);
  });
});

describe('maskPasswords', () => {
  it.each([
    ['amqp://scfed:a@b/c@bus:5672/vhost', 'amqp://scfed:***@bus:5672/vhost'],
    ['https://:hunter2@host/', 'https://:***@host/'],
    ['Server=db;Password=hunter2;Database=x', 'Server=db;Password=***;Database=x'],
    ['Server=db;Pwd = hunter2', 'Server=db;Pwd=***'],
    ['SharedAccessSignature=sr=x&sig=y;EntityPath=z', 'SharedAccessSignature=***;EntityPath=z'],
    ['http://sc-eu:33333/api/', 'http://sc-eu:33333/api/'],
    ['http://sc-eu:33333/api/, then mail@example.com', 'http://sc-eu:33333/api/, then mail@example.com'],
  ])('%s', (text, masked) => {
    expect(maskPasswords(text)).toBe(masked);
  });

  it('leaves no part of a password in an address', () => {
    const password = fc.stringMatching(/^[A-Za-z0-9!$&'()*+,;=._~:@/-]{4,20}$/).map((text) => `begin${text}end`);
    fc.assert(
      fc.property(password, (secret) => {
        const masked = maskPasswords(`could not reach postgres://user:${secret}@db/x`);
        expect(masked).not.toMatch(/begin|end@/);
      }),
    );
  });
});
