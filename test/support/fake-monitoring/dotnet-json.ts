/** A value as the fake hands it to the writer; `undefined` members are left out, as members leave out nulls. */
export type JsonOut = string | number | boolean | undefined | readonly JsonOut[] | { readonly [name: string]: JsonOut };

/** JSON text as .NET writes it: numbers spelt as doubles (`1E-05`), no indentation, non-ASCII text as it is. */
export function toJson(value: JsonOut): string {
  return write(value, JSON.stringify);
}

/** The same with the framework's cautious text encoder: non-ASCII and HTML characters escaped (`GET connection`). */
export function toEscapedJson(value: JsonOut): string {
  return write(value, escaped);
}

function write(value: JsonOut, text: (value: string) => string): string {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return doubleText(value);
  if (typeof value === 'boolean') return String(value);
  if (value === undefined) return 'null';
  if (isList(value)) return `[${value.map((item) => write(item, text)).join(',')}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${text(name)}:${write(member, text)}`).join(',')}}`;
}

function isList(value: JsonOut): value is readonly JsonOut[] {
  return Array.isArray(value);
}

/**
 * Shortest round-trip text of a double in .NET's spelling: from 1E-05 downwards, and from 15 digits (or the number of
 * digits needed) upwards, with an exponent of at least two digits, as in `1E-05` and `1.5E+20`.
 */
export function doubleText(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [mantissa = '', exponentText = '0'] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const exponent = Number(exponentText);
  const sign = value < 0 ? '-' : '';
  if (exponent >= -4 && exponent < Math.max(digits.length, 15)) return sign + plain(digits, exponent);

  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  const power = String(Math.abs(exponent)).padStart(2, '0');
  return `${sign}${digits.charAt(0)}${fraction}E${exponent < 0 ? '-' : '+'}${power}`;
}

function plain(digits: string, exponent: number): string {
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = digits.slice(exponent + 1);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function escaped(value: string): string {
  const text = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"');
  return `"${text.replace(/["&'+<>`]|[^ -~]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  })}"`;
}
