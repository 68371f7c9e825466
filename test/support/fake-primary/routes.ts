import type { Route } from './call.js';
import { archiving } from './routes/archiving.js';
import { audited } from './routes/audited.js';
import { configuration } from './routes/configuration.js';
import { connection } from './routes/connection.js';
import { customChecks } from './routes/custom-checks.js';
import { editing } from './routes/editing.js';
import { endpointSettings } from './routes/endpoint-settings.js';
import { endpoints } from './routes/endpoints.js';
import { errorSummaries } from './routes/error-summaries.js';
import { eventLogItems } from './routes/event-log-items.js';
import { failedMessageLists } from './routes/failed-message-lists.js';
import { groupCommands } from './routes/group-commands.js';
import { groupViews } from './routes/group-views.js';
import { license } from './routes/license.js';
import { licensing } from './routes/licensing.js';
import { maintenance } from './routes/maintenance.js';
import { messageBody } from './routes/message-body.js';
import { messages } from './routes/messages.js';
import { myRoutes } from './routes/my-routes.js';
import { notifications } from './routes/notifications.js';
import { pendingRetries } from './routes/pending-retries.js';
import { redirects } from './routes/redirects.js';
import { retryHistory } from './routes/retry-history.js';
import { retrying } from './routes/retrying.js';
import { rootDocument } from './routes/root-document.js';
import { singleFailedMessage } from './routes/single-failed-message.js';

/** Every route of a primary. */
export const routes: readonly Route[] = [
  ...rootDocument,
  ...configuration,
  ...myRoutes,
  ...failedMessageLists,
  ...singleFailedMessage,
  ...errorSummaries,
  ...archiving,
  ...retrying,
  ...pendingRetries,
  ...editing,
  ...groupViews,
  ...groupCommands,
  ...retryHistory,
  ...messageBody,
  ...messages,
  ...audited,
  ...connection,
  ...customChecks,
  ...endpointSettings,
  ...endpoints,
  ...eventLogItems,
  ...license,
  ...licensing,
  ...maintenance,
  ...notifications,
  ...redirects,
];
