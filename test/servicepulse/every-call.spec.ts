import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tokenWith } from '../support/http/token.js';
import type { Response } from '../support/requester.js';
import { fieldOfRows } from '../support/rows.js';
import { startInstalledFederation, type InstalledFederation } from '../support/start-installed-federation.js';
import type { ClientCall, Ids } from './call.js';
import { configuration } from './calls/configuration.js';
import { everywhere } from './calls/everywhere.js';
import { failedMessages } from './calls/failed-messages.js';
import { messages } from './calls/messages.js';
import { monitoring } from './calls/monitoring.js';
import { archivedGroup, conversationId, sagaId, shopOptions, stock, timeoutGroup } from './shop.js';

const calls = [...everywhere, ...failedMessages, ...messages, ...monitoring, ...configuration];
const isRead = ({ call }: ClientCall): boolean => /^(GET|OPTIONS) /.test(call);
const named = (of: readonly ClientCall[]) => of.map((call): [string, ClientCall] => [nameOf(call), call]);

/** The shop's browser is signed in, and ServicePulse lives on another origin. */
const headers = {
  origin: 'http://pulse.example',
  authorization: `Bearer ${tokenWith({ sub: 'ada', preferred_username: 'ada', roles: ['admin'] })}`,
};
const shown = {
  clientId: 'pulse',
  authority: 'https://login.example',
  audience: 'api://shop',
  apiScopes: '["api://shop/a"]',
};

let federation: InstalledFederation<'eu' | 'us' | 'ap'>;
let ids: Ids;

beforeAll(async () => {
  const authentication = { mode: 'roles', shown } as const;
  const member = (key: string, persister: 'ravendb' | 'postgresql' | 'sqlserver') => {
    const options = shopOptions(key, {
      authentication,
      persister,
      generation: persister === 'ravendb' ? 'base' : 'next',
    });
    return { ...options, monitoring: { ...options.monitoring, authentication } };
  };
  federation = await startInstalledFederation(['eu', 'us', 'ap'], {
    members: { eu: member('eu', 'ravendb'), us: member('us', 'postgresql'), ap: member('ap', 'sqlserver') },
  });
  // What is looked for by id is held by the second member.
  const [, held] = federation.all.map((installation) => stock(installation));
  if (held === undefined) throw new Error('there are three members');
  const found = await federation.gateway.get(`/api/messages/search/${held.failedMessageId}`, { headers });
  const [bodyUrl] = fieldOfRows(found, 'body_url');
  ids = {
    ...held,
    endpointName: 'Sales',
    groupId: timeoutGroup,
    archivedGroupId: archivedGroup,
    conversationId,
    sagaId,
    bodyUrl: String(bodyUrl).slice(1),
  };
});

afterAll(() => federation.stop());

describe('reads: status, headers and fields of the gateway’s answer over three members', () => {
  it.each(named(calls.filter(isRead)))('%s', async (_, call) => {
    for (const target of targetsOf(call, ids)) {
      expect({ target, faults: faultsOf(await send(call, target), call) }).toEqual({ target, faults: [] });
    }
  });
});

describe('writes: accepted, with what is read of the answer', () => {
  it.each(named(calls.filter((call) => !isRead(call))))('%s', async (_, call) => {
    const [target = ''] = targetsOf(call, ids);

    expect({ target, faults: faultsOf(await send(call, target), call) }).toEqual({ target, faults: [] });
  });
});

function send({ call, body, form, wantsJson }: ClientCall, target: string): Promise<Response> {
  const [method = ''] = call.split(' ');
  const accept = wantsJson === true ? 'application/json' : '*/*';
  const isAnonymous = target.includes('/api/authentication/configuration');
  const sent = { accept, ...headers, ...(isAnonymous ? { authorization: undefined } : {}) };
  const known = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  if (form !== undefined) {
    return federation.gateway.request(method, target, {
      headers: { ...known, 'content-type': form.type },
      body: form.content(),
    });
  }
  if (body === undefined) return federation.gateway.request(method, target, { headers: known });
  return federation.gateway.request(method, target, {
    headers: { ...known, 'content-type': 'application/json' },
    body: JSON.stringify(body(ids)),
  });
}

function faultsOf(response: Response, { headers: read = [], reads, mayBeEmpty }: ClientCall): readonly string[] {
  const faults: string[] = [];
  if (response.status < 200 || response.status > 299)
    faults.push(`status ${String(response.status)}: ${response.text}`);
  for (const name of read) {
    if ((response.headers[name.toLowerCase()] ?? '') === '') faults.push(`no ${name}`);
    else if (!isExposed(response, name)) faults.push(`${name} is not exposed to another origin`);
  }
  if (response.headers['x-particular-incomplete-results'] !== undefined) faults.push('says that something is missing');
  const isEmpty = response.text === '';
  if (reads === undefined || (isEmpty && mayBeEmpty === true)) return faults;
  if (isEmpty) return [...faults, 'an empty body counts as a failure'];
  return [...faults, ...reads.faults(response.json, 'body')];
}

function isExposed({ headers: got }: Response, name: string): boolean {
  const exposed = String(got['access-control-expose-headers']).toLowerCase().split(',');
  return name.toLowerCase() === 'content-type' || exposed.includes(name.toLowerCase());
}

/** As a browser sends it: blanks escaped, everything else as ServicePulse wrote it. */
function targetsOf({ call, query = {} }: ClientCall, known: Ids): readonly string[] {
  const path = filled(call.split(' ').slice(1).join(' '), known)
    .replace('{SC}', '/api/')
    .replace('{MU}', '/monitoring/');
  const choices = Object.entries(query).map(([key, value]) => ({ key, values: filled(value, known).split('|') }));
  const requests = Math.max(1, ...choices.map(({ values }) => values.length));
  return Array.from({ length: requests }, (_, k) => {
    const pairs = choices.map(({ key, values }) => `${key}=${values[k % values.length] ?? ''}`);
    return `${path}${pairs.length === 0 ? '' : '?'}${pairs.join('&')}`.replaceAll(' ', '%20');
  });
}

function filled(template: string, known: Ids): string {
  const texts = new Map<string, unknown>(Object.entries(known));
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = texts.get(name);
    return typeof value === 'string' ? value : whole;
  });
}

function nameOf({ call, query = {} }: ClientCall): string {
  const pairs = Object.entries(query).map(([key, value]) => `${key}=${value}`);
  return pairs.length === 0 ? call : `${call}?${pairs.join('&')}`;
}
