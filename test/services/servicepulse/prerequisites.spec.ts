import { describe, expect, it } from '@jest/globals';
import { prerequisitesIn } from './prerequisites.js';

const having =
  (...paths: readonly string[]) =>
  (path: string): boolean =>
    paths.includes(path);

describe('what the browser journeys need', () => {
  it.each([
    [{ SERVICEPULSE_DIST: '/pulse' }, ['/pulse/index.html', '/usr/bin/chromium'], '/usr/bin/chromium'],
    [{ SERVICEPULSE_DIST: '/pulse' }, ['/pulse/index.html', '/usr/bin/google-chrome'], '/usr/bin/google-chrome'],
    [{ SERVICEPULSE_DIST: '/pulse', CHROMIUM: '/my/own' }, ['/pulse/index.html', '/my/own'], '/my/own'],
  ])('is found with %j when there is %j', (environment, paths, chromium) => {
    expect(prerequisitesIn(environment, having(...paths))).toEqual({ dist: '/pulse', chromium });
  });

  it.each([
    ['no ServicePulse', {}, ['/usr/bin/chromium'], [/SERVICEPULSE_DIST names no.*npm run build/]],
    ['an empty folder', { SERVICEPULSE_DIST: '/empty' }, ['/usr/bin/chromium'], [/\/empty has no index.html.*npm run/]],
    ['no Chromium', { SERVICEPULSE_DIST: '/pulse' }, ['/pulse/index.html'], [/\/usr\/bin\/chromium,.*apt-get install/]],
    [
      'not the Chromium that was named',
      { SERVICEPULSE_DIST: '/pulse', CHROMIUM: '/my/own' },
      ['/pulse/index.html', '/usr/bin/chromium'],
      [/at \/my\/own:/],
    ],
    ['neither', {}, [], [/SERVICEPULSE_DIST/, /Chromium/]],
  ])('is said, with the way to get it, where there is %s', (_, environment, paths, sentences) => {
    expect(prerequisitesIn(environment, having(...paths))).toEqual(
      sentences.map((sentence) => expect.stringMatching(sentence)),
    );
  });
});
