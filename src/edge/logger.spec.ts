import { ConsoleLogger, Logger } from '@nestjs/common';
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GatewayLogger } from './logger.js';
import type { LogLevel } from '../settings/operation-settings.js';

const nestDefault = new ConsoleLogger();

function capture(level: LogLevel = 'info') {
  const lines: string[] = [];
  const logger = new GatewayLogger({ level }, { write: (line: string) => lines.push(line) });
  Logger.overrideLogger(logger);
  return { lines, logger, events: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

afterEach(() => {
  Logger.overrideLogger(nestDefault);
});

describe('one event', () => {
  it('is one line with a constant message, its component and its data as fields', () => {
    const { lines, events } = capture();
    new Logger('health').warn('member is down', { member: 'eu', ms: 12 });
    expect(lines).toHaveLength(1);
    expect(events()[0]).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      component: 'health',
      member: 'eu',
      ms: 12,
      msg: 'member is down',
    });
  });

  it.each([
    ['log', 'info'],
    ['error', 'error'],
    ['warn', 'warn'],
    ['debug', 'debug'],
    ['verbose', 'trace'],
    ['fatal', 'fatal'],
  ] as const)('written with %s has level %s', (method, level) => {
    const { events } = capture('trace');
    new Logger('any')[method]('something happened');
    expect(events()).toMatchObject([{ level, component: 'any', msg: 'something happened' }]);
  });

  it('is left out below the level of the settings', () => {
    const { lines } = capture('warn');
    new Logger('any').log('something happened');
    expect(lines).toEqual([]);
  });

  it('shows an error as name, message, code, stack lines and cause', () => {
    const { events } = capture();
    const cause = Object.assign(new Error('refused\nby eu'), { code: 'ECONNREFUSED' });
    new Logger('any').error('call failed', new TypeError('no answer', { cause }));
    expect(events()[0]).toMatchObject({
      error: {
        name: 'TypeError',
        message: 'no answer',
        stack: expect.arrayContaining([expect.stringMatching(/^at /)]),
        cause: { message: 'refused\\nby eu', code: 'ECONNREFUSED' },
      },
    });
  });

  it('keeps its own level, time and message when the data has fields of these names', () => {
    const { lines, events } = capture();
    new Logger('any').log('asked', { level: 'fatal', time: 1, msg: 'x', component: 'y' });
    expect(events()[0]).toMatchObject({ level: 'info', component: 'any', msg: 'asked', level_: 'fatal', time_: 1 });
    expect(lines[0]?.match(/"level":/g)).toHaveLength(1);
  });
});

it("counts Nest's lines about each module and route as debug", () => {
  const { lines } = capture();
  new Logger('RouterExplorer').log('Mapped {/api/errors, GET} route');
  new Logger('NestApplication').log('Nest application successfully started');
  expect(lines).toHaveLength(1);
});

describe('what a caller can put into a line', () => {
  it('stays one line without raw control characters, whatever it is', () => {
    const { lines } = capture();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.anything(), (text, data) => {
        lines.length = 0;
        new Logger('any').log(`asked ${text}`, { text, data, [text]: text });
        expect(lines).toHaveLength(1);
        expect(lines[0]).toMatch(/^[^\p{Cc}\p{Cf}\u2028\u2029]*\n$/u);
        JSON.parse(lines[0] ?? '');
      }),
    );
  });

  it('is cut at a thousand characters', () => {
    const { events } = capture();
    new Logger('any').log('asked', { agent: 'x'.repeat(1_000_000) });
    expect(events()[0]?.['agent']).toBe(`${'x'.repeat(1_000)}...`);
  });

  it.each([
    ['a newline and a forged line', 'eu\n{"level":"fatal"}', 'eu\\n{"level":"fatal"}'],
    ['a terminal escape', '\u001b[31mred', '\\u001b[31mred'],
    ['a mark that turns the direction', 'a\u202egnp.exe', 'a\\u202egnp.exe'],
  ])('shows %s spelled out', (_, written, shown) => {
    const { events } = capture();
    new Logger('any').log('asked', { path: written });
    expect(events()[0]?.['path']).toBe(shown);
  });
});

describe('secrets', () => {
  it.each([
    [{ headers: { Authorization: 'Bearer abc.def.ghi' } }, { headers: { Authorization: '***' } }],
    [
      { certificatePassword: 'x', access_token: 'y', apiKey: 'z' },
      { certificatePassword: '***', access_token: '***', apiKey: '***' },
    ],
    [{ detail: 'sent Bearer abc.def-ghi== to eu' }, { detail: 'sent Bearer *** to eu' }],
    [{ detail: 'token eyJhbGciOi.eyJzdWIi.c2ln was refused' }, { detail: 'token *** was refused' }],
    [{ database: 'postgres://scfed:hunter2@db/x' }, { database: 'postgres://scfed:***@db/x' }],
    [{ bus: 'Endpoint=sb://x/;SharedAccessKey=abc=' }, { bus: 'Endpoint=sb://x/;SharedAccessKey=***' }],
  ])('in %j are masked', (data, shown) => {
    const { events } = capture();
    new Logger('any').log('asked', data);
    expect(events()[0]).toMatchObject(shown);
  });

  it('that stand across the cut do not show their beginning', () => {
    const { lines } = capture();
    new Logger('any').log('asked', { detail: `${'x'.repeat(980)} Bearer ${'s3cr3t'.repeat(300)}` });
    expect(lines[0]).not.toContain('s3cr3t');
  });
});
