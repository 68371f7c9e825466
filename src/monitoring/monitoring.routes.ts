import { anonymous, route } from '../federation/route.js';
import { AllowedMethods, Lead, License, MyRoutes } from '../strategies.js';
import { DisconnectedEndpoints } from './synthesised/disconnected-endpoints.strategy.js';
import { EndpointDetails } from './synthesised/endpoint-details.strategy.js';
import { MonitoredEndpoints } from './synthesised/monitored-endpoints.strategy.js';
import { MonitoringRoot } from './synthesised/monitoring-root.strategy.js';
import { RemoveInstance } from './synthesised/remove-instance.strategy.js';

// Every route of Monitoring, one line each; its `my/routes` alone has the prefix `api/`.

export const root = [anonymous(route('GET ', MonitoringRoot)), anonymous(route('OPTIONS ', AllowedMethods))];

export const monitoredEndpoints = [
  route('GET monitored-endpoints', MonitoredEndpoints),
  route('GET monitored-endpoints/{endpointName}', EndpointDetails),
  route('GET monitored-endpoints/disconnected', DisconnectedEndpoints),
];
export const monitoredInstances = [route('DELETE monitored-instance/{endpointName}/{instanceId}', RemoveInstance)];

export const connection = [route('GET connection', Lead)];
export const license = [route('GET license', License, { words: 'worst status', needsClientName: false })];
export const myRoutes = [
  route('GET api/my/routes', MyRoutes, { words: 'what every member allows', templatePrefix: '/' }),
];
