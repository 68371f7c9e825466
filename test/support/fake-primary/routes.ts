import type { Route } from './call.js';
import { archiving } from './routes/archiving.js';
import { configuration } from './routes/configuration.js';
import { editing } from './routes/editing.js';
import { errorSummaries } from './routes/error-summaries.js';
import { failedMessageLists } from './routes/failed-message-lists.js';
import { groupCommands } from './routes/group-commands.js';
import { groupViews } from './routes/group-views.js';
import { messageBody } from './routes/message-body.js';
import { myRoutes } from './routes/my-routes.js';
import { pendingRetries } from './routes/pending-retries.js';
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
];
