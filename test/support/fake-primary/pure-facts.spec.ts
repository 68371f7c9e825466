import { describe, expect, it } from '@jest/globals';
import { groupsOf } from './classifiers.js';
import { canonicalGuid, deterministicGuid, isGuid, sqlServerOrderKey } from './deterministic-guid.js';
import { instanceIdOf, containerInstanceId } from './instance-id.js';
import { instantFrom, instantOf, ticksFrom, timeSpanText } from './instant.js';
import { jsonText, RawJson } from './json-out.js';

describe('a deterministic id', () => {
  it.each([
    [['abc'], '98500190-d23c-b04f-d696-3f7d28e17f72'],
    [[''], 'd98c1dd4-008f-04b2-e980-0998ecf8427e'],
    [['Exception Type and Stack Trace', 'System.Exception: No stacktrace'], 'ab3990c8-ba7c-7d95-a6b2-46a7e190fe3d'],
    [['Message Type', 'Sales.OrderPlaced'], '25dfec64-6f0e-28cd-410b-6f00a34185a0'],
    [['Endpoint Name', 'Sales'], '81b75e7b-6a8d-33d6-ad23-16eba385110b'],
    [['endpointA@machine1'], '5a0dfae0-b2e5-6244-7068-c3c254349b21'],
    [['Sales', '11111111-2222-3333-4444-555555555555'], '70e762c2-9e27-8b77-f824-3b04c359370d'],
    [['Sales', '11111111-2222-3333-4444-555555555555', 'MyCheck'], 'fe3b9283-342e-7ea0-20b7-a9adcc5a3f8b'],
    [['a1b2', 'Sales'], 'a87421c2-5c16-49af-3959-38b31de197d3'],
  ])('of %j is %s', (parts, id) => {
    expect(deterministicGuid(...parts)).toBe(id);
  });

  it('does not see where one part ends', () => {
    expect(deterministicGuid('ab', 'c')).toBe(deterministicGuid('a', 'bc'));
  });
});

it.each([
  ['A87421C2-5C16-49AF-3959-38B31DE197D3', true],
  ['{a87421c2-5c16-49af-3959-38b31de197d3}', true],
  ['a87421c25c1649af395938b31de197d3', true],
  ['a87421c2-5c16-49af-3959', false],
  ['archive', false],
])('reads %s as a GUID: %p', (text, expected) => {
  expect(isGuid(text)).toBe(expected);
});

it('writes any spelling of a GUID in one', () => {
  expect(canonicalGuid('{A87421C2-5C16-49AF-3959-38B31DE197D3}')).toBe('a87421c2-5c16-49af-3959-38b31de197d3');
});

it('orders GUIDs as SQL Server does: by the last group, never by the first before that', () => {
  const guids = [
    'ff000000-0000-0000-0000-000000000001',
    '00000000-0000-0000-0000-000000000002',
    '00000000-0000-0000-0100-000000000001',
    '00000000-0000-0001-0000-000000000001',
    '00000000-0000-0100-0000-000000000001',
  ];
  const sorted = [...guids].sort((a, b) => (sqlServerOrderKey(a) < sqlServerOrderKey(b) ? -1 : 1));

  expect(sorted).toEqual([guids[0], guids[4], guids[3], guids[2], guids[1]]);
});

describe('a date', () => {
  it.each([
    '2024-05-01T10:00:00Z',
    '2024-05-01T10:00:00.1Z',
    '2024-05-01T10:00:00.1234567Z',
    '2024-05-01T10:00:00.0000001Z',
    '1969-12-31T23:59:59.9999999Z',
  ])('is written with the digits it has: %s', (text) => {
    expect(instantOf(instantFrom(text).ticks).text).toBe(text);
  });

  it('reads offsets, missing zones and missing times', () => {
    const expected = ticksFrom('2024-05-01T10:00:00Z');
    const texts = ['2024-05-01T12:00:00+02:00', '2024-05-01T10:00:00', '2024-05-01 10:00', '2024-05-01T10:00:00.000Z'];

    expect(texts.map(ticksFrom)).toEqual(texts.map(() => expected));
    expect(ticksFrom('2024-05-01')).toBe(ticksFrom('2024-05-01T00:00:00Z'));
  });

  it.each(['', 'yesterday', '2024-13-01T00:00:00Z', '2024-05-01T10'])('is not found in "%s"', (text) => {
    expect(ticksFrom(text)).toBeUndefined();
  });

  it.each([
    [100_000_000n, '00:00:10'],
    [8_640_000_000_000n, '10.00:00:00'],
    [12_340_000n, '00:00:01.2340000'],
    [-10_000_000n, '-00:00:01'],
  ])('span of %p ticks is %s', (ticks, text) => {
    expect(timeSpanText(ticks)).toBe(text);
  });
});

describe('groups of a message', () => {
  const message = {
    exceptionType: 'System.Exception',
    stackTrace:
      'System.Exception: boom\n   at Sales.Handler.Handle(OrderPlaced message, Object context) in x.cs:line 4',
    enclosedMessageTypes: 'Sales.OrderPlaced, Sales, Version=1.0.0.0',
    failedQueue: 'Sales@SRV2',
    instanceId: undefined,
    receivingEndpoint: { name: 'Sales', hostId: '11111111-2222-3333-4444-555555555555' },
  };

  it('have a title of each classifier', () => {
    expect(groupsOf(message).map(({ title }) => title)).toEqual([
      'System.Exception: Sales.Handler.Handle(OrderPlaced message, Object context)',
      'Sales.OrderPlaced',
      'Sales@SRV2',
      '11111111222233334444555555555555',
      'Sales',
    ]);
  });

  it('say so when there is no stack trace', () => {
    expect(groupsOf({ ...message, stackTrace: undefined })[0]).toEqual({
      id: 'ab3990c8-ba7c-7d95-a6b2-46a7e190fe3d',
      title: 'System.Exception: No stacktrace',
      type: 'Exception Type and Stack Trace',
    });
  });

  it('are fewer when a classifier finds nothing', () => {
    const nothing = { ...message, exceptionType: undefined, enclosedMessageTypes: undefined };

    expect(groupsOf(nothing).map(({ type }) => type)).toEqual([
      'Endpoint Address',
      'Endpoint Instance',
      'Endpoint Name',
    ]);
  });
});

it.each([
  ['http://localhost:33333/api', 'aHR0cDovL2xvY2FsaG9zdDozMzMzMy9hcGk.'],
  ['HTTP://LOCALHOST:44444/', 'aHR0cDovL2xvY2FsaG9zdDo0NDQ0NC8.'],
])('the instance id of %s is %s', (url, id) => {
  expect(instanceIdOf(url)).toBe(id);
});

it('all containers share one instance id', () => {
  expect(containerInstanceId).toBe('aHR0cDovLyo6MzMzMzMvYXBp');
});

it('writes numbers beyond 2^53 and raw texts as they are, and no nulls in objects', () => {
  const value = { a: null, b: 9_007_199_254_740_993n, c: new RawJson('1.10'), d: ['ü', true, undefined], e: undefined };

  expect(jsonText(value)).toBe('{"b":9007199254740993,"c":1.10,"d":["ü",true,null]}');
});
