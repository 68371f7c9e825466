import type { PrimaryState } from './primary-state.js';

/**
 * What comes back after a retried message was forwarded (contract 9.4): success resolves it, failure makes it unresolved
 * with one attempt more. Either way no retry holds it any longer.
 */
export function processedByEndpoint(state: PrimaryState, id: string, outcome: 'success' | 'failure'): void {
  const message = state.messages.find(id);
  if (message === undefined) throw new Error(`no failed message ${id}`);
  const now = state.settings.clock();
  state.messages.change(message, () => {
    message.claimed = false;
    message.status = outcome === 'success' ? 'resolved' : 'unresolved';
    if (outcome === 'failure') message.failsAgain({ ...message.last, attemptedAt: now, timeOfFailure: now });
  });
  const relatedTo = [`/message/${message.uniqueId}`];
  if (outcome === 'success')
    state.events.info('MessageFailures', 'MessageFailureResolvedByRetry', {
      description: 'Failed message resolved by retry',
      relatedTo,
    });
  else
    state.events.error('MessageFailures', 'MessageFailed', {
      description: message.last.exception.message ?? '',
      relatedTo: [...relatedTo, `/endpoint/${message.facts.receivingEndpoint?.name ?? ''}`],
    });
}
