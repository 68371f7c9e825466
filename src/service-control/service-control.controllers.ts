import { FederatedController, FederatedRoutes } from '../federation/federated-controller.js';
import * as routes from './service-control.routes.js';
import { serviceControl } from './service-control.surface.js';

@FederatedController(serviceControl, routes.root)
export class RootController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.configuration)
export class ConfigurationController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.instanceInfo)
export class InstanceInfoController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.authentication)
export class AuthenticationController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.errors)
export class ErrorsController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.pendingRetries)
export class PendingRetriesController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.edit)
export class EditController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.recoverability)
export class RecoverabilityController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.archive)
export class ArchiveController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.endpoints)
export class EndpointsController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.messages)
export class MessagesController extends FederatedRoutes {}
