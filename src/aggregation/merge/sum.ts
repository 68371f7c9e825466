import type { JsonRow } from '../../json-text/json-row.js';
import { quoteText } from '../../json-text/write.js';
import { sumOf } from './field-rules.js';

/** `errors/summary` is a map of maps of numbers; nothing that is summed is deeper. */
const deepest = 2;

const [open, close, colon, comma] = ['{', '}', ':', ','].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];

/**
 * Documents of numbers (`heartbeats/stats`) or of maps of numbers (`errors/summary`, contract 6.6) added key by key. Keys
 * are literal and come in order of first appearance; a key that only some members have counts for those. What is no
 * number stays as the first member sent it. One document alone keeps its bytes.
 */
export function sumDocuments(documents: readonly JsonRow[]): Buffer {
  return summed(documents, deepest);
}

function summed(values: readonly JsonRow[], depth: number): Buffer {
  const [first, ...others] = values;
  if (first === undefined) throw new Error('there is nothing to add up');
  if (others.length === 0) return first.bytes;
  const numbers = values.flatMap((value) => value.number() ?? []);
  if (numbers.length > 0) return Buffer.from(sumOf(numbers));
  const maps = values.filter(isMap);
  return depth === 0 || maps.length === 0 ? first.bytes : summedMaps(maps, depth - 1);
}

function summedMaps(maps: readonly JsonRow[], depth: number): Buffer {
  const byKey = new Map<string, JsonRow[]>();
  for (const map of maps) {
    for (const { key, value } of map.fields()) {
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, [value]);
      else known.push(value);
    }
  }
  const fields = [...byKey].map(([key, values]) =>
    Buffer.concat([Buffer.from(quoteText(key)), colon, summed(values, depth)]),
  );
  return Buffer.concat([open, ...fields.flatMap((field, at) => (at === 0 ? [field] : [comma, field])), close]);
}

function isMap(value: JsonRow): boolean {
  return value.bytes[0] === open[0];
}
