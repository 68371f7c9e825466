import type { RequestLine } from '../http/request-line.js';

/** Query parameters as ASP.NET Core sees them: decoded, names in any letter case. */
export class Query {
  private readonly values = new Map<string, string[]>();

  constructor(line: RequestLine) {
    for (const [name, value] of line.query) {
      const given = this.values.get(name);
      if (given === undefined) this.values.set(name, [value]);
      else given.push(value);
    }
  }

  all(name: string): readonly string[] {
    return this.values.get(name.toLowerCase()) ?? [];
  }

  /** The first value; empty counts as missing. */
  text(name: string): string | undefined {
    const value = this.all(name)[0];
    return value === '' ? undefined : value;
  }
}
