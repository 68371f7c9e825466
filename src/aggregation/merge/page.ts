/** One page of a list; rows count from 0 and `lastRow` is the first one behind the page. */
export interface Page {
  readonly page: number;
  readonly perPage: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

/** A page that members answer with 500 to, and what was wrong with it. */
export interface PageFault {
  readonly field: string;
  readonly fault: string;
}

const defaultPerPage = 50;
const largest = 2_147_483_647;
/** The white space is the one that .NET leaves out around numbers. */
const wholeNumber = /^[\t-\r ]*[+-]?\d+[\t-\r ]*$/;

/**
 * `page` and `per_page` as members read them (contract 1.3): missing, zero and negative mean page 1 and 50 rows. What
 * members' binder throws at is a fault: no whole number, empty, beyond 32 bits, given twice.
 */
export function readPage(query: { all(name: string): readonly string[] }): Page | PageFault {
  const page = readNumber(query.all('page'), { field: 'page', missing: 1 });
  if (typeof page !== 'number') return page;
  const perPage = readNumber(query.all('per_page'), { field: 'per_page', missing: defaultPerPage });
  if (typeof perPage !== 'number') return perPage;
  const lastRow = page * perPage;
  return { page, perPage, firstRow: lastRow - perPage, lastRow };
}

function readNumber(
  given: readonly string[],
  { field, missing }: { readonly field: string; readonly missing: number },
): number | PageFault {
  const [text, ...more] = given;
  if (text === undefined) return missing;
  if (more.length > 0) return { field, fault: 'given more than once' };
  if (!wholeNumber.test(text)) return { field, fault: 'expected a whole number' };
  const number = Number(text);
  if (number > largest || number < -largest - 1) return { field, fault: 'out of range' };
  return number <= 0 ? missing : number;
}
