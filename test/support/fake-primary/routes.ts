import type { Route } from './call.js';
import { archiving } from './routes/archiving.js';
import { failedMessageLists } from './routes/failed-message-lists.js';
import { retrying } from './routes/retrying.js';

/** Every route of a primary that the fake has. */
export const routes: readonly Route[] = [...failedMessageLists, ...archiving, ...retrying];
