import { isDeepStrictEqual } from 'node:util';

/** One thing that must hold, with what came. */
export interface Check {
  readonly what: string;
  readonly expected: unknown;
  readonly came: unknown;
}

/** What a step did. */
export interface Taken {
  /** What each member answered: `eu=200 us=200 ap=unavailable`. */
  readonly members: string;
  /** What there is to see when all checks hold. */
  readonly shown: string;
  readonly checks: readonly Check[];
}

/** One step of the tour. */
export interface Step {
  /** What is asked, as an operator would write it: `PATCH errors/archive (4 ids)`. */
  readonly asked: string;
  take(): Promise<Taken>;
}

/** How a step ended. */
export interface StepReport {
  readonly held: boolean;
  /** The first line says what was asked and answered; a failed step has more, with what was expected and what came. */
  readonly lines: readonly string[];
}

const askedWidth = 47;
const membersWidth = 31;
const longestValue = 100;

/** Takes one step; whatever is thrown on the way makes it a failed one. */
export async function report(step: Step): Promise<StepReport> {
  const taken = await step.take().catch((error: unknown): Taken => ({
    members: '',
    shown: '',
    checks: [{ what: 'an answer', expected: 'an answer', came: error instanceof Error ? error.message : error }],
  }));
  const differing = taken.checks.filter(({ expected, came }) => !isDeepStrictEqual(expected, came));
  const held = differing.length === 0;
  const line = `${step.asked.padEnd(askedWidth)} ${taken.members.padEnd(membersWidth)} ${held ? taken.shown : ''}`;
  return {
    held,
    lines: [
      `${held ? '✔' : '✘'} ${line.trimEnd()}`,
      ...differing.flatMap(({ what, expected, came }) => [
        `    ${what}: expected ${textOf(expected)}`,
        `    ${' '.repeat(what.length)}      came ${textOf(came)}`,
      ]),
    ],
  };
}

function textOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= longestValue ? text : `${text.slice(0, longestValue)}...`;
}
