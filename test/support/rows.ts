import type { Response } from './requester.js';

/** One field of every row of a list, in the order of the rows. */
export function fieldOfRows(response: Response, field: string): readonly unknown[] {
  return (response.json as readonly Readonly<Record<string, unknown>>[]).map((row) => row[field]);
}

/** The ids of a list's rows. */
export function idsOf(response: Response): readonly string[] {
  return fieldOfRows(response, 'id').map(String);
}
