import { describe, expect, it } from '@jest/globals';
import { canonicalGuid, deterministicGuid, isGuid, sqlServerOrderKey } from './deterministic-guid.js';

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
