import { route, type Row } from '../federation/route.js';
import type { GatewaySettings } from '../settings/gateway-settings.js';
import { Broadcast } from '../strategies.js';

/** Rows that settings replace: redirects for members that share a broker (decision 28), and uploads of license details. */
export function overridesFor({ federation }: GatewaySettings): readonly (readonly Row[])[] {
  return [
    ...(federation.redirectRouting === 'broadcast'
      ? [
          route('POST redirects', Broadcast),
          route('PUT redirects/{messageRedirectId}', Broadcast),
          route('DELETE redirects/{messageRedirectId}', Broadcast),
        ]
      : []),
    ...(federation.licenseUploadRouting === 'broadcast' ? [route('POST license/detailsUpload', Broadcast)] : []),
  ];
}
