import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { browserJourney } from './browser-journey.js';
import { pages } from './pages.js';
import { startPulse, type Pulse } from './pulse.js';
import type { PulseWindow } from './pulse-window.js';

browserJourney('when every page of ServicePulse is opened', (found) => {
  let pulse: Pulse;
  let window: PulseWindow;

  describe('by a browser that calls the gateway itself', () => {
    beforeAll(async () => {
      pulse = await startPulse(found, 'direct');
    });

    afterAll(() => pulse.stop());

    beforeEach(async () => {
      window = await pulse.window();
    });

    afterEach(() => window.close());

    it.each(pages)('%s shows what all three installations have', async (route, ...texts) => {
      await window.open(route);
      await window.shows(...texts);
      await window.nextPolls();
      await window.shows(...texts);
      await window.picture(route);

      expect(window.faults).toEqual([]);
    });
  });
});
