import type { Surface } from '../federation/surface.js';

/** ServiceControl's own API, `{SC}` in ServicePulse. */
export const serviceControl: Surface = {
  name: 'service-control',
  mountPath: 'api',
  answerHeaders: { 'Cache-Control': 'private, max-age=0', Vary: 'Accept' },
  absentIsError: false,
  hasValidators: true,
};
