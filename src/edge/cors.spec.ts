import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { corsMiddleware } from './cors.js';

type Policy = Parameters<typeof corsMiddleware>[0];

const pulse = 'https://pulse.example';
const other = 'https://other.example:8443';
const evil = 'https://evil.example';

const anybody: Policy = { anyOrigin: true, origins: [] };
const nobody: Policy = { anyOrigin: false, origins: [] };
const one: Policy = { anyOrigin: false, origins: [pulse] };
const two: Policy = { anyOrigin: false, origins: [pulse, other] };

interface Seen {
  /** Whether the request went on to its route. */
  readonly goesOn: boolean;
  readonly status: number;
  readonly ended: boolean;
  header(name: string): string | undefined;
  /** Names of CORS headers. */
  readonly cors: readonly string[];
}

function ask(policy: Policy, headers: Readonly<Record<string, string>>, method = 'GET'): Seen {
  const request = new IncomingMessage(new Socket());
  request.method = method;
  Object.assign(request.headers, headers);
  const response = new ServerResponse(request);
  let goesOn = false;
  corsMiddleware(policy)(request as Request, response as Response, () => {
    goesOn = true;
  });
  return {
    goesOn,
    status: response.statusCode,
    ended: response.writableEnded,
    header: (name) => response.getHeader(name)?.toString(),
    cors: response.getHeaderNames().filter((name) => name.startsWith('access-control-')),
  };
}

const preflight = (policy: Policy, origin: string): Seen =>
  ask(policy, { origin, 'access-control-request-method': 'POST' }, 'OPTIONS');

const words = (header: string | undefined): string[] => (header ?? '').split(',').map((word) => word.trim());

describe('a request from a page', () => {
  it('of any origin is allowed without credentials', () => {
    const seen = ask(anybody, { origin: evil });

    expect(seen.header('Access-Control-Allow-Origin')).toBe('*');
    expect(seen.cors).not.toContain('access-control-allow-credentials');
    expect(seen.header('Vary')).toBeUndefined();
  });

  it.each([
    ['the only one on the list', one, undefined],
    ['one of several on the list', two, 'Origin'],
  ])('of %s is allowed by name, with credentials', (_, policy, vary) => {
    const seen = ask(policy, { origin: pulse });

    expect(seen.header('Access-Control-Allow-Origin')).toBe(pulse);
    expect(seen.header('Access-Control-Allow-Credentials')).toBe('true');
    expect(seen.header('Vary')).toBe(vary);
  });

  it('of the second on the list is allowed under its own name', () => {
    expect(ask(two, { origin: other }).header('Access-Control-Allow-Origin')).toBe(other);
  });

  it('is recognised in another letter case, and answered in its own', () => {
    expect(ask(one, { origin: 'HTTPS://Pulse.Example' }).header('Access-Control-Allow-Origin')).toBe(
      'HTTPS://Pulse.Example',
    );
  });

  it.each([
    evil,
    'null',
    '',
    'http://pulse.example',
    'https://pulse.example:444',
    'https://pulse.example.evil.example',
    'https://evil-pulse.example',
    'https://pulse.example/',
    `${pulse}, ${other}`,
  ])('of %j, which is not on the list, gets no CORS headers and still is executed', (origin) => {
    for (const policy of [one, two]) {
      const seen = ask(policy, { origin });
      expect([seen.goesOn, seen.cors]).toEqual([true, []]);
    }
  });

  it('gets none where nobody is allowed', () => {
    expect(ask(nobody, { origin: pulse }).cors).toEqual([]);
  });

  it('that is refused may be kept for that origin only', () => {
    expect(ask(two, { origin: evil }).header('Vary')).toBe('Origin');
  });

  it('may read what ServiceControl lets pages read', () => {
    for (const policy of [anybody, one, two]) {
      expect(words(ask(policy, { origin: pulse }).header('Access-Control-Expose-Headers'))).toEqual(
        expect.arrayContaining([
          'ETag',
          'Last-Modified',
          'Link',
          'Total-Count',
          'X-Particular-Version',
          'X-Particular-Incomplete-Results',
          'Content-Disposition',
          'Request-Id',
        ]),
      );
    }
  });
});

describe('a request that no page made', () => {
  it.each([anybody, one, two, nobody])('gets no CORS headers', (policy) => {
    const seen = ask(policy, {});
    expect([seen.goesOn, seen.cors]).toEqual([true, []]);
  });
});

describe('a preflight', () => {
  it.each([
    ['any origin', anybody, '*'],
    ['one origin', one, pulse],
    ['several origins', two, pulse],
  ])('ends here with 204 where %s may call', (_, policy, allowed) => {
    const seen = preflight(policy, pulse);

    expect([seen.status, seen.ended, seen.goesOn]).toEqual([204, true, false]);
    expect(seen.header('Access-Control-Allow-Origin')).toBe(allowed);
    expect(words(seen.header('Access-Control-Allow-Methods')).sort()).toEqual([
      'DELETE',
      'GET',
      'HEAD',
      'OPTIONS',
      'PATCH',
      'POST',
      'PUT',
    ]);
    expect(words(seen.header('Access-Control-Allow-Headers'))).toEqual([
      'Origin',
      'X-Requested-With',
      'Content-Type',
      'Accept',
      'Authorization',
      'X-Federation-Require',
    ]);
  });

  it.each([one, two, nobody])('of a refused origin ends with 204 too, without CORS headers', (policy) => {
    const seen = preflight(policy, evil);
    expect([seen.status, seen.ended, seen.goesOn, seen.cors]).toEqual([204, true, false, []]);
  });

  it('tells nobody how long to keep it', () => {
    expect(preflight(anybody, pulse).cors).not.toContain('access-control-max-age');
  });
});

describe('OPTIONS without Access-Control-Request-Method', () => {
  it.each([anybody, one, two, nobody])('goes on to its route, which tells the allowed methods', (policy) => {
    expect(ask(policy, { origin: pulse }, 'OPTIONS')).toMatchObject({ goesOn: true, ended: false });
  });
});

describe('any other method with Access-Control-Request-Method', () => {
  it.each(['GET', 'POST', 'HEAD'])('%s is no preflight', (method) => {
    const headers = { origin: pulse, 'access-control-request-method': 'POST' };
    expect(ask(one, headers, method)).toMatchObject({ goesOn: true, ended: false });
  });
});
