import type { FederatedCall } from '../../federation/federated-call.js';
import { badField } from '../../federation/problem.js';
import { readHistory } from '../rules/history.js';

/**
 * The minutes of history a caller asks for.
 * @throws ProblemError 400 for numbers that members crash at
 */
export function historyOf(call: FederatedCall): number {
  const minutes = readHistory(call.query.all('history'));
  if (minutes === undefined) throw badField('history', 'expected one of 1, 5, 10, 15, 30 and 60 minutes');
  return minutes;
}
