import { JsonRow } from '../../json-text/json-row.js';

/** A row whose fields are looked up once and then known: for rules that read many fields of one row. */
export class IndexedRow extends JsonRow {
  private byKey: ReadonlyMap<string, JsonRow> | undefined;

  static of({ source, start, end }: JsonRow): IndexedRow {
    return new IndexedRow(source, start, end);
  }

  /** A whole value without anything around it. */
  static from(bytes: Buffer): IndexedRow {
    return new IndexedRow(bytes, 0, bytes.length);
  }

  override at(...path: readonly string[]): JsonRow | undefined {
    const [key, ...rest] = path;
    if (key === undefined) return this;
    this.byKey ??= new Map([...this.fields()].map((field) => [field.key, field.value]));
    const value = this.byKey.get(key);
    return rest.length === 0 ? value : value?.at(...rest);
  }
}
