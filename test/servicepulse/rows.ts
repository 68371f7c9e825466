import { date, filledText, flag, list, listOrEmpty, number, object, optional, text, timespan } from './shape.js';

/** Rows that several calls read. */

const endpointDetails = object({ name: filledText, host: text, host_id: text });

/** A list fails to render altogether without `receiving_endpoint` or `exception`. */
export const failedMessage = object({
  id: filledText,
  message_type: optional(text),
  exception: object({ exception_type: optional(text), message: optional(text), stack_trace: optional(text) }),
  number_of_processing_attempts: number,
  time_of_failure: date,
  last_modified: date,
  message_id: filledText,
  sending_endpoint: optional(endpointDetails),
  receiving_endpoint: endpointDetails,
  queue_address: text,
  edited: flag,
  edit_of: text,
  status: text,
});

/** A row of the message lists. */
export const message = object({
  id: filledText,
  message_id: filledText,
  message_type: text,
  status: text,
  time_sent: optional(date),
  processing_time: timespan,
  critical_time: timespan,
  delivery_time: timespan,
  receiving_endpoint: object({ name: filledText }),
});

/** A row of a search, of which one message is shown. */
export const foundMessage = object({
  id: filledText,
  message_id: filledText,
  conversation_id: text,
  body_url: optional(filledText),
  message_type: text,
  sending_endpoint: endpointDetails,
  receiving_endpoint: endpointDetails,
  status: text,
  processed_at: date,
  invoked_sagas: optional(list(object({ saga_id: filledText, saga_type: text }))),
  headers: list(object({ key: filledText, value: optional(text) })),
});

/** A row of a conversation, of which diagrams are drawn. */
export const conversationMessage = object({
  id: filledText,
  message_id: filledText,
  message_type: text,
  message_intent: text,
  status: text,
  time_sent: optional(date),
  processed_at: date,
  headers: listOrEmpty(object({ key: filledText })),
  sending_endpoint: endpointDetails,
  receiving_endpoint: endpointDetails,
  processing_time: timespan,
  critical_time: timespan,
  delivery_time: timespan,
});

export const failureGroup = object({
  id: filledText,
  title: filledText,
  count: number,
  comment: optional(text),
  first: optional(date),
  last: optional(date),
  operation_status: text,
  operation_progress: number,
  operation_failed: optional(flag),
  operation_remaining_count: optional(number),
  operation_start_time: optional(date),
  operation_completion_time: optional(date),
  need_user_acknowledgement: flag,
});

const average = object({ average: number, points: listOrEmpty(number) });
const perInstance = { processingTime: average, criticalTime: average, retries: average, throughput: average };

export const monitoredEndpoint = object({
  name: filledText,
  isStale: flag,
  disconnectedCount: number,
  connectedCount: number,
  endpointInstanceIds: list(text),
  metrics: object({ ...perInstance, queueLength: average }),
});

const digest = object({ latest: number, average: number });
const detailed = object({ average: number, points: listOrEmpty(number), timeAxisValues: listOrEmpty(date) });
const five = <Metric>(metric: Metric): Record<string, Metric> =>
  Object.fromEntries(
    ['processingTime', 'criticalTime', 'retries', 'throughput', 'queueLength'].map((name) => [name, metric]),
  );

export const monitoredDetails = object({
  instances: list(object({ id: filledText, name: text, isStale: flag, metrics: object(perInstance) })),
  messageTypes: list(object({ id: filledText, typeName: text, metrics: object(perInstance) })),
  digest: object({ metrics: object(five(digest)) }),
  metricDetails: object({ metrics: object(five(detailed)) }),
});

export const event = object({
  id: filledText,
  description: text,
  severity: text,
  raised_at: date,
  related_to: listOrEmpty(text),
  category: text,
  event_type: text,
});

const connectionResult = object({
  connection_successful: flag,
  connection_error_messages: listOrEmpty(text),
  diagnostics: text,
});

/** The mark on a menu throws when one of the three is missing. */
export const connectionTest = object({
  transport: filledText,
  audit_connection_result: connectionResult,
  monitoring_connection_result: connectionResult,
  broker_connection_result: connectionResult,
});

export const usageRow = object({
  name: filledText,
  name_hash: text,
  scope: optional(text),
  scope_hash: optional(text),
  is_known_endpoint: flag,
  user_indicator: text,
  max_daily_throughput: number,
  monthly_throughput: optional(list(object({ month: text, throughput: number }))),
  average_monthly_throughput: optional(number),
});

export const routes = object({
  roles: listOrEmpty(text),
  routes: list(object({ method: filledText, url_template: filledText })),
});
