import { FederatedController, FederatedRoutes } from '../federation/federated-controller.js';
import * as routes from './monitoring.routes.js';
import { monitoring } from './monitoring.surface.js';

@FederatedController(monitoring, routes.root)
export class MonitoringRootController extends FederatedRoutes {}

@FederatedController(monitoring, routes.monitoredEndpoints)
export class MonitoredEndpointsController extends FederatedRoutes {}

@FederatedController(monitoring, routes.monitoredInstances)
export class MonitoredInstancesController extends FederatedRoutes {}

@FederatedController(monitoring, routes.connection)
export class MonitoringConnectionController extends FederatedRoutes {}

@FederatedController(monitoring, routes.license)
export class MonitoringLicenseController extends FederatedRoutes {}

@FederatedController(monitoring, routes.myRoutes)
export class MonitoringMyRoutesController extends FederatedRoutes {}
