import { JsonFault } from './json-fault.js';
import { JsonRow } from './json-row.js';
import { isBlank, skipBlanks, skipValue } from './scan.js';

/** Rows of a JSON array, found one by one: bytes behind the rows that were read are never looked at. */
export class RowReader {
  private readonly text: Buffer;
  private at: number;
  private count = 0;

  /** @throws JsonFault unless the first and last bytes that are not blank are brackets (decision 50b) */
  constructor(
    body: Buffer,
    private readonly options: { readonly elements?: 'objects' | 'any' | undefined } = {},
  ) {
    this.text = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
    this.at = skipBlanks(this.text, 0);
    if (this.text[this.at] !== 0x5b) throw new JsonFault('an array was expected', this.at);
    let last = this.text.length - 1;
    while (isBlank(this.text[last])) last -= 1;
    if (last === this.at || this.text[last] !== 0x5d) throw new JsonFault('the array does not end', last);
    this.at = skipBlanks(this.text, this.at + 1);
  }

  get rowsRead(): number {
    return this.count;
  }

  next(): JsonRow | undefined {
    const { text } = this;
    if (text[this.at] === 0x5d) {
      if (skipBlanks(text, this.at + 1) !== text.length) throw new JsonFault('something follows the array', this.at);
      return undefined;
    }
    const start = this.at;
    if (this.options.elements !== 'any' && text[start] !== 0x7b) throw new JsonFault('an object was expected', start);
    const end = skipValue(text, start);
    this.at = skipBlanks(text, end);
    if (text[this.at] === 0x2c) {
      this.at = skipBlanks(text, this.at + 1);
      if (text[this.at] === 0x5d) throw new JsonFault('a comma without an element', this.at);
    } else if (text[this.at] !== 0x5d) throw new JsonFault('a comma was expected', this.at);
    this.count += 1;
    return new JsonRow(text, start, end);
  }
}
