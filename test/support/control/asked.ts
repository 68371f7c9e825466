/** Something is wrong with a request to the control port. */
export class ControlFault extends Error {
  constructor(
    readonly status: 400 | 404 | 405,
    message: string,
  ) {
    super(message);
    this.name = 'ControlFault';
  }
}

/** A request to the control port, taken apart. Readers refuse what they cannot use and name the field. */
export class Asked {
  private readonly fields: Readonly<Record<string, unknown>>;

  constructor(
    readonly query: URLSearchParams,
    /** The parsed body; an empty one counts as `{}`. */
    readonly body: unknown,
  ) {
    this.fields = isObject(body) ? body : {};
  }

  /** A field of the body that must be one of these texts. */
  oneOf<const Text extends string>(field: string, texts: readonly Text[]): Text {
    const found = texts.find((text) => text === this.fields[field]);
    if (found === undefined) throw new ControlFault(400, `${field} must be one of ${texts.join(', ')}`);
    return found;
  }

  text(field: string): string {
    const value = this.fields[field];
    if (typeof value !== 'string' || value === '') throw new ControlFault(400, `${field} must be a text`);
    return value;
  }

  /** A whole number of at least one, or the given one when it is left out. */
  count(field: string, otherwise: number): number {
    const value = this.fields[field] ?? otherwise;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value;
    throw new ControlFault(400, `${field} must be a whole number of at least 1`);
  }

  /** `undefined` when it is left out. */
  object(field: string): Readonly<Record<string, unknown>> | undefined {
    const value = this.fields[field];
    if (value === undefined || isObject(value)) return value;
    throw new ControlFault(400, `${field} must be an object`);
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
