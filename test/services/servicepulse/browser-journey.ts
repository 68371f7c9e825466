import { describe } from '@jest/globals';
import { prerequisitesIn, type Prerequisites } from './prerequisites.js';

const found = prerequisitesIn(process.env);

/** A `describe` whose tests drive ServicePulse in a browser; counted as skipped where one of the two is missing. */
export function browserJourney(title: string, tests: (found: Prerequisites) => void): void {
  if ('dist' in found) {
    describe(title, () => {
      tests(found);
    });
    return;
  }
  process.stderr.write(`Not run: ${title}\n${found.map((sentence) => `  ${sentence}\n`).join('')}`);
  // eslint-disable-next-line no-restricted-syntax -- the one place: the reason is said above, the run counts it
  describe.skip(title, () => {
    tests({ dist: '', chromium: '' });
  });
}
