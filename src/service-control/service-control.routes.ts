import { anonymous, route, search, slow } from '../federation/route.js';
import { idInPath, idInPathOnce, idsInBody } from '../routing/owner-route.js';
import {
  AllowedMethods,
  Broadcast,
  FirstHit,
  Lead,
  License,
  MergeByKey,
  MergeDocuments,
  MyRoutes,
  OwnedBody,
  RouteToOwner,
  SortedPage,
  Sum,
  TopWindow,
  Union,
} from '../strategies.js';
import { archivedGroups } from './rules/archived-groups.js';
import { auditCounts } from './rules/audit-counts.js';
import { classifiers } from './rules/classifiers.js';
import { countsByName, heartbeatStats, totalCount } from './rules/counts.js';
import { failedMessageDocument, oneGroup, saga } from './rules/documents.js';
import { endpoints as endpointRows, knownEndpoints } from './rules/endpoints.js';
import { endpointSettings as endpointSettingRows } from './rules/endpoint-settings.js';
import { eventLog } from './rules/event-log.js';
import { failedMessages } from './rules/failed-messages.js';
import { failureGroups } from './rules/failure-groups.js';
import { archivedGroupHolders, failureGroupHolders } from './rules/group-holders.js';
import { licensingEndpoints } from './rules/licensing-endpoints.js';
import { masks, mergeSettingsInfo, mergeSettingsTest } from './rules/licensing-settings.js';
import { messages as pagedMessages } from './rules/messages.js';
import {
  anyGroup,
  archivedGroup,
  endpoint,
  failedMessage,
  failureGroup,
  unacknowledgedGroup,
} from './rules/owned-records.js';
import { pendingToResolve } from './rules/pending-retries.js';
import { queueAddresses } from './rules/queue-addresses.js';
import { redirectById, redirectByQueue } from './rules/redirect-targets.js';
import { redirects as redirectRows } from './rules/redirects.js';
import { mergePurgeStatus } from './rules/retention-purge.js';
import { retryHistory } from './rules/retry-history.js';
import { reportAvailability } from './rules/usage-report.js';
import { AuthenticationConfiguration } from './synthesised/authentication-configuration.strategy.js';
import { Configuration } from './synthesised/configuration.strategy.js';
import { CustomChecks } from './synthesised/custom-checks.strategy.js';
import { DeleteCustomCheck } from './synthesised/delete-custom-check.strategy.js';
import { Remotes } from './synthesised/remotes.strategy.js';
import { RootDocument } from './synthesised/root-document.strategy.js';
import { TestEmail } from './synthesised/test-email.strategy.js';
import { UpdateUsage } from './synthesised/update-usage.strategy.js';
import { UsageReport } from './synthesised/usage-report.strategy.js';

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
  route('GET errors/queues/addresses', MergeByKey, { rows: queueAddresses, isPaged: true, isLinked: true }),
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

export const endpoints = [
  route('GET endpoints', Union, endpointRows),
  anonymous(route('OPTIONS endpoints', AllowedMethods)),
  route('GET endpoints/known', Union, knownEndpoints),
  route('PATCH endpoints/{endpointId}', RouteToOwner, idInPath(endpoint, 'endpointId')),
  route('DELETE endpoints/{endpointId}', RouteToOwner, idInPath(endpoint, 'endpointId')),
  route('GET endpoints/{endpointname}/errors', SortedPage, failedMessages),
  search(route('GET endpoints/{endpoint}/messages', SortedPage, pagedMessages)),
  search(route('GET endpoints/{endpoint}/messages/search', SortedPage, pagedMessages)),
  search(route('GET endpoints/{endpoint}/messages/search/{keyword}', SortedPage, pagedMessages)),
  search(route('GET endpoints/{endpoint}/audit-count', MergeByKey, { rows: auditCounts, sumsTotals: true })),
];
export const endpointSettings = [
  route('GET endpointssettings', MergeByKey, { rows: endpointSettingRows }),
  route('PATCH endpointssettings/{endpointName?}', Broadcast),
];
export const heartbeats = [route('GET heartbeats/stats', Sum, heartbeatStats)];

export const messages = [
  search(route('GET messages', SortedPage, pagedMessages)),
  search(route('GET messages/search', SortedPage, pagedMessages)),
  search(route('GET messages/search/{keyword}', SortedPage, pagedMessages)),
  route('GET messages/{id}/body', OwnedBody),
];
export const messageWindow = [search(route('GET messages2', TopWindow, pagedMessages))];
export const conversations = [search(route('GET conversations/{conversationId}', SortedPage, pagedMessages))];
export const sagas = [search(route('GET sagas/{id}', FirstHit, saga))];

export const customChecks = [
  route('GET customchecks', CustomChecks),
  route('DELETE customchecks/{id}', DeleteCustomCheck),
];
export const eventLogItems = [route('GET eventlogitems', SortedPage, eventLog)];

export const redirects = [
  route('GET redirects', MergeByKey, { rows: redirectRows, isPaged: true }),
  route('POST redirects', RouteToOwner, redirectByQueue),
  route('PUT redirects/{messageRedirectId}', RouteToOwner, redirectById),
  route('DELETE redirects/{messageRedirectId}', RouteToOwner, redirectById),
];
export const redirect = [route('HEAD redirect', Sum, totalCount)];

export const notifications = [
  route('GET notifications/email', Lead),
  route('POST notifications/email', Broadcast),
  route('POST notifications/email/toggle', Broadcast),
  route('POST notifications/email/test', TestEmail),
];

export const license = [
  route('GET license', License, { words: 'worst status', needsClientName: true }),
  route('GET license/details', Lead),
  route('POST license/detailsUpload', Lead),
  // Later upstream: named by ServicePulse, in no version of ServiceControl read so far.
  route('POST license/amendDetails', Lead),
];

export const licensing = [
  slow(route('GET licensing/endpoints', MergeByKey, { rows: licensingEndpoints })),
  route('POST licensing/endpoints/update', UpdateUsage),
  slow(route('GET licensing/report/available', MergeDocuments, reportAvailability)),
  slow(route('GET licensing/report/file', UsageReport)),
  route('GET licensing/settings/info', MergeDocuments, {
    words: 'settings of every transport',
    merge: mergeSettingsInfo,
  }),
  slow(route('GET licensing/settings/test', MergeDocuments, { words: 'well when all are', merge: mergeSettingsTest })),
  route('GET licensing/settings/masks', Union, masks),
  route('POST licensing/settings/masks/update', Broadcast),
];

export const connection = [route('GET connection', Lead)];
export const myRoutes = [
  route('GET my/routes', MyRoutes, { words: 'what every member allows', templatePrefix: '/api/' }),
];

// Later upstream (contract 11.4, hosting contract 13.1): answered by the members that have it, 404 where none has.
export const maintenance = [
  route('POST maintenance/retention/purge', Broadcast),
  route('GET maintenance/retention/purge/status', MergeDocuments, { words: 'worst outcome', merge: mergePurgeStatus }),
];
export const platformHealth = [route('GET platform-health', FirstHit, { words: 'the first member that has it' })];
