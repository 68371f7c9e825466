import { SchedulerRegistry } from '@nestjs/schedule';
import { ConsoleLogger, Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LogLines } from '../../test/support/log-lines.js';
import { member } from '../../test/support/outcomes.js';
import { MemberDirectory } from '../members/member-directory.js';
import type { Member } from '../members/member.js';
import type { GatewaySettings } from '../settings/gateway-settings.js';
import {
  CallerLeft,
  MemberTransport,
  TransportFault,
  type MemberReply,
  type MemberRequest,
  type MemberStream,
} from '../transports/member-transport.js';
import { HealthProbe } from './health-probe.js';
import { MemberHealth } from './member-health.js';

const probeInterval = 10_000;
const memberTimeout = 4_000;
const api = 'service-control';
const settings = { federation: { probeInterval, memberTimeout } } as GatewaySettings;
const nestDefault = new ConsoleLogger();

interface Probed {
  readonly key: string;
  readonly request: MemberRequest;
  readonly signal: AbortSignal;
  answer(status: number, headers?: MemberReply['headers']): Promise<void>;
  fail(fault: Error): Promise<void>;
}

/** Keeps every probe open until the test decides how it ends. */
class ByHand extends MemberTransport {
  readonly probes: Probed[] = [];

  send({ key }: Member, request: MemberRequest, signal: AbortSignal): Promise<MemberReply> {
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(new CallerLeft());
      });
      this.probes.push({
        key,
        request,
        signal,
        answer: async (status, headers = {}) => {
          resolve({ status, headers, body: Buffer.alloc(0) });
          await jest.advanceTimersByTimeAsync(0);
        },
        fail: async (fault) => {
          reject(fault);
          await jest.advanceTimersByTimeAsync(0);
        },
      });
    });
  }

  stream(): Promise<MemberStream> {
    return Promise.reject(new Error('not used here'));
  }

  /** The newest probe of one surface of one member. */
  last(key: string, surface = api): Probed {
    const probed = this.probes.findLast((one) => one.key === key && one.request.surface === surface);
    if (probed === undefined) throw new Error(`${key} was not probed`);
    return probed;
  }
}

const eu = member('eu');
const us = member('us', { addresses: { [api]: 'http://sc-us/api/' }, timeoutMs: 700 });

class Both extends MemberDirectory {
  membersOf(surface: string): readonly Member[] {
    return [eu, us].filter(({ addresses }) => addresses[surface] !== undefined);
  }
}

const refused = (): TransportFault => new TransportFault('unavailable', 'no', 'ECONNREFUSED');

let transport: ByHand;
let health: MemberHealth;
let scheduler: SchedulerRegistry;
let probe: HealthProbe;

beforeEach(() => {
  jest.useFakeTimers();
  Logger.overrideLogger(new LogLines());
  transport = new ByHand();
  health = new MemberHealth(settings);
  health.now = () => Date.now();
  scheduler = new SchedulerRegistry();
  probe = new HealthProbe(new Both(), transport, health, settings, scheduler);
});

afterEach(() => {
  probe.onApplicationShutdown();
  jest.useRealTimers();
  Logger.overrideLogger(nestDefault);
});

const stateOf = (one: Member, surface = api): string => health.describe(surface, one).state;
const probedKeys = (): readonly string[] => transport.probes.map(({ key, request }) => `${key} ${request.surface}`);

async function answerAll(): Promise<void> {
  for (const one of transport.probes) await one.answer(200);
}

async function nextRound(): Promise<void> {
  await jest.advanceTimersByTimeAsync(probeInterval);
}

describe('a round', () => {
  it('asks every root document that there is, side by side', () => {
    void probe.probeAll();
    expect(probedKeys()).toEqual(['eu service-control', 'us service-control', 'eu monitoring']);
  });

  it('asks as a read without anybody’s token, with the member’s own deadline', () => {
    void probe.probeAll();
    expect(transport.last('us').request).toEqual({
      method: 'GET',
      surface: api,
      target: '',
      headers: { accept: 'application/json' },
      deadlineMs: 700,
      command: false,
    });
    expect(transport.last('eu').request.deadlineMs).toBe(memberTimeout);
  });

  it('does not ask again where the last probe is still on its way', async () => {
    void probe.probeAll();
    await transport.last('us').answer(200);
    void probe.probeAll();
    expect(probedKeys().slice(3)).toEqual(['us service-control']);
  });
});

