import type { ClientCall } from '../call.js';
import { failureGroup, monitoredDetails, monitoredEndpoint } from '../rows.js';
import { list, object } from '../shape.js';

const history = '1|5|10|15|30|60';

/** Calls of the monitoring pages; one of the connection test, too. */
export const monitoring: readonly ClientCall[] = [
  { call: 'GET {MU}monitored-endpoints', query: { history }, reads: list(monitoredEndpoint) },
  { call: 'GET {SC}recoverability/groups/Endpoint Name', reads: list(failureGroup) },
  { call: 'GET {MU}monitored-endpoints/{endpointName}', query: { history }, reads: monitoredDetails },
  {
    call: 'GET {SC}recoverability/groups/Endpoint Instance',
    query: { classifierFilter: '{salesInstance}' },
    reads: list(failureGroup),
  },
  {
    call: 'GET {SC}recoverability/groups/Endpoint Name',
    query: { classifierFilter: '{endpointName}' },
    reads: list(failureGroup),
  },
  { call: 'OPTIONS {MU}', headers: ['Allow'] },
  { call: 'GET {MU}monitored-endpoints', headers: ['X-Particular-Version'], reads: list(monitoredEndpoint) },
  { call: 'GET {MU}connection', reads: object({ Metrics: object({}) }) },
  { call: 'DELETE {MU}monitored-instance/{endpointName}/{salesInstance}' },
];
