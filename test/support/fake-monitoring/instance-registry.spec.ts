import { describe, expect, it } from '@jest/globals';
import { defaultLifetimes, InstanceRegistry } from './instance-registry.js';

const start = Date.UTC(2024, 4, 1);
const minute = 60_000;

function registryWith(...pairs: (readonly [endpoint: string, instance: string])[]): InstanceRegistry {
  const registry = new InstanceRegistry(defaultLifetimes);
  for (const [endpoint, id] of pairs) registry.heardFrom(endpoint, { id, name: id }, start);
  return registry;
}

describe('staleness', () => {
  it('begins after the grace period, not with it', () => {
    const registry = registryWith(['Sales', 'a']);

    expect(registry.isStale('Sales', 'a', start + 40_000)).toBe(false);
    expect(registry.isStale('Sales', 'a', start + 40_001)).toBe(true);
  });

  it('holds for an instance without any recorded activity', () => {
    const registry = new InstanceRegistry(defaultLifetimes);
    registry.heardFrom('Sales', { id: 'a', name: 'a' }, undefined);

    expect(registry.isStale('Sales', 'a', start)).toBe(true);
  });
});

describe('removal', () => {
  it('finds the instance in any letter case, but the endpoint in its own only', () => {
    const registry = registryWith(['Sales', 'a1'], ['Sales', 'b2'], ['sales', 'a1']);

    registry.remove('Sales', 'A1');

    expect(registry.instancesOf('Sales').map(({ id }) => id)).toEqual(['b2']);
    expect(registry.instancesOf('sales').map(({ id }) => id)).toEqual(['a1']);
  });

  it('takes the endpoint away with its last instance and changes nothing for names it does not know', () => {
    const registry = registryWith(['Sales', 'a1'], ['Billing', 'a1']);

    registry.remove('Sales', 'a1');
    registry.remove('Nobody', 'a1');
    registry.remove('Billing', 'nobody');

    expect(registry.endpointNames()).toEqual(['Billing']);
  });

  it('gives the freed place in the list to the next newcomer', () => {
    const registry = registryWith(['A', '1'], ['B', '1'], ['C', '1']);

    registry.remove('A', '1');
    registry.heardFrom('D', { id: '1', name: '1' }, start);

    expect(registry.endpointNames()).toEqual(['D', 'B', 'C']);
  });
});

describe('expiry', () => {
  it('takes instances that were silent for more than an hour and the grace period', () => {
    const registry = registryWith(['Sales', 'old']);
    registry.sweep(start);
    registry.heardFrom('Sales', { id: 'new', name: 'new' }, start + 1);

    registry.sweep(start + 60 * minute + 40_001);

    expect(registry.instancesOf('Sales').map(({ id }) => id)).toEqual(['new']);
  });

  it('looks every five minutes only', () => {
    const registry = registryWith(['Sales', 'a']);
    registry.sweep(start + 59 * minute);

    registry.sweep(start + 63 * minute);
    expect(registry.endpointNames()).toEqual(['Sales']);

    registry.sweep(start + 64 * minute);
    expect(registry.endpointNames()).toEqual([]);
  });
});
