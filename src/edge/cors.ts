import type { NextFunction, Request, Response } from 'express';

const requestHeaders = [
  'Origin',
  'X-Requested-With',
  'Content-Type',
  'Accept',
  'Authorization',
  'X-Federation-Require',
];
const methods = ['POST', 'GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'HEAD'];
const exposed = [
  'ETag',
  'Last-Modified',
  'Link',
  'Total-Count',
  'X-Particular-Version',
  'X-Particular-Incomplete-Results',
  'X-Particular-Reason',
  'Content-Disposition',
  'Request-Id',
  'Allow',
  'Server-Timing',
];

/**
 * CORS with ServiceControl's policy (hosting contract 7), on every answer including our own errors. Only a real
 * preflight, one with `Access-Control-Request-Method`, ends here; ServicePulse reads `Allow` from plain OPTIONS.
 */
export function corsMiddleware(policy: { readonly anyOrigin: boolean; readonly origins: readonly string[] }) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const { origin } = request.headers;
    const allowed = origin !== undefined && allow(policy, origin, response);
    if (allowed) response.setHeader('Access-Control-Expose-Headers', exposed.join(','));
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      next();
      return;
    }
    if (allowed) {
      response.setHeader('Access-Control-Allow-Headers', requestHeaders.join(','));
      response.setHeader('Access-Control-Allow-Methods', methods.join(','));
    }
    response.statusCode = 204;
    response.end();
  };
}

function allow(
  policy: { readonly anyOrigin: boolean; readonly origins: readonly string[] },
  origin: string,
  response: Response,
): boolean {
  if (policy.origins.length === 0) {
    if (policy.anyOrigin) response.setHeader('Access-Control-Allow-Origin', '*');
    return policy.anyOrigin;
  }
  if (policy.origins.length > 1) response.appendHeader('Vary', 'Origin');
  if (!policy.origins.includes(origin.toLowerCase())) return false;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  return true;
}
