import { bareId, type OwnedRecord } from '../../routing/owned-record.js';
import { showsUnacknowledged } from './group-holders.js';

/** A failed message; `errors/last/{id}` answers 200 or 404 for any status (contract 6.5). */
export const failedMessage: OwnedRecord = {
  kind: 'failed-message',
  canonical: bareId,
  probePaths: (id) => [`errors/last/${encodeURIComponent(id)}`],
};

/** A group with unresolved messages: retrying or archiving it elsewhere poisons that member (contract 9.3). */
export const failureGroup: OwnedRecord = {
  kind: 'failure-group',
  canonical: bareId,
  probePaths: (id) => [`recoverability/groups/id/${encodeURIComponent(id)}`],
};

/** A group with archived messages. */
export const archivedGroup: OwnedRecord = {
  kind: 'archived-group',
  canonical: bareId,
  probePaths: (id) => [`archive/groups/id/${encodeURIComponent(id)}`],
};

/** A group in either state, for its comment. */
export const anyGroup: OwnedRecord = {
  kind: 'any-group',
  canonical: bareId,
  probePaths: (id) => [...failureGroup.probePaths(id), ...archivedGroup.probePaths(id)],
};

/** In the order members list them (contract 3.3). */
const classifiers = [
  'Exception Type and Stack Trace',
  'Message Type',
  'Endpoint Address',
  'Endpoint Instance',
  'Endpoint Name',
];

/**
 * A finished operation waiting to be acknowledged. Only the group lists show it, and only where the acknowledgement is
 * due: dropping the entry of an operation that still runs would lose its progress (contract 9.2).
 */
export const unacknowledgedGroup: OwnedRecord = {
  kind: 'unacknowledged-group',
  canonical: bareId,
  probePaths: () => classifiers.map((classifier) => `recoverability/groups/${encodeURIComponent(classifier)}`),
  isShownBy: showsUnacknowledged,
};
