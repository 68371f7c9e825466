import { deterministicGuid } from './deterministic-guid.js';

export const defaultClassifier = 'Exception Type and Stack Trace';

/** In the order of `recoverability/classifiers` (contract 3.3). */
export const classifiers = [
  defaultClassifier,
  'Message Type',
  'Endpoint Address',
  'Endpoint Instance',
  'Endpoint Name',
] as const;

export interface FailureGroup {
  readonly id: string;
  readonly title: string;
  /** The classifier's name. */
  readonly type: string;
}

/** What classifiers look at. */
export interface Classified {
  readonly exceptionType: string | undefined;
  readonly stackTrace: string | undefined;
  readonly enclosedMessageTypes: string | undefined;
  readonly failedQueue: string | undefined;
  readonly instanceId: string | undefined;
  readonly receivingEndpoint: { readonly name: string; readonly hostId: string } | undefined;
}

/** One group per classifier that finds a title. */
export function groupsOf(message: Classified): readonly FailureGroup[] {
  const titles = [
    exceptionTitle(message),
    message.enclosedMessageTypes?.split(',')[0],
    message.failedQueue,
    message.instanceId ?? message.receivingEndpoint?.hostId.replaceAll('-', ''),
    message.receivingEndpoint?.name,
  ];
  return classifiers.flatMap((type, k) => {
    const title = titles[k];
    return title === undefined || title === '' ? [] : [{ id: groupId(type, title), title, type }];
  });
}

export function groupId(type: string, title: string): string {
  return deterministicGuid(type, title);
}

/** Type and first frame of the stack trace, or that there is none which can be read. */
function exceptionTitle({ exceptionType, stackTrace }: Classified): string | undefined {
  if (exceptionType === undefined) return undefined;
  const frame = /^\s*at (\S.*?\(.*?\))/m.exec(stackTrace ?? '')?.[1];
  return `${exceptionType}: ${frame ?? 'No stacktrace'}`;
}
