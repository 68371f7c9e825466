/** What a client reads of a JSON value, and what it could not bear. */
export interface Shape {
  /** One line per fault; none when the client can use the value. */
  faults(value: unknown, at: string): readonly string[];
}

export const text = leaf('text', (value) => typeof value === 'string');
export const filledText = leaf('text that is not empty', (value) => typeof value === 'string' && value !== '');
export const number = leaf('a number', (value) => typeof value === 'number' && Number.isFinite(value));
export const flag = leaf('true or false', (value) => typeof value === 'boolean');
/** Up to seven fraction digits; a zone, or none. */
export const date = pattern('a date', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?(Z|[+-]\d\d:\d\d)?$/);
export const timespan = pattern('a timespan', /^-?(\d+\.)?\d\d:\d\d:\d\d(\.\d{7})?$/);

export function oneOf(...texts: readonly string[]): Shape {
  return leaf(`one of ${texts.join(', ')}`, (value) => typeof value === 'string' && texts.includes(value));
}

/** Text that holds JSON, which the client parses again. */
export function jsonIn(shape: Shape): Shape {
  return {
    faults: (value, at) => {
      if (typeof value !== 'string') return [`${at}: expected text with JSON, got ${shown(value)}`];
      return shape.faults(JSON.parse(value), `${at} (parsed)`);
    },
  };
}

/** Other fields are harmless. */
export function object(fields: Readonly<Record<string, Shape>>): Shape {
  return {
    faults: (value, at) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        return [`${at}: expected an object, got ${shown(value)}`];
      }
      const given = value as Readonly<Record<string, unknown>>;
      return Object.entries(fields).flatMap(([name, shape]) => shape.faults(given[name], `${at}.${name}`));
    },
  };
}

/** The client knows that the field may be missing; `null` would be something else. */
export function optional(shape: Shape): Shape {
  return { faults: (value, at) => (value === undefined ? [] : shape.faults(value, at)) };
}

/** A list with something in it, so that what it holds is really looked at. */
export function list(of: Shape): Shape {
  return {
    faults: (value, at) =>
      Array.isArray(value) && value.length === 0
        ? [`${at}: expected rows, got none`]
        : listOrEmpty(of).faults(value, at),
  };
}

export function listOrEmpty(of: Shape): Shape {
  return {
    faults: (value, at) => {
      if (!Array.isArray(value)) return [`${at}: expected a list, got ${shown(value)}`];
      return value.flatMap((element, k) => of.faults(element, `${at}[${String(k)}]`));
    },
  };
}

function pattern(name: string, form: RegExp): Shape {
  return leaf(name, (value) => typeof value === 'string' && form.test(value));
}

function leaf(name: string, fits: (value: unknown) => boolean): Shape {
  return { faults: (value, at) => (fits(value) ? [] : [`${at}: expected ${name}, got ${shown(value)}`]) };
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60);
}
