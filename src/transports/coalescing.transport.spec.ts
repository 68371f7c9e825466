import { beforeEach, describe, expect, it } from '@jest/globals';
import { CoalescingTransport } from './coalescing.transport.js';
import {
  CallerLeft,
  MemberTransport,
  type MemberReply,
  type MemberRequest,
  type MemberStream,
} from './member-transport.js';
import type { Member } from '../members/member.js';

interface Asked {
  readonly request: MemberRequest;
  readonly signal: AbortSignal;
  answer(body: string): void;
}

class Recording extends MemberTransport {
  readonly asked: Asked[] = [];

  send(_member: Member, request: MemberRequest, signal: AbortSignal): Promise<MemberReply> {
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(new CallerLeft());
      });
      this.asked.push({
        request,
        signal,
        answer: (body) => {
          resolve({ status: 200, headers: {}, body: Buffer.from(body) });
        },
      });
    });
  }

  stream(): Promise<MemberStream> {
    return Promise.reject(new Error('not used here'));
  }
}

const eu: Member = {
  key: 'eu',
  name: 'eu',
  addresses: { 'service-control': 'http://eu/api/' },
  required: false,
  allowedRoles: [],
  via: { kind: 'http' },
};

function read(changes: Partial<MemberRequest> = {}): MemberRequest {
  return {
    method: 'GET',
    surface: 'service-control',
    target: 'errors',
    headers: { authorization: 'Bearer a' },
    deadlineMs: 1000,
    command: false,
    ...changes,
  };
}

const staying = new AbortController().signal;

describe('CoalescingTransport', () => {
  let inner: Recording;
  let transport: CoalescingTransport;

  beforeEach(() => {
    inner = new Recording();
    transport = new CoalescingTransport(inner);
  });

  it('shares one call between identical reads of one caller', async () => {
    const [first, second] = [transport.send(eu, read(), staying), transport.send(eu, read(), staying)];
    expect(inner.asked).toHaveLength(1);
    inner.asked[0]?.answer('rows');
    expect((await first).body).toBe((await second).body);
    expect(transport.size).toBe(0);
  });

  it.each([
    ['callers with other tokens', { headers: { authorization: 'Bearer b' } }],
    ['other targets', { target: 'errors?page=2' }],
    ['other methods', { method: 'HEAD' }],
    ['other surfaces', { surface: 'monitoring' }],
    ['callers who accept something else', { headers: { authorization: 'Bearer a', accept: 'text/plain' } }],
  ])('keeps apart %s', (_name, changes) => {
    void transport.send(eu, read(), staying).catch(() => undefined);
    void transport.send(eu, read(changes), staying).catch(() => undefined);
    expect(inner.asked).toHaveLength(2);
  });

  it('never shares a command', () => {
    const command = read({ method: 'POST', command: true });
    void transport.send(eu, command, staying).catch(() => undefined);
    void transport.send(eu, command, staying).catch(() => undefined);
    expect(inner.asked).toHaveLength(2);
  });

  it('starts a new call once the shared one has ended', async () => {
    const first = transport.send(eu, read(), staying);
    inner.asked[0]?.answer('old');
    await first;
    const second = transport.send(eu, read(), staying);
    inner.asked[1]?.answer('new');
    expect((await second).body.toString()).toBe('new');
  });

  it('lets one caller leave without taking the answer from the other', async () => {
    const leaving = new AbortController();
    const [gone, stays] = [transport.send(eu, read(), leaving.signal), transport.send(eu, read(), staying)];
    leaving.abort();
    await expect(gone).rejects.toThrow(CallerLeft);
    expect(inner.asked[0]?.signal.aborted).toBe(false);
    inner.asked[0]?.answer('rows');
    expect((await stays).body.toString()).toBe('rows');
  });

  it('ends the call when the last caller leaves, and joins nobody to it afterwards', async () => {
    const leaving = new AbortController();
    const gone = transport.send(eu, read(), leaving.signal);
    leaving.abort();
    await expect(gone).rejects.toThrow(CallerLeft);
    expect(inner.asked[0]?.signal.aborted).toBe(true);
    void transport.send(eu, read(), staying).catch(() => undefined);
    expect(inner.asked).toHaveLength(2);
  });
});
