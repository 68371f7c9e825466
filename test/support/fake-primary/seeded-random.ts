import { createHash } from 'node:crypto';

/** Numbers that look random and are the same for the same seed. */
export class SeededRandom {
  private state: number;

  constructor(seed: string) {
    this.state = createHash('md5').update(seed).digest().readUInt32LE(0);
  }

  /** Zero up to, not including, `limit`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  }

  oneOf<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }
}