describe('a member', () => {
  beforeEach(() => {
    void probe.probeAll();
  });

  it.each([200, 301, 401, 403, 404, 500, 503, 504])('is up when it answers %i', async (status) => {
    await transport.last('eu').answer(status);
    expect(stateOf(eu)).toBe('up');
  });

  it('is up when it answers something that cannot be read', async () => {
    await transport.last('eu').fail(new TransportFault('error', 'maybe', 'the reply is too large'));
    expect(stateOf(eu)).toBe('up');
  });

  it.each([
    ['a connection fault', refused()],
    ['a time-out', new TransportFault('timeout', 'maybe', 'no answer in time')],
  ])('is down after %s, with a probe counted as failed', async (_, fault) => {
    await transport.last('eu').fail(fault);
    expect(health.describe(api, eu)).toMatchObject({ state: 'down', failedProbes: 1, lastError: fault.message });
  });

  it('has surfaces that are up and down by themselves', async () => {
    await transport.last('eu').answer(200);
    await transport.last('eu', 'monitoring').fail(refused());
    expect([stateOf(eu), stateOf(eu, 'monitoring')]).toEqual(['up', 'down']);
  });

  it('tells its version, which stays known', async () => {
    await transport.last('eu').answer(200, { 'x-particular-version': '6.19.0' });
    void probe.probeAll();
    await transport.last('eu').answer(401);
    expect(health.describe(api, eu).version).toBe('6.19.0');
  });

  it('is not blamed for a pause of our own process', async () => {
    jest.advanceTimersByTime(memberTimeout + 1_000);
    await transport.last('eu').fail(new TransportFault('timeout', 'maybe', 'no answer in time'));
    expect(stateOf(eu)).toBe('unknown');
  });

  it('is blamed for a time-out that came a moment late', async () => {
    jest.advanceTimersByTime(memberTimeout + 999);
    await transport.last('eu').fail(new TransportFault('timeout', 'maybe', 'no answer in time'));
    expect(stateOf(eu)).toBe('down');
  });
});

describe('a member that names a time in Retry-After', () => {
  /** How many probes the member gets in the next rounds, all answered 200. */
  async function probesIn(rounds: number): Promise<number> {
    const before = transport.probes.length;
    for (let round = 0; round < rounds; round += 1) {
      jest.advanceTimersByTime(probeInterval);
      void probe.probeAll();
      await transport.last('us').answer(200);
    }
    return transport.probes.slice(before).filter(({ key }) => key === 'us').length;
  }

  beforeEach(() => {
    void probe.probeAll();
  });

  it('is left alone until then', async () => {
    await transport.last('us').answer(503, { 'retry-after': '30' });
    expect(await probesIn(2)).toBe(0);
    expect(await probesIn(2)).toBe(2);
  });

  it('is left alone for an hour at most', async () => {
    await transport.last('us').answer(503, { 'retry-after': '999999999' });
    expect(await probesIn(359)).toBe(0);
    expect(await probesIn(1)).toBe(1);
  });

  it.each(['0', '-5', '', 'soon', 'NaN', 'Wed, 21 Oct 2065 07:28:00 GMT'])(
    'is probed as ever after "%s"',
    async (text) => {
      await transport.last('us').answer(503, { 'retry-after': text });
      expect(await probesIn(2)).toBe(2);
    },
  );

  it('is probed all the same once it is down, or nothing would bring it back', async () => {
    await transport.last('us').answer(503, { 'retry-after': '3600' });
    health.failed(api, us, { reason: 'unavailable', detail: 'ECONNREFUSED', pace: 'quick', ms: 1 });

    expect(await probesIn(1)).toBe(1);
    expect(stateOf(us)).toBe('up');
  });
});

describe('a started probe', () => {
  it('begins at once, goes on by the interval, and delays nothing', async () => {
    probe.onApplicationBootstrap();
    expect(transport.probes).toHaveLength(3);
    await answerAll();
    await nextRound();
    expect(transport.probes).toHaveLength(6);
  });

  it('has probed all when every member of the first round has ended somehow', async () => {
    probe.onApplicationBootstrap();
    await transport.last('eu').answer(500);
    await transport.last('us').fail(refused());
    expect(probe.hasProbedAll).toBe(false);
    await transport.last('eu', 'monitoring').fail(refused());
    expect(probe.hasProbedAll).toBe(true);
  });

  it('brings a member back that answers again', async () => {
    probe.onApplicationBootstrap();
    await transport.last('us').fail(refused());
    await nextRound();
    expect(stateOf(us)).toBe('down');
    await transport.last('us').answer(200);
    expect(stateOf(us)).toBe('up');
  });

  it('ends with the process: no timer, no call, and no member blamed', async () => {
    probe.onApplicationBootstrap();
    probe.onApplicationShutdown();
    await nextRound();

    expect(scheduler.getIntervals()).toEqual([]);
    expect(jest.getTimerCount()).toBe(0);
    expect(transport.probes.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
    expect([stateOf(eu), stateOf(us)]).toEqual(['unknown', 'unknown']);
  });
});
