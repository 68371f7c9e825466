import { emptyReply, type Reply } from '../../http/reply.js';
import { type PrimaryCall, valueAt } from '../call.js';
import { type CustomCheck, customCheckOut } from '../custom-checks.js';
import { canonicalGuid, deterministicGuid, isGuid } from '../deterministic-guid.js';
import { indexTag } from '../index-tag.js';
import { jsonText } from '../json-out.js';
import { rawListReply } from '../list-reply.js';
import { pageOf, readPage } from '../paging.js';
import { ordinal } from '../persister.js';
import { invalid } from '../problems.js';
import { route } from '../route.js';

/** Contract 12.1, 12.2. */
export const customChecks = [
  ...route('GET customchecks', 'error:customchecks:view', listed),
  ...route('DELETE customchecks/{id}', 'error:customchecks:delete', mute),
];

/** EF in base counts the rows of this page only, has no tag and leaves out the endpoint. */
function listed(call: PrimaryCall): Reply {
  const { state, instance } = call;
  const { isEf } = state.persister;
  const isNext = instance.generation === 'next';
  const page = readPage(call.query);
  const found = ordered(call, state.checks.all().filter(statusFilter(call)));
  const rows = pageOf(found, page).map((check) =>
    jsonText(customCheckOut(check, { idPrefix: isEf ? '' : 'CustomChecks/', hasEndpoint: !isEf || isNext })),
  );
  const total = isEf && !isNext ? rows.length : found.length;
  const storeTag = isEf ? (isNext ? deterministicGuid('page', ...rows) : undefined) : tagOf(call);
  return rawListReply(call, { rows, page, total, storeTag });
}

function tagOf({ state }: PrimaryCall): string {
  return indexTag(state.settings.seed, 'customchecks', state.checks.version);
}

/** `fail` or `pass`; RavenDB reads them in lower case only. Anything else means all. */
function statusFilter({ query, state }: PrimaryCall): (check: CustomCheck) => boolean {
  const given = query.text('status') ?? '';
  const status = state.persister.isEf ? given.toLowerCase() : given;
  if (status === 'fail') return ({ failureReason }) => failureReason !== undefined;
  return status === 'pass' ? ({ failureReason }) => failureReason === undefined : () => true;
}

/** RavenDB orders by nothing, EF by the time of the report, and only next by the id after that. */
function ordered({ state, instance }: PrimaryCall, checks: readonly CustomCheck[]): readonly CustomCheck[] {
  const accident = ({ id }: CustomCheck): string => deterministicGuid(state.messages.accident, id);
  const tie = instance.generation === 'next' && state.persister.isEf ? ({ id }: CustomCheck): string => id : accident;
  return [...checks].sort((a, b) => {
    const [earlier, later] = [a.reportedAt.ticks, b.reportedAt.ticks];
    if (state.persister.isEf && earlier !== later) return earlier < later ? -1 : 1;
    return ordinal(tie(a), tie(b));
  });
}

function mute(call: PrimaryCall): Reply {
  const id = valueAt(call, 0);
  if (!isGuid(id)) return invalid({ id: [`The value '${id}' is not valid.`] });
  const { state } = call;
  state.commands.send('DeleteCustomCheck', id, () => {
    state.checks.mute(canonicalGuid(id));
  });
  return emptyReply(202);
}
