import { describe, expect, it } from '@jest/globals';
import express from 'express';
import type { Request, Response } from 'express';
import fc from 'fast-check';
import type { Row, RouteMethod } from './route.js';
import { inRoutingOrder, templateMatcher, toRouterPath } from './route-path.js';
import type { Strategy } from './strategy.js';

class Any implements Strategy<unknown> {
  handle(): Promise<never> {
    return Promise.reject(new Error('routes are only looked at here'));
  }
}

function row(line: string): Row {
  const [method = '', template = ''] = line.split(' ');
  return {
    method: method as RouteMethod,
    template,
    strategy: Any,
    options: undefined,
    anonymous: false,
    pace: 'quick',
  };
}

const lineOf = ({ method, template }: Row): string => `${method} ${template}`;

/** The row that Express picks, `405` when only the method is wrong, `404` when nothing has the path. */
function chosen(lines: readonly string[], method: string, rawPath: string): string {
  const rows = lines.map(row);
  const router = express.Router();
  let found = rows.some(({ template }) => templateMatcher(template)(rawPath) !== undefined) ? '405' : '404';
  for (const one of inRoutingOrder(rows)) {
    router.route(`/${toRouterPath(one.template)}`).all((request: Request, _response: Response, next) => {
      if (found !== '405' || request.method !== one.method) next();
      else found = lineOf(one);
    });
  }
  router({ method, url: `/${rawPath}` } as Request, {} as Response, () => undefined);
  return found;
}

describe('toRouterPath', () => {
  it.each([
    ['', ''],
    ['errors', 'errors'],
    ['errors/last/{failedMessageId}', 'errors/last/:failedMessageId'],
    ['errors/groups/{classifier?}', 'errors/groups{/:classifier}'],
    ['errors/{from}...{to}/unarchive', 'errors/:from...:to/unarchive'],
    ['{id}', ':id'],
  ])('turns "%s" into "%s"', (template, expected) => {
    expect(toRouterPath(template)).toBe(expected);
  });
});

