import { emptyReply, type Reply, rowsReply } from '../../http/reply.js';
import { type PrimaryCall, valueAt } from '../call.js';
import { deterministicGuid } from '../deterministic-guid.js';
import { readObject } from '../json-body.js';
import { jsonText } from '../json-out.js';
import { ordinal } from '../persister.js';
import { invalid } from '../problems.js';
import { route } from '../route.js';

/** Which endpoints are tracked by instance (contract 12.4). */
export const endpointSettings = [
  ...route('GET endpointssettings', 'error:endpoints:view', listed),
  ...route('PATCH endpointssettings/{endpointName?}', 'error:endpoints:manage', change),
];

/** One made-up default entry when nothing is stored. RavenDB goes by the hashed name. */
function listed({ state }: PrimaryCall): Reply {
  const stored = [...state.endpointSettings];
  if (stored.length === 0) stored.push(['', state.trackInstancesInitially]);
  if (!state.persister.isEf) stored.sort(([a], [b]) => ordinal(deterministicGuid(a), deterministicGuid(b)));
  return rowsReply(stored.map(([name, isTracked]) => jsonText({ name, track_instances: isTracked })));
}

/** No name means the default entry. */
function change(call: PrimaryCall): Reply {
  const value = readObject(call.request).get('track_instances') ?? false;
  if (typeof value !== 'boolean') return invalid({ '$.track_instances': ['The JSON value is not a boolean.'] });
  call.state.endpointSettings.set(valueAt(call, 0), value);
  return emptyReply(202);
}
