import fc from 'fast-check';

/** A JSON value and a text of it that JSON.stringify would never write: blanks, escapes, number spellings. */
export interface Spelled {
  readonly text: string;
  readonly value: unknown;
}

const blank = fc.constantFrom('', '', '', ' ', '\n', '\t', '\r\n', '  ');

const hostileText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom(
      '"',
      '\\',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '/',
      'é',
      '漢',
      '\u0000',
      '\u001f',
      '\n',
      '🚀',
      'id',
    ),
  }),
  fc.string({ minLength: 45, maxLength: 60, unit: fc.constantFrom('a', '\\', '"', 'ü') }),
);

/** The text of a string: as it is, or with characters escaped that need not be. */
const spelledText: fc.Arbitrary<Spelled & { readonly value: string }> = fc
  .tuple(hostileText, fc.boolean())
  .map(([value, isEscaped]) => ({ value, text: isEscaped ? escapedWhole(value) : JSON.stringify(value) }));

function escapedWhole(text: string): string {
  return `"${text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')}"`;
}

const spelledNumber: fc.Arbitrary<Spelled> = fc
  .constantFrom(
    '0',
    '-0',
    '1',
    '1.10',
    '1E-05',
    '1e5',
    '9223372036854775807',
    '-9223372036854775808',
    '0.1',
    '123456.789',
  )
  .map((text) => ({ text, value: JSON.parse(text) as unknown }));

const spelledWord: fc.Arbitrary<Spelled> = fc
  .constantFrom('true', 'false', 'null')
  .map((text) => ({ text, value: JSON.parse(text) as unknown }));

const { value: spelledValue } = fc.letrec<{ value: Spelled; object: Spelled; array: Spelled }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    spelledText,
    spelledNumber,
    spelledWord,
    tie('object'),
    tie('array'),
  ),
  array: fc.tuple(fc.array(tie('value'), { maxLength: 4 }), blank).map(([items, gap]) => arrayText(items, gap)),
  object: fc
    .tuple(fc.array(fc.tuple(spelledText, tie('value')), { maxLength: 5 }), blank)
    .map(([fields, gap]) => objectText(fields, gap)),
}));

/** Any JSON value. */
export const anyValue: fc.Arbitrary<Spelled> = spelledValue;

/** An object; some of its keys are the ones that merges read, some appear twice, some are spelled with escapes. */
export const anyObject: fc.Arbitrary<Spelled & { readonly value: object }> = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.oneof(
          spelledText,
          fc.constantFrom<Spelled & { readonly value: string }>(
            { text: '"id"', value: 'id' },
            { text: '"\\u0069d"', value: 'id' },
            { text: '"time_sent"', value: 'time_sent' },
          ),
        ),
        spelledValue,
      ),
      { maxLength: 6 },
    ),
    blank,
  )
  .map(([fields, gap]) => objectText(fields, gap) as Spelled & { readonly value: object });

/** An array of objects with blanks between them, perhaps behind a byte order mark. */
export const anyRows: fc.Arbitrary<{ readonly body: Buffer; readonly values: readonly object[] }> = fc
  .tuple(fc.array(anyObject, { maxLength: 6 }), blank, fc.boolean())
  .map(([rows, gap, hasMark]) => ({
    body: Buffer.from(`${hasMark ? '\ufeff' : ''}${gap}${arrayText(rows, gap).text}${gap}`),
    values: rows.map(({ value }) => value),
  }));

function arrayText(items: readonly Spelled[], gap: string): Spelled {
  const text = `[${gap}${items.map((item) => item.text).join(`${gap},${gap}`)}${gap}]`;
  return { text, value: JSON.parse(text) as unknown };
}

function objectText(fields: readonly (readonly [Spelled, Spelled])[], gap: string): Spelled {
  const text = `{${gap}${fields.map(([key, item]) => `${key.text}${gap}:${gap}${item.text}`).join(`${gap},${gap}`)}${gap}}`;
  return { text, value: JSON.parse(text) as unknown };
}

/** A text as a broken disk or program might leave it: cut, or with bytes changed, added or taken out. */
export function damaged(text: Buffer, damage: Damage): Buffer {
  const at = damage.at % (text.length + 1);
  const [front, rest] = [text.subarray(0, at), text.subarray(at)];
  if (damage.kind === 'cut') return front;
  const piece = Buffer.from(damage.piece, 'latin1');
  if (damage.kind === 'insert') return Buffer.concat([front, piece, rest]);
  if (damage.kind === 'remove') return Buffer.concat([front, rest.subarray(piece.length)]);
  return Buffer.concat([front, piece, rest.subarray(piece.length)]);
}

interface Damage {
  readonly kind: 'cut' | 'replace' | 'insert' | 'remove';
  readonly at: number;
  /** Bytes, one a character. */
  readonly piece: string;
}

/** What means something to a JSON reader, so that damage often hits where it matters. */
const token = fc.constantFrom(
  ...Array.from('{}[],:"\\/ \n-+.0123456789eEu'),
  ...[
    'true',
    'false',
    'null',
    'NaN',
    '\\u0061',
    '\\u00',
    '\\x',
    '\u0000',
    '\u001f',
    '\u007f',
    '\u00ff',
    '""',
    '{}',
    '[]',
  ],
);

export const anyDamage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom('cut', 'replace', 'insert', 'remove'),
  at: fc.nat(),
  piece: fc.oneof(
    token,
    fc.nat(255).map((byte) => String.fromCharCode(byte)),
  ),
});

/** Pieces of JSON in any order: seldom JSON, always nearly. */
export const tokenSoup: fc.Arbitrary<Buffer> = fc
  .array(token, { maxLength: 12 })
  .map((tokens) => Buffer.from(tokens.join(''), 'latin1'));