describe('templateMatcher', () => {
  const range = 'errors/{from}...{to}/unarchive';
  const optional = 'errors/groups/{classifier?}';
  const body = 'messages/{id}/body';

  it.each<[string, string, Record<string, string>]>([
    ['', '', {}],
    ['', '/', {}],
    ['errors', 'errors', {}],
    ['errors', 'errors/', {}],
    ['errors', 'ERRORS', {}],
    ['errors/{id}', 'errors/AbC', { id: 'AbC' }],
    ['Errors/{id}', 'eRRORS/x/', { id: 'x' }],
    [body, 'messages/a%2Fb/body', { id: 'a%2Fb' }],
    [body, 'messages/a%2fb%20c%40d/BODY', { id: 'a%2fb%20c%40d' }],
    [body, 'messages/a;v=1/body', { id: 'a;v=1' }],
    ['errors/{id}', 'errors/%', { id: '%' }],
    [optional, 'errors/groups', {}],
    [optional, 'errors/groups/', {}],
    [optional, 'errors/groups/Message%20Type', { classifier: 'Message%20Type' }],
    [optional, 'errors/groups/Message%20Type/', { classifier: 'Message%20Type' }],
    [range, 'errors/a...b/unarchive', { from: 'a', to: 'b' }],
    [
      range,
      'errors/2024-05-01T10:00:00.1234567Z...2024-05-02T10%3A00%3A00.1Z/unarchive/',
      { from: '2024-05-01T10:00:00.1234567Z', to: '2024-05-02T10%3A00%3A00.1Z' },
    ],
  ])('"%s" takes %s', (template, path, params) => {
    expect(templateMatcher(template)(path)).toEqual(params);
  });

  it.each([
    ['', 'errors'],
    ['errors', 'errorsx'],
    ['errors', 'xerrors'],
    ['errors', 'errors//'],
    ['errors', 'errors/x'],
    ['errors/{id}', 'errors'],
    ['errors/{id}', 'errors/'],
    ['errors/{id}', 'errors//x'],
    ['errors/{id}', 'errors/a/b'],
    [body, 'messages//body'],
    [body, 'messages/a/b/body'],
    [optional, 'errors/groups/a/b'],
    [optional, 'errors/groups//'],
    [range, 'errors/a..b/unarchive'],
    [range, 'errors/...b/unarchive'],
    [range, 'errors/a.../unarchive'],
    [range, 'errors/a/...b/unarchive'],
    ['api.json', 'apixjson'],
  ])('"%s" does not take %s', (template, path) => {
    expect(templateMatcher(template)(path)).toBeUndefined();
  });

  it('keeps every segment byte for byte, in any letter case and with or without a slash at the end', () => {
    const segment = fc.stringMatching(/^[A-Za-z0-9._~%:@!$&'()*+,;=-]{1,12}$/);
    fc.assert(
      fc.property(segment, segment, fc.boolean(), fc.boolean(), (group, other, upper, slash) => {
        const match = templateMatcher('recoverability/{groupId}/errors/{other}');
        const literals = upper ? ['RECOVERABILITY', 'Errors'] : ['recoverability', 'errors'];
        const path = `${literals[0] ?? ''}/${group}/${literals[1] ?? ''}/${other}${slash ? '/' : ''}`;
        expect(match(path)).toEqual({ groupId: group, other });
      }),
    );
  });

  it('takes for itself exactly the paths that the router takes', () => {
    const templates = ['', 'errors', 'errors/{id}', 'errors/groups/{classifier?}', 'errors/{from}...{to}/unarchive'];
    const piece = fc.constantFrom('errors', 'Errors', 'groups', 'unarchive', 'a', 'a...b', 'a%2Fb', 'a.b', '...', '');
    fc.assert(
      fc.property(fc.constantFrom(...templates), fc.array(piece, { maxLength: 4 }), (template, pieces) => {
        const path = pieces.join('/');
        // Only this path: the router reads two slashes at its start as one path, and so does nobody else.
        fc.pre(!path.startsWith('/'));
        let routed = false;
        const router = express.Router();
        router.all(`/${toRouterPath(template)}`, () => {
          routed = true;
        });
        router({ method: 'GET', url: `/${path}` } as Request, {} as Response, () => undefined);
        expect(templateMatcher(template)(path) !== undefined).toBe(routed);
      }),
    );
  });
});

/** Deliberately with parameters before literals. */
const table = [
  'GET errors/{failedMessageId}',
  'GET errors/groups/{classifier?}',
  'POST errors/{failedMessageId}/retry',
  'PATCH errors/{messageId}/archive',
  'POST errors/{endpointName}/retry/all',
  'PATCH errors/{from}...{to}/unarchive',
  'POST errors/queues/{queueAddress}/retry',
  'GET errors/last/{failedMessageId}',
  'GET errors/summary',
  'GET errors/queues/addresses',
  'POST errors/retry',
  'POST errors/retry/all',
  'PATCH errors/archive',
  'PATCH errors/unarchive',
  'GET errors',
  'HEAD errors',
  'GET recoverability/groups/{groupId}/errors',
  'HEAD recoverability/groups/{groupId}/errors',
  'GET recoverability/groups/{classifier?}',
  'GET recoverability/groups/id/{groupId}',
  'GET ',
];

describe('inRoutingOrder', () => {
  it.each([
    ['GET', '', 'GET '],
    ['GET', 'errors/summary', 'GET errors/summary'],
    ['GET', 'ERRORS/Summary/', 'GET errors/summary'],
    ['GET', 'errors/5', 'GET errors/{failedMessageId}'],
    ['GET', 'errors/archive', 'GET errors/{failedMessageId}'],
    ['PATCH', 'errors/archive', 'PATCH errors/archive'],
    ['GET', 'errors/retry', 'GET errors/{failedMessageId}'],
    ['POST', 'errors/retry', 'POST errors/retry'],
    ['POST', 'errors/retry/all', 'POST errors/retry/all'],
    ['POST', 'errors/retry/retry', 'POST errors/{failedMessageId}/retry'],
    ['POST', 'errors/Sales/retry/all', 'POST errors/{endpointName}/retry/all'],
    ['POST', 'errors/queues/a%2Fb/retry', 'POST errors/queues/{queueAddress}/retry'],
    ['POST', 'errors/queues/retry/all', 'POST errors/{endpointName}/retry/all'],
    ['GET', 'errors/last/5', 'GET errors/last/{failedMessageId}'],
    ['GET', 'errors/last', 'GET errors/{failedMessageId}'],
    ['GET', 'errors/groups', 'GET errors/groups/{classifier?}'],
    ['GET', 'errors/groups/', 'GET errors/groups/{classifier?}'],
    ['GET', 'errors/queues/addresses', 'GET errors/queues/addresses'],
    ['PATCH', 'errors/unarchive', 'PATCH errors/unarchive'],
    ['PATCH', 'errors/a...b/unarchive', 'PATCH errors/{from}...{to}/unarchive'],
    ['PATCH', 'errors/a...b/archive', 'PATCH errors/{messageId}/archive'],
    ['HEAD', 'errors', 'HEAD errors'],
    ['HEAD', 'recoverability/groups/5/errors', 'HEAD recoverability/groups/{groupId}/errors'],
    ['GET', 'recoverability/groups/id/5', 'GET recoverability/groups/id/{groupId}'],
    ['GET', 'recoverability/groups/id/errors', 'GET recoverability/groups/id/{groupId}'],
    ['GET', 'recoverability/groups/id', 'GET recoverability/groups/{classifier?}'],
    ['GET', 'recoverability/groups', 'GET recoverability/groups/{classifier?}'],
    ['DELETE', 'errors/summary', '405'],
    ['GET', 'errors//summary', '404'],
    ['GET', 'errors%2Fsummary', '404'],
  ])('leads %s %s to %s', (method, path, expected) => {
    expect(chosen(table, method, path)).toBe(expected);
  });

  it('chooses the same row in whatever order rows are declared', () => {
    const asked = fc.constantFrom('errors/archive', 'errors/a...b/unarchive', 'errors/retry/all', 'errors/last/5');
    const method = fc.constantFrom('GET', 'POST', 'PATCH');
    const shuffled = fc.shuffledSubarray(table, { minLength: table.length });
    fc.assert(
      fc.property(shuffled, method, asked, (lines, asks, path) => {
        expect(chosen(lines, asks, path)).toBe(chosen(table, asks, path));
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['a literal with parameters', 'PATCH errors/{id}/unarchive', 'PATCH errors/{from}...{to}/unarchive'],
    ['a parameter', 'PATCH errors/{id?}', 'PATCH errors/{id}'],
  ])('prefers %s, declared before or after', (_, weaker, stronger) => {
    expect(inRoutingOrder([row(weaker), row(stronger)]).map(lineOf)).toEqual([stronger, weaker]);
    expect(inRoutingOrder([row(stronger), row(weaker)]).map(lineOf)).toEqual([stronger, weaker]);
  });

  it('puts HEAD before the GET of the same path, which Express would let answer it', () => {
    expect(inRoutingOrder([row('GET errors'), row('HEAD errors')]).map(lineOf)).toEqual(['HEAD errors', 'GET errors']);
  });

  it('leaves the rows it was given as they are', () => {
    const rows = [row('GET errors/{id}'), row('GET errors/summary')];
    inRoutingOrder(rows);
    expect(rows.map(lineOf)).toEqual(['GET errors/{id}', 'GET errors/summary']);
  });
});
