import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What the browser journeys need beside Node: a built ServicePulse and a Chromium. */
export interface Prerequisites {
  /** Folder with ServicePulse's `index.html`. */
  readonly dist: string;
  /** Chromium's program. */
  readonly chromium: string;
}

/** Where distributions and installers put Chromium or Chrome. */
const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'] as const;

/**
 * Reads `SERVICEPULSE_DIST` and `CHROMIUM` (one of the usual places when unset).
 * @returns what was found, or one sentence per thing that is missing, with the way to get it
 */
export function prerequisitesIn(
  environment: Readonly<Record<string, string | undefined>>,
  exists: (path: string) => boolean = existsSync,
): Prerequisites | readonly string[] {
  const dist = environment['SERVICEPULSE_DIST'];
  const chromium = [environment['CHROMIUM'] ?? usualPlaces].flat().find(exists);
  const hasDist = dist !== undefined && exists(join(dist, 'index.html'));
  if (hasDist && chromium !== undefined) return { dist, chromium };
  return [
    ...(hasDist ? [] : [distIsMissing(dist)]),
    ...(chromium === undefined ? [chromiumIsMissing(environment['CHROMIUM'])] : []),
  ];
}

function distIsMissing(dist: string | undefined): string {
  const what = dist === undefined ? 'SERVICEPULSE_DIST names no built ServicePulse' : `${dist} has no index.html`;
  return `${what}: clone github.com/Particular/ServicePulse, and with Node.js 24 run "npm ci" and "npm run build" in its src/Frontend; the result is src/Frontend/dist.`;
}

function chromiumIsMissing(chromium: string | undefined): string {
  const where = chromium ?? usualPlaces.join(', ');
  return `There is no Chromium at ${where}: install it ("apt-get install chromium"), or name its program in CHROMIUM.`;
}
