import { describe, expect, it } from '@jest/globals';
import { membersSaid } from './members-said.js';

describe('what members answered', () => {
  it.each([
    [
      'to a read, from Server-Timing without the merge itself',
      { 'server-timing': 'eu;dur=12.3;desc="200", us;dur=4000;desc="timeout", merge;dur=0.4' },
      '',
      'eu=200 us=timeout',
    ],
    [
      'to a command, from X-Federation-Outcome',
      { 'x-federation-outcome': 'eu=202, us=not-asked', 'server-timing': 'eu;dur=1.0;desc="202"' },
      '',
      'eu=202 us=not-asked',
    ],
    [
      'that kept an answer from being complete, from the problem document',
      { 'content-type': 'application/problem+json' },
      '{"status":503,"members":[{"key":"ap","reason":"unavailable"}]}',
      'ap=unavailable',
    ],
    ['to nothing, when the reply does not say', { 'content-type': 'text/plain' }, 'ap', ''],
  ])('%s', (_, headers, text, expected) => {
    expect(membersSaid({ headers, text })).toBe(expected);
  });
});
