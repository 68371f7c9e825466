/** JSON text that goes out as it is: numbers beyond 2^53, odd spellings, whole rows. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** What members write. Members of objects that are `undefined` or `null` are left out, as ServiceControl does. */
export type JsonOut =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | RawJson
  | readonly JsonOut[]
  | { readonly [name: string]: JsonOut };

/** No indentation, non-ASCII text as it is, nulls omitted. */
export function jsonText(value: JsonOut): string {
  if (value === undefined || value === null) return 'null';
  if (value instanceof RawJson) return value.text;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(jsonText).join(',')}]`;
  return `{${memberTexts(value).join(',')}}`;
}

/** `"name":value` of each member that is written. */
export function memberTexts(object: { readonly [name: string]: JsonOut }): readonly string[] {
  const texts: string[] = [];
  for (const [name, member] of Object.entries(object)) {
    if (member !== undefined && member !== null) texts.push(`${JSON.stringify(name)}:${jsonText(member)}`);
  }
  return texts;
}

function isList(value: readonly JsonOut[] | { readonly [name: string]: JsonOut }): value is readonly JsonOut[] {
  return Array.isArray(value);
}
