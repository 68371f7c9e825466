import { jsonReply, type Reply } from '../../http/reply.js';
import type { PrimaryCall } from '../call.js';
import { jsonText } from '../json-out.js';
import { anonymous } from '../route.js';

/** `GET /api` (contract 5.1). */
export const rootDocument = anonymous('GET ', root);

const paged = '{?page,per_page,direction,sort}';

/** Every URL starts with the request's own, query string included, as the server sees it. */
function root(call: PrimaryCall): Reply {
  const own = ownUrl(call);
  const base = own.endsWith('/') ? own : `${own}/`;
  return jsonReply(
    jsonText({
      description: 'The management backend for the Particular Service Platform',
      endpoints_error_url: `${base}endpoints/{name}/errors/${paged}`,
      known_endpoints_url: '/endpoints/known',
      endpoints_message_search_url: `${base}endpoints/{name}/messages/search/{keyword}/${paged}`,
      endpoints_messages_url: `${base}endpoints/{name}/messages/${paged}`,
      audit_count_url: `${base}endpoints/{name}/audit-count`,
      endpoints_url: `${base}endpoints`,
      errors_url: `${base}errors/${paged}`,
      configuration: `${base}configuration`,
      remote_configuration: `${base}configuration/remotes`,
      message_search_url: `${base}messages/search/{keyword}/${paged}`,
      license_status: call.state.license.status,
      license_details: `${base}license`,
      name: call.instance.name,
      sagas_url: `${base}sagas`,
      event_log_items: `${base}eventlogitems`,
      archived_groups_url: `${base}errors/groups/{classifier?}`,
      get_archive_group: `${base}archive/groups/id/{groupId}`,
      my_routes_url: `${base}my/routes`,
      platform_health: call.instance.generation === 'next' ? `${base}platform-health` : undefined,
    }),
  );
}

/** Members trust every proxy, so the leftmost forwarded value wins (hosting 8). */
function ownUrl({ request, instance }: PrimaryCall): string {
  const forwarded = (name: string): string | undefined => request.header(name)?.split(',')[0]?.trim();
  const scheme = forwarded('X-Forwarded-Proto') ?? 'http';
  const host = forwarded('X-Forwarded-Host') ?? request.header('Host') ?? instance.origin.replace('http://', '');
  const prefix = forwarded('X-Forwarded-Prefix') ?? '';
  return `${scheme}://${host}${prefix}${request.target.replace(/^https?:\/\/[^/]*/i, '')}`;
}
