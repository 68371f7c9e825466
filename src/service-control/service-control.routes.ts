import { anonymous, route } from '../federation/route.js';
import { idInPath, idInPathOnce, idsInBody } from '../routing/owner-route.js';
import {
  Broadcast,
  FirstHit,
  Lead,
  MergeByKey,
  OwnedBody,
  RouteToOwner,
  SortedPage,
  Sum,
  Union,
} from '../strategies.js';
import { archivedGroups } from './rules/archived-groups.js';
import { countsByName, totalCount } from './rules/counts.js';
import { failedMessages } from './rules/failed-messages.js';
import { failedMessageDocument, oneGroup } from './rules/documents.js';
import { failureGroups } from './rules/failure-groups.js';
import { archivedGroupHolders, failureGroupHolders } from './rules/group-holders.js';
import { classifiers } from './rules/classifiers.js';
import { anyGroup, archivedGroup, failedMessage, failureGroup, unacknowledgedGroup } from './rules/owned-records.js';
import { pendingToResolve } from './rules/pending-retries.js';
import { queueAddresses } from './rules/queue-addresses.js';
import { retryHistory } from './rules/retry-history.js';
import { AuthenticationConfiguration } from './synthesised/authentication-configuration.strategy.js';
import { Configuration } from './synthesised/configuration.strategy.js';
import { Remotes } from './synthesised/remotes.strategy.js';
import { RootDocument } from './synthesised/root-document.strategy.js';

// Every route of a primary, one line each; methods and paths as ServiceControl's approved route list prints them.

export const root = [anonymous(route('GET ', RootDocument))];

export const configuration = [
  anonymous(route('GET configuration', Configuration)),
  anonymous(route('GET configuration/remotes', Remotes)),
];
export const instanceInfo = [anonymous(route('GET instance-info', Configuration))];
export const authentication = [anonymous(route('GET authentication/configuration', AuthenticationConfiguration))];

export const errors = [
  route('GET errors', SortedPage, failedMessages),
  route('HEAD errors', Sum, totalCount),
  route('GET errors/{failedMessageId}', FirstHit, failedMessageDocument('failedMessageId')),
  route('GET errors/last/{failedMessageId}', FirstHit, failedMessageDocument('failedMessageId')),
  route('GET errors/summary', Sum, countsByName),
  route('GET errors/queues/addresses', MergeByKey, { rows: queueAddresses, isPaged: true }),
  route('GET errors/groups/{classifier?}', MergeByKey, { rows: archivedGroups, holders: archivedGroupHolders }),
  route('POST errors/retry', RouteToOwner, idsInBody(failedMessage, { status: 400, field: 'messageIds' })),
  route('POST errors/{failedMessageId}/retry', RouteToOwner, idInPath(failedMessage, 'failedMessageId')),
  route('POST errors/retry/all', Broadcast),
  route('POST errors/{endpointName}/retry/all', Broadcast),
  route('POST errors/queues/{queueAddress}/retry', Broadcast),
  route('PATCH/POST errors/archive', RouteToOwner, idsInBody(failedMessage, { status: 422, field: 'messageIds' })),
  route('PATCH/POST errors/{messageId}/archive', RouteToOwner, idInPath(failedMessage, 'messageId')),
  route('PATCH errors/unarchive', RouteToOwner, idsInBody(failedMessage, { status: 400, field: 'ids' })),
  route('PATCH errors/{from}...{to}/unarchive', Broadcast),
];

export const pendingRetries = [
  route('POST pendingretries/retry', RouteToOwner, idsInBody(failedMessage, { status: 422, field: 'ids' })),
  route('POST pendingretries/queues/retry', Broadcast),
  route('PATCH pendingretries/resolve', RouteToOwner, pendingToResolve),
  route('PATCH pendingretries/queues/resolve', Broadcast),
];

export const edit = [
  route('GET edit/config', Lead),
  route('POST edit/{failedMessageId}', RouteToOwner, idInPathOnce(failedMessage, 'failedMessageId')),
];

export const recoverability = [
  route('GET recoverability/classifiers', Union, classifiers),
  route('GET recoverability/groups/{classifier?}', MergeByKey, { rows: failureGroups, holders: failureGroupHolders }),
  route('GET recoverability/groups/id/{groupId}', FirstHit, oneGroup),
  route('GET recoverability/groups/{groupId}/errors', SortedPage, failedMessages),
  route('HEAD recoverability/groups/{groupId}/errors', Sum, totalCount),
  route('POST recoverability/groups/{groupId}/errors/retry', RouteToOwner, idInPath(failureGroup, 'groupId')),
  route('POST recoverability/groups/{groupId}/errors/archive', RouteToOwner, idInPath(failureGroup, 'groupId')),
  route('POST recoverability/groups/{groupId}/errors/unarchive', RouteToOwner, idInPath(archivedGroup, 'groupId')),
  route('POST/DELETE recoverability/groups/{groupId}/comment', RouteToOwner, idInPath(anyGroup, 'groupId')),
  route('DELETE recoverability/unacknowledgedgroups/{groupId}', RouteToOwner, idInPath(unacknowledgedGroup, 'groupId')),
  route('GET recoverability/history', Sum, retryHistory),
];
export const archive = [route('GET archive/groups/id/{groupId}', FirstHit, oneGroup)];

export const endpoints = [route('GET endpoints/{endpointname}/errors', SortedPage, failedMessages)];
export const messages = [route('GET messages/{id}/body', OwnedBody)];
