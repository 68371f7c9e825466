import { setTimeout as pause } from 'node:timers/promises';
import { idsOf, incompleteResults, isWhole, type Asking } from './asking.js';
import type { DemoInstallation } from './demo-installation.js';
import type { Demo } from './demo.js';
import { rowsOfFirst, unresolved } from './list-steps.js';
import { membersSaid } from './members-said.js';
import type { Step } from './step.js';
import { unresolvedOf } from './truth.js';

const recoversWithinMs = 10_000;

/** The message that nobody may have retried in the end. */
const notSent = 4;

export function restWithoutOne(demo: Demo, gateway: Asking, absent: DemoInstallation): Step {
  return {
    asked: `(${absent.key} stops) GET ${unresolved}`,
    take: async () => {
      const expected = unresolvedOf(demo).filter((id) => !absent.ids.includes(id));
      await absent.installation.primary.stop();
      const answer = await gateway.get(`${unresolved}&per_page=${String(rowsOfFirst)}`);
      return {
        members: membersSaid(answer),
        shown: `the other ${String(expected.length)}, and a header says what is missing`,
        checks: [
          { what: 'status', expected: 200, came: answer.status },
          {
            what: 'X-Particular-Incomplete-Results',
            expected: `${absent.key}:unavailable`,
            came: incompleteResults(answer),
          },
          { what: 'Total-Count', expected: String(expected.length), came: answer.headers['total-count'] },
          { what: 'ids', expected: expected.slice(0, rowsOfFirst), came: idsOf(answer) },
          { what: 'ETag', expected: undefined, came: answer.headers.etag },
        ],
      };
    },
  };
}

export function wholeOrNothing(gateway: Asking, absent: DemoInstallation): Step {
  return {
    asked: `... the same with X-Federation-Require: all`,
    take: async () => {
      const answer = await gateway.get(unresolved, { headers: { 'X-Federation-Require': 'all' } });
      return {
        members: membersSaid(answer),
        shown: '503, for callers who prefer none to a part',
        checks: [
          { what: 'status', expected: 503, came: answer.status },
          { what: 'members', expected: `${absent.key}=unavailable`, came: membersSaid(answer) },
        ],
      };
    },
  };
}

export function commandWithoutOwner(gateway: Asking, absent: DemoInstallation): Step {
  const id = absent.ids[notSent] ?? '';
  return {
    asked: `POST errors/{an id of ${absent.key}}/retry`,
    take: async () => {
      const answer = await gateway.post(`errors/${id}/retry`);
      const problem = answer.json as { readonly not_sent?: { readonly ids: readonly string[] } };
      return {
        members: membersSaid(answer),
        shown: '503, nothing was sent',
        checks: [
          { what: 'status', expected: 503, came: answer.status },
          { what: 'not_sent', expected: [id], came: problem.not_sent?.ids },
        ],
      };
    },
  };
}

export function wholeAgain(demo: Demo, gateway: Asking, back: DemoInstallation): Step {
  return {
    asked: `(${back.key} starts) GET ${unresolved}`,
    take: async () => {
      const started = Date.now();
      await back.installation.primary.start();
      let answer = await gateway.get(unresolved);
      while (incompleteResults(answer) !== undefined && Date.now() - started < recoversWithinMs) {
        await pause(100);
        answer = await gateway.get(unresolved);
      }
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      return {
        members: membersSaid(answer),
        shown: `all ${String(unresolvedOf(demo).length)} again, ${seconds} s later`,
        checks: [
          ...isWhole(answer),
          { what: 'Total-Count', expected: String(unresolvedOf(demo).length), came: answer.headers['total-count'] },
          {
            what: 'the message of before',
            expected: 'unresolved',
            came: back.installation.primary.message(back.ids[notSent] ?? '')?.status,
          },
        ],
      };
    },
  };
}
