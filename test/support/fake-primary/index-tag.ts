import { createHash } from 'node:crypto';

/** The tag of a RavenDB index as members show it: a signed 64-bit number that moves with each change. */
export function indexTag(seed: string, index: string, changes: number): string {
  const digest = createHash('md5')
    .update(`${seed} ${index} ${String(changes)}`)
    .digest();
  return digest.readBigInt64LE(0).toString();
}
