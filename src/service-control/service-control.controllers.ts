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

@FederatedController(serviceControl, routes.endpointSettings)
export class EndpointSettingsController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.heartbeats)
export class HeartbeatsController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.messageWindow)
export class MessageWindowController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.conversations)
export class ConversationsController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.sagas)
export class SagasController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.customChecks)
export class CustomChecksController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.eventLogItems)
export class EventLogItemsController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.redirects)
export class RedirectsController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.redirect)
export class RedirectController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.notifications)
export class NotificationsController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.license)
export class LicenseController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.licensing)
export class LicensingController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.connection)
export class ConnectionController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.myRoutes)
export class MyRoutesController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.maintenance)
export class MaintenanceController extends FederatedRoutes {}

@FederatedController(serviceControl, routes.platformHealth)
export class PlatformHealthController extends FederatedRoutes {}
