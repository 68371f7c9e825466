import { createHash } from 'node:crypto';

/** The id that every ServiceControl makes of equal parts (contract 3.1): MD5 of the joined text, read as a .NET GUID. */
export function deterministicGuid(...parts: readonly string[]): string {
  return guidText(createHash('md5').update(parts.join(''), 'utf8').digest());
}

/** The first four, next two and next two bytes are reversed in the text. */
export function guidText(bytes: Buffer): string {
  const hex = (from: number, to: number): string => bytes.subarray(from, to).toString('hex');
  const reversed = (from: number, to: number): string =>
    Buffer.from(bytes.subarray(from, to)).reverse().toString('hex');
  return [reversed(0, 4), reversed(4, 6), reversed(6, 8), hex(8, 10), hex(10, 16)].join('-');
}

/** Whether .NET reads the text as a GUID: with or without dashes, braces or parentheses. */
export function isGuid(text: string): boolean {
  const plain = text.trim().replace(/^\{(.*)\}$|^\((.*)\)$/, '$1$2');
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(plain) || /^[0-9a-f]{32}$/i.test(text.trim());
}

/** The one spelling that members write: lower case with dashes. */
export function canonicalGuid(text: string): string {
  const hex = text.replace(/[^0-9a-f]/gi, '').toLowerCase();
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * A text whose ordinal order is SQL Server's order of GUIDs (contract 7.3): the last group first, then the fourth, and
 * the first three with their bytes from right to left.
 */
export function sqlServerOrderKey(guid: string): string {
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = guid.toLowerCase().split('-');
  return fifth + fourth + bytesReversed(third) + bytesReversed(second) + bytesReversed(first);
}

function bytesReversed(hex: string): string {
  return (hex.match(/../g) ?? []).reverse().join('');
}
