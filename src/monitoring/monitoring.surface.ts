import type { Surface } from '../federation/surface.js';

/** ServiceControl.Monitoring's API, `{MU}` in ServicePulse. Members forbid storing and never send an ETag (monitoring contract 1.3). */
export const monitoring: Surface = {
  name: 'monitoring',
  mountPath: 'monitoring',
  answerHeaders: {
    'Cache-Control': 'private, max-age=0, no-cache, must-revalidate, proxy-revalidate, no-store',
    Pragma: 'no-cache',
    Expires: 'Tue, 03 Jul 2001 06:00:00 GMT',
    Vary: 'Accept',
  },
  absentIsError: true,
  hasValidators: false,
};
