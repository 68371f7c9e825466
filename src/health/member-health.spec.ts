import { ConsoleLogger, Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LogLines } from '../../test/support/log-lines.js';
import { member } from '../../test/support/outcomes.js';
import type { Pace } from '../federation/route.js';
import type { GatewaySettings } from '../settings/gateway-settings.js';
import { MemberHealth } from './member-health.js';

const probeInterval = 10_000;
const api = 'service-control';
const eu = member('eu');
const nestDefault = new ConsoleLogger();

let now: number;
let health: MemberHealth;

beforeEach(() => {
  Logger.overrideLogger(new LogLines());
  now = 1_000_000;
  health = startedAt(() => now);
});

afterEach(() => {
  Logger.overrideLogger(nestDefault);
});

function startedAt(clock: () => number): MemberHealth {
  const started = new MemberHealth({ federation: { probeInterval } } as GatewaySettings);
  started.now = clock;
  return started;
}

const state = (surface = api): string => health.describe(surface, eu).state;
const refused = (): void => {
  health.failed(api, eu, { reason: 'unavailable', detail: 'ECONNREFUSED', pace: 'quick', ms: 1 });
};
const succeeds = (pace: Pace = 'quick'): void => {
  health.answered(api, eu, { pace });
};

/** A read that began now and times out after four seconds. */
function timesOut(pace: Pace = 'quick', ms = 4_000): void {
  now += ms;
  health.failed(api, eu, { reason: 'timeout', detail: 'no answer in time', pace, ms });
}

function becomesSlow(pace: Pace = 'quick'): void {
  for (let count = 0; count < 3; count += 1) timesOut(pace);
}

const isLeftOut = (pace: Pace = 'quick'): boolean => health.isLeftOutAsSlow(api, eu, pace);

describe('a member nobody has asked yet', () => {
  it('is unknown, which counts as usable', () => {
    expect([state(), health.isDown(api, eu), isLeftOut()]).toEqual(['unknown', false, false]);
  });
});

describe('down', () => {
  it('comes from one connection fault', () => {
    refused();
    expect([state(), health.isDown(api, eu)]).toEqual(['down', true]);
  });

  it('comes from a probe that timed out', () => {
    health.probeFailed(api, eu, 'no answer in time');
    expect(state()).toBe('down');
  });

  it.each([
    ['reads that time out', () => becomesSlow()],
    ['commands that time out', () => becomesSlow('command')],
    [
      'replies that are of no use',
      () => health.failed(api, eu, { reason: 'error', detail: 'garbled', pace: 'quick', ms: 1 }),
    ],
  ])('never comes from %s', (_, happens) => {
    happens();
    expect(health.isDown(api, eu)).toBe(false);
  });

  it('ends with any answer', () => {
    refused();
    health.answered(api, eu, {});
    expect([state(), health.isDown(api, eu)]).toEqual(['up', false]);
  });

  it('is of one surface of one member', () => {
    refused();
    expect([state('monitoring'), health.describe(api, member('us')).state]).toEqual(['unknown', 'unknown']);
  });

  it('survives that the directory describes the member anew', () => {
    refused();
    expect(health.isDown(api, member('eu', { name: 'Europe' }))).toBe(true);
  });
});

