import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { member } from '../../test/support/outcomes.js';
import type { MemberReply } from '../transports/member-transport.js';
import { classify, classifyCommand, isPage, type Shape } from './classify.js';

const eu = member('eu');

interface Reply {
  readonly status?: number;
  readonly body?: string | Buffer;
  readonly headers?: MemberReply['headers'];
}

function reply({ status = 200, body = '[]', headers = {} }: Reply): MemberReply {
  return { status, headers, body: Buffer.from(body as string) };
}

/** `answer`, `empty`, or why the member is missing. */
function kindOf(given: Reply, shape: Shape = 'list', absent: readonly number[] = [404]): string {
  const outcome = classify(eu, reply(given), { shape, ms: 5, receivedAt: 1_000, absent });
  return outcome.kind === 'missing' ? outcome.reason : outcome.kind;
}

function detailOf(given: Reply): string {
  const outcome = classify(eu, reply(given), { shape: 'list', ms: 5, receivedAt: 1_000, absent: [404] });
  return outcome.kind === 'missing' ? outcome.detail : '';
}

describe('the status of a read', () => {
  it.each([
    [200, 'answer'],
    [202, 'answer'],
    [299, 'answer'],
    [204, 'empty'],
    [404, 'empty'],
    [100, 'error'],
    [301, 'error'],
    [302, 'error'],
    [304, 'error'],
    [307, 'error'],
    [400, 'error'],
    [401, 'error'],
    [403, 'error'],
    [408, 'error'],
    [429, 'error'],
    [500, 'error'],
    [502, 'error'],
    [503, 'error'],
    [504, 'timeout'],
    [599, 'error'],
  ])('%i is %s', (status, kind) => {
    expect(kindOf({ status })).toBe(kind);
    // HEAD: the body does not matter, the status does.
    expect(kindOf({ status, body: '' }, 'nothing')).toBe(kind);
  });

  it('404 is an error where it says that the address is wrong', () => {
    expect(kindOf({ status: 404 }, 'list', [])).toBe('error');
  });

  it('204 says "nothing here" even there', () => {
    expect(kindOf({ status: 204, body: '' }, 'list', [])).toBe('empty');
  });

  it('counts as empty what the route says', () => {
    expect(kindOf({ status: 400 }, 'document', [400, 404])).toBe('empty');
  });

  it('of a redirect names where it points, and what to do', () => {
    const headers = { location: 'https://sc-eu/api/errors' };

    expect(detailOf({ status: 308, headers })).toBe(
      'answered 308 to https://sc-eu/api/errors; configure the final address',
    );
  });

  it('other than 2xx decides whatever the body looks like', () => {
    expect(kindOf({ status: 500, body: '[{"id":"1"}]' })).toBe('error');
    expect(kindOf({ status: 404, body: '<html>' })).toBe('empty');
  });
});

const bom = '\uFEFF';

describe('the body of a list', () => {
  it.each(['[]', '[{"id":"1"}]', ' \r\n\t[ ] \r\n\t', `${bom}[]`, `${bom}\n [1]\n`, '["]"]'])(
    '%j is an answer',
    (body) => {
      expect(kindOf({ body })).toBe('answer');
    },
  );

  it.each([
    '',
    ' \n',
    bom,
    '{}',
    'null',
    'true',
    '0',
    '"[]"',
    ']',
    '<html></html>',
    `x[]`,
    '\v[]',
    '\u00a0[]',
    ` ${bom}[]`,
    `${bom}${bom}[]`,
  ])('%j is an error', (body) => {
    expect(kindOf({ body })).toBe('error');
  });

  it('is an error in another encoding', () => {
    expect(kindOf({ body: Buffer.from('[]', 'utf16le') })).toBe('unavailable');
    expect(kindOf({ body: Buffer.from(`${bom}[]`, 'utf16le') })).toBe('error');
  });

  it.each(['[', '[{"id":"1"', '[{"id":"1"}', '[{"id":"1"},', '[{"id":"1"}, \n', '["a', `${bom}[`])(
    '%j was cut off on its way',
    (body) => {
      expect(kindOf({ body })).toBe('unavailable');
      expect(detailOf({ body })).toBe('the answer was cut off');
    },
  );

  it('is never an answer when it was cut anywhere but behind a bracket', () => {
    const list = fc.array(fc.dictionary(fc.constantFrom('id', 'b'), fc.string()), { minLength: 1 });
    fc.assert(
      fc.property(list, fc.nat(), (rows, at) => {
        const text = JSON.stringify(rows);
        const cut = text.slice(0, at % text.length);
        fc.pre(!cut.trimEnd().endsWith(']'));
        expect(kindOf({ body: cut })).toBe(cut === '' ? 'error' : 'unavailable');
      }),
    );
  });
});

