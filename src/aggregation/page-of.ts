import type { FederatedCall } from '../federation/federated-call.js';
import { badField } from '../federation/problem.js';
import { readPage, type Page } from './merge/page.js';

/**
 * The page a caller asks for, read as members read it.
 * @throws ProblemError 400 naming `page` or `per_page`, where members would answer 500 (decision 11)
 */
export function pageOf(call: FederatedCall): Page {
  const page = readPage(call.query);
  if ('fault' in page) throw badField(page.field, page.fault);
  return page;
}