describe('slow', () => {
  it('comes with the third read in a row that timed out', () => {
    timesOut();
    timesOut();
    expect([state(), isLeftOut()]).toEqual(['unknown', false]);
    timesOut();
    expect([state(), isLeftOut()]).toEqual(['slow', true]);
  });

  it('begins to count anew after a success between', () => {
    timesOut();
    timesOut();
    succeeds();
    timesOut();
    timesOut();
    expect(isLeftOut()).toBe(false);
  });

  it.each<[string, Parameters<MemberHealth['answered']>[2]]>([
    ['a probe or a command', {}],
    ['a read of another class', { pace: 'search' }],
  ])('does not begin anew after the answer to %s', (_, answer) => {
    timesOut();
    timesOut();
    health.answered(api, eu, answer);
    timesOut();
    expect(isLeftOut()).toBe(true);
  });

  it('is of one class of routes: a slow search hides no quick lists', () => {
    becomesSlow('search');
    expect([isLeftOut('search'), isLeftOut('quick'), isLeftOut('slow'), isLeftOut('command')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('is of one surface', () => {
    becomesSlow();
    expect(health.isLeftOutAsSlow('monitoring', eu, 'quick')).toBe(false);
  });

  it('never comes from commands', () => {
    becomesSlow('command');
    expect([state(), isLeftOut('command')]).toEqual(['unknown', false]);
  });

  it('takes reads that ran side by side for one delay', () => {
    now += 4_000;
    for (const ms of [4_000, 3_990, 3_000, 4_000]) {
      health.failed(api, eu, { reason: 'timeout', detail: 'late', pace: 'quick', ms });
      now += 10;
    }
    expect(state()).toBe('unknown');
  });

  it('comes about under polls that overlap', () => {
    // Every second a read that times out after four.
    for (let second = 1; second <= 13; second += 1) {
      now += 1_000;
      if (second >= 4) health.failed(api, eu, { reason: 'timeout', detail: 'late', pace: 'quick', ms: 4_000 });
    }
    expect(state()).toBe('slow');
  });

  it('lets one trial through per probe interval', () => {
    becomesSlow();
    const passed: number[] = [];
    const from = now;
    for (; now - from <= 35_000; now += 500) if (!isLeftOut()) passed.push(now - from);

    expect(passed).toEqual([10_000, 20_000, 30_000]);
  });

  it('goes on after a trial that timed out', () => {
    becomesSlow();
    now += probeInterval;
    expect(isLeftOut()).toBe(false);
    timesOut();
    expect(isLeftOut()).toBe(true);
    now += probeInterval - 4_000 - 1;
    expect(isLeftOut()).toBe(true);
    now += 1;
    expect(isLeftOut()).toBe(false);
  });

  it('ends with the first success of that class', () => {
    becomesSlow();
    becomesSlow('search');
    succeeds();
    expect([isLeftOut(), isLeftOut('search'), state()]).toEqual([false, true, 'slow']);
    succeeds('search');
    expect([isLeftOut('search'), state()]).toEqual([false, 'up']);
  });

  it('is not ended by being down in between', () => {
    becomesSlow();
    refused();
    expect(state()).toBe('down');
    health.answered(api, eu, {});
    expect([state(), isLeftOut()]).toEqual(['slow', true]);
  });

  it('is left out exactly while fewer than one probe interval has passed since the last trial', () => {
    const waits = fc.array(fc.integer({ min: 1, max: 15_000 }), { maxLength: 20 });
    fc.assert(
      fc.property(waits, (pauses) => {
        let clock = 0;
        const one = startedAt(() => clock);
        for (let count = 0; count < 3; count += 1) {
          clock += 4_000;
          one.failed(api, eu, { reason: 'timeout', detail: 'late', pace: 'quick', ms: 4_000 });
        }
        let lastTrial = clock;
        for (const pause of pauses) {
          clock += pause;
          const isDue = clock - lastTrial >= probeInterval;
          expect(one.isLeftOutAsSlow(api, eu, 'quick')).toBe(!isDue);
          if (isDue) lastTrial = clock;
        }
      }),
    );
  });
});

describe('the description', () => {
  it('has the last answer, its version, the last error and since when', () => {
    health.answered(api, eu, { version: '6.19.0' });
    now += 5_000;
    health.answered(api, eu, {});
    now += 5_000;
    refused();

    expect(health.describe(api, eu)).toEqual({
      state: 'down',
      since: 1_010_000,
      lastSeen: 1_005_000,
      lastError: 'ECONNREFUSED',
      failedProbes: 0,
      version: '6.19.0',
    });
  });

  it('says since when a state holds, not when it was last confirmed', () => {
    refused();
    now += 5_000;
    refused();
    health.probeFailed(api, eu, 'ECONNREFUSED');
    expect(health.describe(api, eu).since).toBe(1_000_000);

    health.answered(api, eu, {});
    now += 5_000;
    health.answered(api, eu, {});
    expect(health.describe(api, eu).since).toBe(1_005_000);
  });

  it('says since when a member is slow, and since when it no longer is', () => {
    succeeds();
    becomesSlow();
    expect(health.describe(api, eu).since).toBe(1_012_000);
    now += 20_000;
    succeeds();
    expect(health.describe(api, eu).since).toBe(1_032_000);
  });

  it('counts probes that failed in a row, and no other calls', () => {
    refused();
    health.probeFailed(api, eu, 'a');
    health.probeFailed(api, eu, 'b');
    expect(health.describe(api, eu).failedProbes).toBe(2);
    succeeds();
    expect(health.describe(api, eu).failedProbes).toBe(0);
  });
});
