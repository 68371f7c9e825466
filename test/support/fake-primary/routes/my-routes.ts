import { jsonReply, type Reply, unhandledException } from '../../http/reply.js';
import type { PrimaryCall } from '../call.js';
import { jsonText } from '../json-out.js';
import { authenticated, since } from '../route.js';

/** What the caller may do (contract 5.6, hosting 5). */
export const myRoutes = since('6.18.0', authenticated('GET my/routes', shown));

/** With authentication off nothing can answer the demand for a token, so the call fails (hosting 4.1). */
function shown({ access, table }: PrimaryCall): Reply {
  if (!access.isOn) return unhandledException;
  const rows = table.filter((row) => access.shows(row));
  return jsonReply(
    jsonText({
      roles: access.roles,
      routes: rows.map(({ method, template }) => ({
        method,
        url_template: `/api/${plain(template)}`.replace(/\/$/, ''),
      })),
    }),
  );
}

/** Without constraints and optional marks. */
function plain(template: string): string {
  return template.replace(/\{([^}:?]*)[^}]*\}/g, '{$1}');
}
