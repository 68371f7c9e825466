import { ValueChecker } from './check-value.js';
import { JsonFault } from './json-fault.js';
import { JsonRow } from './json-row.js';
import { isBlank, skipBlanks, withoutMark } from './scan.js';

/**
 * Rows of a JSON array, found one by one. Every row that is given was checked to its last byte; bytes behind it, but for
 * the array's own end, are never looked at (decision 50b).
 */
export class RowReader {
  private readonly text: Buffer;
  private readonly checker: ValueChecker;
  private at: number;
  private count = 0;

  /**
   * @param options `elements: 'any'` takes elements that are no objects
   * @throws JsonFault unless the first and last bytes that are not blank are brackets
   */
  constructor(
    body: Buffer,
    private readonly options: { readonly elements?: 'objects' | 'any' | undefined } = {},
  ) {
    this.text = withoutMark(body);
    this.checker = new ValueChecker(this.text);
    const start = skipBlanks(this.text, 0);
    if (this.text[start] !== 0x5b) throw new JsonFault('an array was expected', start);
    let last = this.text.length - 1;
    while (isBlank(this.text[last])) last -= 1;
    if (last === start || this.text[last] !== 0x5d) throw new JsonFault('the array does not end', last);
    this.at = skipBlanks(this.text, start + 1);
  }

  /** How many rows `next` has given. */
  get rowsRead(): number {
    return this.count;
  }

  /**
   * The next row; undefined behind the last one.
   * @throws JsonFault when the text is broken here, and again when asked again
   */
  next(): JsonRow | undefined {
    const { text, at: start } = this;
    if (text[start] === 0x5d) {
      const behind = skipBlanks(text, start + 1);
      if (behind !== text.length) throw new JsonFault('something follows the array', behind);
      return undefined;
    }
    if (this.options.elements !== 'any' && text[start] !== 0x7b) throw new JsonFault('an object was expected', start);
    const positions: number[] = [];
    const end = this.checker.valueEnd(start, positions);
    this.at = this.nextElement(end);
    this.count += 1;
    return new JsonRow(text, start, end, positions);
  }

  /** The start of the element behind the one that ends at `end`, or the closing bracket. */
  private nextElement(end: number): number {
    const { text } = this;
    const behind = skipBlanks(text, end);
    if (text[behind] === 0x5d) return behind;
    if (text[behind] !== 0x2c) throw new JsonFault('a comma was expected', behind);
    const next = skipBlanks(text, behind + 1);
    if (text[next] === 0x5d) throw new JsonFault('a comma without an element', next);
    return next;
  }
}
