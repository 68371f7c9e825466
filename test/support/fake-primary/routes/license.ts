import { emptyReply, jsonReply, type Reply } from '../../http/reply.js';
import type { PrimaryCall } from '../call.js';
import { jsonText } from '../json-out.js';
import { licenseOut } from '../license.js';
import { invalid } from '../problems.js';
import { route, since } from '../route.js';
import { rulesOf } from '../version.js';
import { readUpload } from '../license-upload.js';

/** Licensing 4. */
export const license = [
  ...route('GET license', 'error:licensing:view', shown),
  ...since('6.19.0', route('GET license/details', 'error:throughput:view', details)),
  ...since('6.19.0', route('POST license/detailsUpload', 'error:throughput:manage', upload)),
];

function shown(call: PrimaryCall): Reply {
  const { query, state, instance } = call;
  const refresh = query.all('refresh')[0];
  if (refresh !== undefined && !/^\s*(true|false)\s*$/i.test(refresh))
    return invalid({ refresh: [`The value '${refresh}' is not valid.`] });
  const clientName = query.text('clientName');
  const isRequired = rulesOf(instance.version).since('6.19.0-alpha');
  if (clientName === undefined && isRequired) return invalid({ clientName: ['The clientName field is required.'] });
  const isMassTransit = state.configuration.massTransitConnector !== undefined;
  const { has_endpoint_metadata: hasMetadata, ...fields } = licenseOut(state.license);
  return jsonReply(
    jsonText({
      ...fields,
      has_endpoint_metadata: isRequired ? hasMetadata : undefined,
      instance_name: state.configuration.instanceName,
      license_extension_url: `https://particular.net/extend-your-trial?p=${clientName ?? ''}${isMassTransit ? '&t=0' : ''}`,
    }),
  );
}

/** Only for one edition, with metadata, after an upload. */
function details({ state }: PrimaryCall): Reply {
  const { edition, hasEndpointMetadata } = state.license;
  const { licenseDetails } = state;
  if (edition !== 'Endpoint Size' || !hasEndpointMetadata || licenseDetails === undefined) return emptyReply(204);
  return jsonReply(jsonText({ ...licenseDetails, valid_id: licenseDetails.license_id === state.licenseId }));
}

function upload({ request, state }: PrimaryCall): Reply {
  state.licenseDetails = readUpload(request);
  return emptyReply(200);
}
