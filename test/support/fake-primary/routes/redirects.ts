import { emptyReply, jsonReply, type HeaderLine, type Reply, textReply, withHeaders } from '../../http/reply.js';
import { type PrimaryCall, valueAt } from '../call.js';
import { canonicalGuid, deterministicGuid } from '../deterministic-guid.js';
import { readObject } from '../json-body.js';
import { jsonText } from '../json-out.js';
import { conditional, rawListReply, totalCount } from '../list-reply.js';
import { pageOf, readPage } from '../paging.js';
import type { PrimaryState } from '../primary-state.js';
import { problem } from '../problems.js';
import { type Redirect, redirectId, redirectOut } from '../redirects.js';
import { route } from '../route.js';
import { retryPendingOfQueue } from './pending-retries.js';

/** Contract 12.5. */
export const redirects = [
  ...route('GET redirects', 'error:redirects:view', listed),
  ...route('HEAD redirect', 'error:redirects:view', counted),
  ...route('POST redirects', 'error:redirects:manage', create),
  ...route('PUT redirects/{messageRedirectId:guid}', 'error:redirects:manage', change),
  ...route('DELETE redirects/{messageRedirectId:guid}', 'error:redirects:manage', remove),
];

const linguistic = new Intl.Collator('en-US');

/** By sender unless asked for the other in exactly this spelling; newest letters first unless asked for `asc`. */
function listed(call: PrimaryCall): Reply {
  const page = readPage(call.query);
  const side = call.query.text('sort') === 'to_physical_address' ? 'to' : 'from';
  const sign = call.query.text('direction') === 'asc' ? 1 : -1;
  const found = [...call.state.redirects].sort((a, b) => sign * linguistic.compare(a[side], b[side]));
  const rows = pageOf(found, page).map((redirect) => jsonText(redirectOut(redirect)));
  return rawListReply(call, { rows, page, total: found.length, storeTag: tagOf(call.state) });
}

function counted(call: PrimaryCall): Reply {
  const { redirects: all } = call.state;
  return conditional(call, emptyReply(200, [totalCount(all.length)]), tagOf(call.state));
}

function tagOf({ redirects: all }: PrimaryState): string | undefined {
  return all.length === 0 ? undefined : deterministicGuid(...all.map((redirect) => jsonText(redirectOut(redirect))));
}

function create(call: PrimaryCall): Reply {
  const { state } = call;
  const body = readObject(call.request);
  const [from, to] = [textOf(body, 'fromphysicaladdress'), textOf(body, 'tophysicaladdress')];
  if (from.trim() === '' || to.trim() === '') return problem(400);
  const redirect: Redirect = { from, to, lastModified: state.settings.clock() };
  const existing = state.redirects.find((other) => redirectId(other) === redirectId(redirect));
  if (existing !== undefined)
    return existing.to === to ? created(redirect) : conflict('Duplicate', jsonText(redirectOut(existing)));
  const dependents = state.redirects.filter((other) => other.to === from);
  if (dependents.length > 0) return conflict('Dependents', jsonText(dependents.map(redirectOut)));

  state.redirects.push(redirect);
  note(state, 'MessageRedirectCreated', `Message redirect created from ${from} to ${to}`);
  if (body.get('retryexisting') === true) retryPendingOfQueue(state, from);
  return created(redirect);
}

/** No reason header here. */
function change(call: PrimaryCall): Reply {
  const { state } = call;
  const to = textOf(readObject(call.request), 'tophysicaladdress');
  if (to.trim() === '') return problem(400);
  const position = positionOf(call);
  const redirect = state.redirects[position];
  if (redirect === undefined) return problem(404);
  if (state.redirects.some((other) => other.from === to)) return problem(409);
  state.redirects[position] = { ...redirect, to, lastModified: state.settings.clock() };
  note(state, 'MessageRedirectChanged', `Message redirect from ${redirect.from} changed to ${to}`);
  return emptyReply(204);
}

function remove(call: PrimaryCall): Reply {
  const { state } = call;
  const [removed] = positionOf(call) < 0 ? [] : state.redirects.splice(positionOf(call), 1);
  if (removed !== undefined) note(state, 'MessageRedirectRemoved', `Message redirect from ${removed.from} removed`);
  return emptyReply(204);
}

function positionOf(call: PrimaryCall): number {
  const id = canonicalGuid(valueAt(call, 0));
  return call.state.redirects.findIndex((redirect) => redirectId(redirect) === id);
}

function created(redirect: Redirect): Reply {
  return { ...jsonReply(jsonText(redirectOut(redirect))), status: 201 };
}

function conflict(reason: string, text: string): Reply {
  const header: HeaderLine = ['X-Particular-Reason', reason];
  return withHeaders(textReply(409, 'application/json; charset=utf-8', text), [header]);
}

function note(state: PrimaryState, eventType: string, description: string): void {
  state.events.info('MessageRedirects', eventType, { description });
}

function textOf(body: ReadonlyMap<string, unknown>, name: string): string {
  const value = body.get(name);
  return typeof value === 'string' ? value : '';
}
