import type { LoggerService } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import { startFederation, type Federation } from '../support/start-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

/** Every word of every level. */
class Everything implements LoggerService {
  private readonly words: string[] = [];
  private readonly keep = (...said: readonly unknown[]): void => void this.words.push(inspect(said, { depth: 9 }));
  log = this.keep;
  warn = this.keep;
  error = this.keep;
  debug = this.keep;
  verbose = this.keep;
  fatal = this.keep;

  get text(): string {
    return this.words.join('\n');
  }
}

const password = 'pa55-w0rd-of-the-mailer';
const settings = {
  smtp_server: 'mail.example',
  smtp_port: 25,
  authorization_account: 'mailer',
  authorization_password: password,
  enable_tls: true,
  from: 'sc@example.com',
  to: 'ops@example.com',
};

let federation: Federation<Key>;
let log: Everything;

beforeEach(async () => {
  log = new Everything();
  federation = await startFederation(keys, {
    settings: { federation: { nameMembersBy: 'key', microCache: '0s', writeTimeout: '500ms', memberTimeout: '500ms' } },
    logger: log,
  });
});

afterEach(() => federation.stop());

const test = () => federation.gateway.request('POST', '/api/notifications/email/test');

describe('GET /api/notifications/email', () => {
  it('is the lead’s', async () => {
    await federation.gateway.send('POST', '/members/eu/api/notifications/email', settings);
    for (const fake of federation.all) fake.clearRequests();

    const answer = await federation.gateway.get('/api/notifications/email');

    expect(answer.json).toMatchObject({ enabled: false, authentication_account: 'mailer', enable_tls: true });
    expect(federation.all.map((fake) => fake.requestsTo('GET', '/api/notifications').length)).toEqual([1, 0, 0]);
  });
});

describe('POST /api/notifications/email', () => {
  it('sets every member alike', async () => {
    const answer = await federation.gateway.send('POST', '/api/notifications/email', settings);

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([200, 'eu=200, us=200, ap=200']);
    for (const fake of federation.all) {
      expect(fake.state.email).toMatchObject({ smtpServer: 'mail.example', account: 'mailer', password });
    }
  });

  it('leaves no password in the log, whatever members do to it', async () => {
    federation.members.eu.faults.add({ kind: 'crash' }, { method: 'POST' });
    federation.members.us.faults.add({ kind: 'never-answer' }, { method: 'POST' });
    await federation.members.ap.stop();

    const answer = await federation.gateway.send('POST', '/api/notifications/email', settings);
    await federation.gateway.request('POST', '/api/notifications/email', {
      headers: { 'content-type': 'application/json' },
      body: `{"authorization_password":"${password}"`,
    });

    expect(answer.status).toBe(504);
    expect(log.text).toContain('member is down');
    expect(log.text).not.toContain(password);
    expect(answer.text).not.toContain(password);
  });
});

describe('POST /api/notifications/email/toggle', () => {
  it('switches every member', async () => {
    const answer = await federation.gateway.send('POST', '/api/notifications/email/toggle', { enabled: true });

    expect(answer.status).toBe(200);
    expect(federation.all.map(({ state }) => state.email.isEnabled)).toEqual([true, true, true]);
  });
});

describe('POST /api/notifications/email/test', () => {
  it('is well when every member sent its email', async () => {
    const answer = await test();

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([202, 'eu=202, us=202, ap=202']);
  });

  it('fails when one member fails, with its words and its name', async () => {
    federation.members.us.state.emailFault = 'The SMTP host was not found.';

    const answer = await test();

    expect([answer.status, answer.text]).toEqual([500, 'The SMTP host was not found.']);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.headers['x-particular-reason']).toBe('us: Error sending test email notification');
    expect(answer.headers['x-federation-outcome']).toBe('eu=202, us=500, ap=202');
  });

  it.each([
    ['cannot be reached', 503, 'ap: unavailable'],
    ['does not answer', 504, 'ap: timeout'],
  ])('fails when one member %s', async (_, status, reason) => {
    const { ap } = federation.members;
    if (status === 503) await ap.stop();
    else ap.faults.add({ kind: 'never-answer' }, { method: 'POST' });

    const answer = await test();

    expect([answer.status, answer.headers['x-particular-reason']]).toEqual([status, reason]);
    expect(answer.headers['content-type']).toBe('application/problem+json');
  });
});

describe('GET /api/connection', () => {
  it('is the lead’s, byte for byte: one endpoint reports to one installation', async () => {
    const own = await federation.gateway.get('/members/eu/api/connection');

    const answer = await federation.gateway.get('/api/connection');

    expect(answer.text).toBe(own.text);
    expect(answer.json).toMatchObject({ settings: { ErrorQueue: 'error' }, errors: [] });
    expect(federation.members.us.requestsTo('GET', '/api/connection')).toEqual([]);
  });

  it('is nobody’s while the lead cannot be reached', async () => {
    await federation.members.eu.stop();

    const answer = await federation.gateway.get('/api/connection');

    expect([answer.status, answer.headers['x-particular-incomplete-results']]).toEqual([503, 'eu:unavailable']);
  });
});
