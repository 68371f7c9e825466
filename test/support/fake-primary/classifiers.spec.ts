import { describe, expect, it } from '@jest/globals';
import { groupsOf } from './classifiers.js';

describe('groups of a message', () => {
  const message = {
    exceptionType: 'System.Exception',
    stackTrace:
      'System.Exception: boom\n   at Sales.Handler.Handle(OrderPlaced message, Object context) in x.cs:line 4',
    enclosedMessageTypes: 'Sales.OrderPlaced, Sales, Version=1.0.0.0',
    failedQueue: 'Sales@SRV2',
    instanceId: undefined,
    receivingEndpoint: { name: 'Sales', hostId: '11111111-2222-3333-4444-555555555555' },
  };

  it('have a title of each classifier', () => {
    expect(groupsOf(message).map(({ title }) => title)).toEqual([
      'System.Exception: Sales.Handler.Handle(OrderPlaced message, Object context)',
      'Sales.OrderPlaced',
      'Sales@SRV2',
      '11111111222233334444555555555555',
      'Sales',
    ]);
  });

  it('say so when there is no stack trace', () => {
    expect(groupsOf({ ...message, stackTrace: undefined })[0]).toEqual({
      id: 'ab3990c8-ba7c-7d95-a6b2-46a7e190fe3d',
      title: 'System.Exception: No stacktrace',
      type: 'Exception Type and Stack Trace',
    });
  });

  it('are fewer when a classifier finds nothing', () => {
    const nothing = { ...message, exceptionType: undefined, enclosedMessageTypes: undefined };

    expect(groupsOf(nothing).map(({ type }) => type)).toEqual([
      'Endpoint Address',
      'Endpoint Instance',
      'Endpoint Name',
    ]);
  });
});
