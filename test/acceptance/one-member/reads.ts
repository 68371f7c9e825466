import { archivedGroup, conversationId, sagaId, timeoutGroup, type Stock } from '../../servicepulse/shop.js';

/**
 * Every read of the route tables with its parameters filled in; some several times, for what their queries do. Messages
 * are on their first page only: further ones are exact here and approximate on a member (contract 8.4).
 */
export function readsOf(stock: Stock): readonly { readonly row: string; readonly targets: readonly string[] }[] {
  const { failedId, failedMessageId, auditedMessageId, retriedId } = stock;
  return [
    { row: 'GET /api', targets: ['/api', '/api/'] },
    { row: 'GET /api/archive/groups/id/{groupId}', targets: [`/api/archive/groups/id/${archivedGroup}`, absent] },
    { row: 'GET /api/authentication/configuration', targets: ['/api/authentication/configuration'] },
    { row: 'GET /api/configuration', targets: ['/api/configuration'] },
    { row: 'GET /api/configuration/remotes', targets: ['/api/configuration/remotes'] },
    { row: 'GET /api/connection', targets: ['/api/connection'] },
    {
      row: 'GET /api/conversations/{conversationId}',
      targets: [`/api/conversations/${conversationId}`],
    },
    { row: 'GET /api/customchecks', targets: ['/api/customchecks', '/api/customchecks?status=fail&page=1'] },
    { row: 'GET /api/edit/config', targets: ['/api/edit/config'] },
    { row: 'GET /api/endpoints', targets: ['/api/endpoints'] },
    { row: 'GET /api/endpoints/known', targets: ['/api/endpoints/known'] },
    {
      row: 'GET /api/endpoints/{endpointname}/errors',
      targets: ['/api/endpoints/Sales/errors', '/api/endpoints/Nobody/errors?page=2'],
    },
    { row: 'GET /api/endpoints/{endpoint}/audit-count', targets: ['/api/endpoints/Sales/audit-count'] },
    { row: 'GET /api/endpoints/{endpoint}/messages', targets: ['/api/endpoints/Sales/messages?sort=processed_at'] },
    {
      row: 'GET /api/endpoints/{endpoint}/messages/search',
      targets: ['/api/endpoints/Sales/messages/search?q=Shop.PlaceOrder'],
    },
    {
      row: 'GET /api/endpoints/{endpoint}/messages/search/{keyword}',
      targets: [`/api/endpoints/Sales/messages/search/${failedMessageId}`],
    },
    { row: 'GET /api/endpointssettings', targets: ['/api/endpointssettings'] },
    {
      row: 'GET /api/errors',
      targets: [
        '/api/errors',
        '/api/errors?status=unresolved',
        '/api/errors?status=archived&page=1&per_page=50&sort=&direction=desc',
        '/api/errors?page=2&per_page=3&sort=time_of_failure&direction=asc',
        '/api/errors?page=9&per_page=3',
        '/API/Errors/?PAGE=1&Per_Page=2',
      ],
    },
    {
      row: 'GET /api/errors/groups/{classifier?}',
      targets: ['/api/errors/groups', '/api/errors/groups/Message%20Type'],
    },
    { row: 'GET /api/errors/last/{failedMessageId}', targets: [`/api/errors/last/${failedId}`, absentMessage] },
    { row: 'GET /api/errors/queues/addresses', targets: ['/api/errors/queues/addresses'] },
    { row: 'GET /api/errors/summary', targets: ['/api/errors/summary'] },
    { row: 'GET /api/errors/{failedMessageId}', targets: [`/api/errors/${failedId}`, `/api/errors/${retriedId}`] },
    { row: 'GET /api/eventlogitems', targets: ['/api/eventlogitems?page=1&per_page=10'] },
    { row: 'GET /api/heartbeats/stats', targets: ['/api/heartbeats/stats'] },
    { row: 'GET /api/instance-info', targets: ['/api/instance-info'] },
    { row: 'GET /api/license', targets: ['/api/license?refresh=true&clientName=servicepulse'] },
    { row: 'GET /api/license/details', targets: ['/api/license/details'] },
    { row: 'GET /api/licensing/endpoints', targets: ['/api/licensing/endpoints'] },
    { row: 'GET /api/licensing/report/available', targets: ['/api/licensing/report/available'] },
    { row: 'GET /api/licensing/settings/info', targets: ['/api/licensing/settings/info'] },
    { row: 'GET /api/licensing/settings/masks', targets: ['/api/licensing/settings/masks'] },
    { row: 'GET /api/licensing/settings/test', targets: ['/api/licensing/settings/test'] },
    { row: 'GET /api/maintenance/retention/purge/status', targets: ['/api/maintenance/retention/purge/status'] },
    {
      row: 'GET /api/messages',
      targets: ['/api/messages', '/api/messages?per_page=2&include_system_messages=true'],
    },
    { row: 'GET /api/messages/search', targets: ['/api/messages/search?q=Shop.PlaceOrder'] },
    {
      row: 'GET /api/messages/search/{keyword}',
      targets: [`/api/messages/search/${failedMessageId}`, `/api/messages/search/${auditedMessageId}`],
    },
    {
      row: 'GET /api/messages/{id}/body',
      targets: [`/api/messages/${failedId}/body`, `/api/messages/${auditedMessageId}/body`],
    },
    {
      row: 'GET /api/messages2',
      targets: [
        '/api/messages2/?page_size=10&sort=time_sent&direction=desc',
        '/api/messages2/?endpoint_name=&from=&to=&q=&page_size=50&sort=critical_time&direction=asc',
      ],
    },
    { row: 'GET /api/my/routes', targets: ['/api/my/routes'] },
    { row: 'GET /api/notifications/email', targets: ['/api/notifications/email'] },
    { row: 'GET /api/platform-health', targets: ['/api/platform-health'] },
    { row: 'GET /api/recoverability/classifiers', targets: ['/api/recoverability/classifiers'] },
    {
      row: 'GET /api/recoverability/groups/id/{groupId}',
      targets: [`/api/recoverability/groups/id/${timeoutGroup}`, absentGroup],
    },
    {
      row: 'GET /api/recoverability/groups/{classifier?}',
      targets: ['/api/recoverability/groups/', '/api/recoverability/groups/Endpoint%20Instance?classifierFilter=Sales'],
    },
    {
      row: 'GET /api/recoverability/groups/{groupId}/errors',
      targets: [`/api/recoverability/groups/${timeoutGroup}/errors?page=1`],
    },
    { row: 'GET /api/recoverability/history', targets: ['/api/recoverability/history'] },
    {
      row: 'GET /api/redirects',
      targets: ['/api/redirects', '/api/redirects?page=2&per_page=1&sort=to_physical_address'],
    },
    {
      row: 'GET /api/sagas/{id}',
      targets: [`/api/sagas/${sagaId}`, '/api/sagas/5a6a0000-0000-0000-0000-00000000000f'],
    },
    { row: 'HEAD /api/errors', targets: ['/api/errors?status=unresolved'] },
    {
      row: 'HEAD /api/recoverability/groups/{groupId}/errors',
      targets: [`/api/recoverability/groups/${timeoutGroup}/errors`],
    },
    { row: 'HEAD /api/redirect', targets: ['/api/redirect'] },
    { row: 'OPTIONS /api/endpoints', targets: ['/api/endpoints'] },
    { row: 'GET /monitoring', targets: ['/monitoring', '/monitoring/'] },
    { row: 'OPTIONS /monitoring', targets: ['/monitoring/'] },
    { row: 'GET /monitoring/api/my/routes', targets: ['/monitoring/api/my/routes'] },
    { row: 'GET /monitoring/connection', targets: ['/monitoring/connection'] },
    { row: 'GET /monitoring/license', targets: ['/monitoring/license', '/monitoring/license?refresh=true'] },
    {
      row: 'GET /monitoring/monitored-endpoints',
      targets: ['1', '5', '10', '15', '30', '60', ''].map(
        (history) => `/monitoring/monitored-endpoints?history=${history}`,
      ),
    },
    {
      row: 'GET /monitoring/monitored-endpoints/disconnected',
      targets: ['/monitoring/monitored-endpoints/disconnected'],
    },
    {
      row: 'GET /monitoring/monitored-endpoints/{endpointName}',
      targets: [
        '/monitoring/monitored-endpoints/Sales?history=1',
        '/monitoring/monitored-endpoints/Sales?history=60',
        '/monitoring/monitored-endpoints/sales',
      ],
    },
  ];
}

const absent = '/api/archive/groups/id/00000000-0000-0000-0000-00000000000f';
const absentGroup = '/api/recoverability/groups/id/00000000-0000-0000-0000-00000000000f';
const absentMessage = '/api/errors/last/00000000-0000-0000-0000-00000000000f';
