import { editRow } from '../../json-text/edit-row.js';
import { readDocument, type JsonRow } from '../../json-text/json-row.js';
import { RowReader } from '../../json-text/row-reader.js';
import { quoteText } from '../../json-text/write.js';
import type { Member } from '../../members/member.js';

/** One member's `configuration/remotes`, fresh or from an earlier answer. */
export interface MemberRemotes {
  /** Host under which the gateway reaches the member. */
  readonly memberHost: string;
  /** Undefined when nothing is known. */
  readonly body: Buffer | undefined;
  readonly isFresh: boolean;
}

/** A member primary, shown like a remote. */
export interface MemberPrimary {
  readonly member: Member;
  readonly apiUri: string;
  readonly version: string | undefined;
  readonly status: 'online' | 'unavailable' | 'error';
  readonly configuration: Buffer | undefined;
}

const loopback = /^(https?:\/\/)(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/i;

/**
 * Rows of all members, doubles by address left out. A loopback address means the member's own machine, so with several
 * members it is told apart by the member's host. Remotes of a member that did not answer keep their last known
 * configuration and say `unavailable`.
 */
export function mergeRemotes(members: readonly MemberRemotes[]): Buffer[] {
  const rows = new Map<string, Buffer>();
  for (const member of members) {
    if (member.body === undefined) continue;
    const reader = new RowReader(member.body);
    for (let row = reader.next(); row !== undefined; row = reader.next()) {
      const address = addressOf(row, members.length > 1 ? member.memberHost : undefined);
      const key = normalised(address);
      if (rows.has(key)) continue;
      const changed = address === row.text('api_uri') ? {} : { api_uri: quoteText(address) };
      rows.set(key, editRow(row, member.isFresh ? changed : { ...changed, status: quoteText('unavailable') }));
    }
  }
  return [...rows.values()];
}

/**
 * A member primary as a row. `audit_retention_period` is left out, or ServicePulse would count it as an audit
 * instance; the instance name is made unique, because default installations share one.
 */
export function memberRemote({ member, apiUri, version, status, configuration }: MemberPrimary): Buffer {
  const fields: Record<string, string | Buffer> = {
    api_uri: quoteText(apiUri.replace(/\/api\/$/i, '/')),
    version: quoteText(version ?? 'Unknown'),
    status: quoteText(status),
  };
  if (configuration !== undefined) fields['configuration'] = asRemote(readDocument(configuration), member);
  return editRow(readDocument(Buffer.from('{}')), fields);
}

function asRemote(document: JsonRow, member: Member): Buffer {
  const edits: Record<string, Buffer> = {};
  const host = document.object('host');
  if (host !== undefined) {
    const name = `${host.text('instance_name') ?? 'Particular.ServiceControl'} (${member.name})`;
    edits['host'] = editRow(host, { instance_name: quoteText(name) });
  }
  const retention = document.object('data_retention');
  if (retention !== undefined) edits['data_retention'] = editRow(retention, { audit_retention_period: undefined });
  return editRow(document, edits);
}

function addressOf(row: JsonRow, memberHost: string | undefined): string {
  const address = row.text('api_uri') ?? '';
  return memberHost === undefined ? address : address.replace(loopback, `$1${memberHost}`);
}

/** Members print addresses without `/api`, with or without a final slash (contract 14.32). */
function normalised(address: string): string {
  return address
    .toLowerCase()
    .replace(/\/api\/?$/, '')
    .replace(/\/+$/, '');
}
