import { ConsoleLogger, Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
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
let log: LogLines;

beforeEach(() => {
  log = new LogLines();
  Logger.overrideLogger(log);
  now = 1_000_000;
  health = new MemberHealth({ federation: { probeInterval } } as GatewaySettings);
  health.now = () => now;
});

afterEach(() => {
  Logger.overrideLogger(nestDefault);
});

const refused = (): void => {
  health.failed(api, eu, { reason: 'unavailable', detail: 'ECONNREFUSED', pace: 'quick', ms: 1 });
};
const succeeds = (): void => {
  health.answered(api, eu, { pace: 'quick' });
};

function timesOut(pace: Pace): void {
  now += 4_000;
  health.failed(api, eu, { reason: 'timeout', detail: 'no answer in time', pace, ms: 4_000 });
}

describe('the log', () => {
  const told = (): readonly string[] => log.all.map(({ message }) => message);

  it('says each change once, not each call', () => {
    for (let call = 0; call < 5; call += 1, now += 2_000) refused();
    for (let call = 0; call < 5; call += 1, now += 2_000) succeeds();

    expect(told()).toEqual(['member is down', 'member is up again']);
    expect(log.all[0]).toMatchObject({ level: 'warn', fields: { member: 'eu', surface: api, reason: 'ECONNREFUSED' } });
  });

  it('does not greet members that were never down', () => {
    succeeds();
    expect(told()).toEqual([]);
  });

  it('says once that a member is slow, and for which class of routes', () => {
    for (let count = 0; count < 3; count += 1) timesOut('search');
    now += probeInterval;
    health.isLeftOutAsSlow(api, eu, 'search');
    timesOut('search');

    expect(log.all.map(({ message, fields }) => [message, fields['class']])).toEqual([['member is slow', 'search']]);
  });

  it('has two lines per second at most of a member that comes and goes', () => {
    const end = now + 10_000;
    for (; now < end; now += 20) {
      if ((now / 20) % 2 === 0) refused();
      else succeeds();
    }
    expect(told().length).toBeLessThanOrEqual(20);
  });

  it.each([
    ['down', 'member is down'],
    ['up', 'member is up again'],
  ])('ends with the truth once a member that came and went stays %s', (stays, message) => {
    for (let change = 0; change < 7; change += 1, now += 50) {
      if (change % 2 === 0) refused();
      else succeeds();
    }
    now += 1_000;
    if (stays === 'down') refused();
    else succeeds();

    expect(told().at(-1)).toBe(message);
  });
});
