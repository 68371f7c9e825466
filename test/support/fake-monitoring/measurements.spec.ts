import { describe, expect, it } from '@jest/globals';
import { windowAt } from './history.js';
import { EndpointMeasurements, endpointMetrics } from './measurements.js';

const now = Date.UTC(2024, 4, 1, 12);
const window = windowAt(now, 5);
const origin = { instanceId: 'a', messageType: 'T' };

describe('forgetting old values', () => {
  it('leaves zeros in their place, not nothing', () => {
    const values = new EndpointMeasurements();
    for (const metric of ['processingTime', 'criticalTime', 'retries'] as const) {
      values.add(metric, { at: now - 20_000, value: 10 }, origin);
    }
    values.addQueueLength('q', { at: now - 20_000, value: 4 });

    values.forgetBefore(now - 10_000);

    const zeros = { average: 0, points: new Array(60).fill(0) };
    expect(endpointMetrics.map((metric) => values.series(metric, window))).toEqual(new Array(5).fill(zeros));
    expect(values.seriesOfInstance('a', 'retries', window)).toEqual(zeros);
    expect(values.seriesOfMessageType('T', 'throughput', window)).toEqual(zeros);
  });

  it('keeps what is younger', () => {
    const values = new EndpointMeasurements();
    values.add('processingTime', { at: now - 10_000, value: 10 }, origin);

    values.forgetBefore(now - 10_000);

    expect(values.series('processingTime', window).average).toBe(10);
  });
});
