import { RowReader } from '../../json-text/row-reader.js';
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
  isFleeting: true,
  isShared: true,
  canonical: bareId,
  probePaths: (id) => [`recoverability/groups/id/${encodeURIComponent(id)}`],
};

/** A group with archived messages. */
export const archivedGroup: OwnedRecord = {
  kind: 'archived-group',
  isFleeting: true,
  isShared: true,
  canonical: bareId,
  probePaths: (id) => [`archive/groups/id/${encodeURIComponent(id)}`],
};

/** A group in either state, for its comment. */
export const anyGroup: OwnedRecord = {
  kind: 'any-group',
  isFleeting: true,
  isShared: true,
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
  isFleeting: true,
  isShared: true,
  canonical: bareId,
  probePaths: () => classifiers.map((classifier) => `recoverability/groups/${encodeURIComponent(classifier)}`),
  isShownBy: showsUnacknowledged,
};

/** More rows than these lists ever have. */
const everything = 1_000_000;

/** A custom check; members answer 202 to any id and log an event for an unknown one, so their lists are looked through. */
export const customCheck: OwnedRecord = {
  kind: 'custom-check',
  isFleeting: true,
  canonical: bareId,
  probePaths: () => [`customchecks?page=1&per_page=${String(everything)}`],
  isShownBy: (body, id) => listsRecord(body, 'id', id),
};

/** A monitored endpoint instance. */
export const endpoint: OwnedRecord = {
  kind: 'endpoint',
  isFleeting: true,
  canonical: bareId,
  probePaths: () => ['endpoints'],
  isShownBy: (body, id) => listsRecord(body, 'id', id),
};

/** A redirect; its id follows from the address, so several members may have one. */
export const redirect: OwnedRecord = {
  kind: 'redirect',
  isFleeting: true,
  canonical: bareId,
  probePaths: () => [`redirects?page=1&per_page=${String(everything)}`],
  isShownBy: (body, id) => listsRecord(body, 'message_redirect_id', id),
};

/** A queue with failed messages, by its address. */
export const failingQueue: OwnedRecord = {
  kind: 'failing-queue',
  isFleeting: true,
  canonical: (address) => address.toLowerCase(),
  probePaths: () => [`errors/queues/addresses?page=1&per_page=${String(everything)}`],
  isShownBy: (body, address) => listsRecord(body, 'physical_address', address),
};

/** Whether a list has a row with this id, in any letter case and with any prefix of a persister. */
function listsRecord(body: Buffer, field: string, id: string): boolean {
  const reader = new RowReader(body);
  for (let row = reader.next(); row !== undefined; row = reader.next()) {
    const listed = row.text(field);
    if (listed !== undefined && bareId(listed) === bareId(id)) return true;
  }
  return false;
}