describe('the body of a document', () => {
  it.each(['{}', '{"a":[1]}', `${bom} {} \n`])('%j is an answer', (body) => {
    expect(kindOf({ body }, 'document')).toBe('answer');
  });

  it.each(['', '[]', 'null', '"{}"', '1', '}', '<x/>'])('%j is an error', (body) => {
    expect(kindOf({ body }, 'document')).toBe('error');
  });

  it.each(['{', '{"a":1', '{"a":[1]', '{"a":"}" '])('%j was cut off on its way', (body) => {
    expect(kindOf({ body }, 'document')).toBe('unavailable');
  });
});

describe('the body where any JSON will do', () => {
  it.each(['{}', '[]', 'null', 'true', 'false', '0', '-1.5e3', '""', '"a \\" b"', ' \nnull ', `${bom}"x"`])(
    '%j is an answer',
    (body) => {
      expect(kindOf({ body }, 'any-json')).toBe('answer');
    },
  );

  it.each(['', ' ', '<html>', 'not found', 'temporarily unavailable', 'file', '-', '"cut', '0 rows', 'nulls', '{} x'])(
    '%j is none',
    (body) => {
      expect(['error', 'unavailable']).toContain(kindOf({ body }, 'any-json'));
    },
  );

  it('takes every JSON value, with white space around it', () => {
    const blanks = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
    fc.assert(
      fc.property(fc.json(), blanks, blanks, (text, before, after) => {
        expect(kindOf({ body: `${before}${text}${after}` }, 'any-json')).toBe('answer');
      }),
    );
  });
});

describe('what an outcome carries', () => {
  it('is the whole reply of an answer and when it was here', () => {
    const headers = { 'total-count': '1' };

    expect(classify(eu, reply({ body: '[1]', headers }), { shape: 'list', ms: 5, receivedAt: 9, absent: [] })).toEqual({
      kind: 'answer',
      member: eu,
      status: 200,
      headers,
      body: Buffer.from('[1]'),
      ms: 5,
      receivedAt: 9,
    });
  });

  it('is the reply that was of no use, so that a refusal can be passed on', () => {
    const refused = reply({ status: 403, body: '{"error":"forbidden"}' });

    expect(classify(eu, refused, { shape: 'list', ms: 5, receivedAt: 9, absent: [404] })).toEqual({
      kind: 'missing',
      member: eu,
      reason: 'error',
      sent: 'maybe',
      detail: 'answered 403',
      reply: refused,
      ms: 5,
    });
  });
});

describe('the reply to a command', () => {
  it.each([200, 202, 204, 302, 400, 404, 422, 500, 503, 504])('is an answer with status %i', (status) => {
    expect(classifyCommand(eu, reply({ status, body: '' }), 5)).toMatchObject({ kind: 'answer', member: eu });
  });

  it.each([200, 404, 503])('says nothing of the command when it is a page, with status %i', (status) => {
    const page = reply({ status, body: '<html>', headers: { 'content-type': 'text/html; charset=utf-8' } });

    expect(classifyCommand(eu, page, 5)).toMatchObject({
      kind: 'missing',
      reason: 'error',
      sent: 'maybe',
      detail: `answered ${String(status)} with a page`,
      reply: page,
    });
  });
});

describe('isPage', () => {
  it.each<[string | readonly string[] | undefined, boolean]>([
    ['text/html', true],
    ['Text/HTML;charset=utf-8', true],
    [' text/html ', true],
    [['text/html', 'application/json'], true],
    ['application/json; profile=text/html', false],
    ['text/plain', false],
    ['text/htmlx', false],
    [undefined, false],
  ])('of %j is %s', (type, page) => {
    expect(isPage({ headers: type === undefined ? {} : { 'content-type': type } })).toBe(page);
  });
});
