interface Slot<V> {
  readonly key: string;
  readonly value: V;
}

/**
 * A map that lists its entries in the order of their slots, and gives the slot freed last to the next new entry. That
 * is how members' in-memory maps behave, so lists keep the order of first report until something is removed, and none
 * afterwards (monitoring-api 4.7).
 */
export class SlotMap<V> {
  private readonly slots: (Slot<V> | undefined)[] = [];
  private readonly positions = new Map<string, number>();
  private readonly freed: number[] = [];

  get size(): number {
    return this.positions.size;
  }

  get(key: string): V | undefined {
    return this.slots[this.positions.get(key) ?? -1]?.value;
  }

  getOrAdd(key: string, create: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = create();
    const position = this.freed.pop() ?? this.slots.length;
    this.slots[position] = { key, value };
    this.positions.set(key, position);
    return value;
  }

  delete(key: string): void {
    const position = this.positions.get(key);
    if (position === undefined) return;
    this.positions.delete(key);
    this.slots[position] = undefined;
    this.freed.push(position);
  }

  keys(): string[] {
    return this.taken().map((slot) => slot.key);
  }

  values(): V[] {
    return this.taken().map((slot) => slot.value);
  }

  private taken(): Slot<V>[] {
    return this.slots.filter((slot) => slot !== undefined);
  }
}
