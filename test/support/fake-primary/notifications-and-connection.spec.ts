import { afterEach, expect, it } from '@jest/globals';
import { type Requester, requester } from '../requester.js';
import { type FakePrimary, startFakePrimary } from './fake-primary.js';
import type { FakePrimaryOptions } from './options.js';

type Row = Readonly<Record<string, unknown>>;

let fake: FakePrimary;
let ask: Requester;

afterEach(() => fake.stop());

async function starts(options: FakePrimaryOptions = {}): Promise<void> {
  fake = await startFakePrimary(options);
  ask = requester(fake.url);
}

it('knows email settings by other names when they are written', async () => {
  await starts();
  expect((await ask.get('/api/notifications/email')).json).toEqual({ enabled: false, enable_tls: false });
  await ask.send('POST', '/api/notifications/email/toggle', { enabled: true });
  const body = { smtp_server: 's', smtp_port: 25, authorization_account: 'u', authorization_password: 'p', to: 't' };
  const post = await ask.send('POST', '/api/notifications/email', body);

  expect([post.status, post.text]).toEqual([200, '']);
  expect((await ask.get('/api/notifications/email')).json).toEqual({
    enabled: true,
    smtp_server: 's',
    smtp_port: 25,
    authentication_account: 'u',
    authentication_password: 'p',
    enable_tls: false,
    to: 't',
  });
});

it('tells in plain text why a test email failed', async () => {
  await starts();
  const fine = await ask.request('POST', '/api/notifications/email/test');
  fake.state.emailFault = 'no such host';
  const failed = await ask.request('POST', '/api/notifications/email/test');

  expect(fine.status).toBe(202);
  expect([failed.status, failed.text, failed.headers['content-type'], failed.headers['x-particular-reason']]).toEqual([
    500,
    'no such host',
    'text/plain; charset=utf-8',
    'Error sending test email notification',
  ]);
});

it('joins the connection settings of its audits and numbers names that are taken', async () => {
  await starts({
    audits: [{ apiUri: 'http://a/api' }, { apiUri: 'http://b/api' }, { apiUri: 'http://c/api', outcome: 'fails' }],
  });
  const { settings, errors } = (await ask.get('/api/connection')).json as {
    readonly settings: Row;
    readonly errors: readonly string[];
  };

  expect(Object.keys(settings).sort()).toEqual(
    ['CustomChecks', 'ErrorQueue', 'Heartbeats', 'MessageAudit', 'MessageAudit1', 'SagaAudit', 'SagaAudit1'].sort(),
  );
  expect(errors).toHaveLength(1);
});
