import type { Prerequisites } from './prerequisites.js';
import { startPulseSite, type Reach } from './pulse-site.js';
import { Browser, type PulseWindow } from './pulse-window.js';
import { openShop, type Shop } from './shop-of-today.js';

/** The shop, the gateway in front of it, ServicePulse in front of that, and a browser. */
export interface Pulse {
  readonly shop: Shop;
  /** `http://127.0.0.1:{port}` of ServicePulse's own site. */
  readonly origin: string;
  window(): Promise<PulseWindow>;
  stop(): Promise<void>;
}

export async function startPulse({ dist, chromium }: Prerequisites, reach: Reach): Promise<Pulse> {
  const shop = await openShop();
  const site = await startPulseSite(dist, shop.gateway.url, reach);
  const browser = await Browser.start(chromium);
  return {
    shop,
    origin: site.origin,
    window: () => browser.open(site.origin),
    stop: async () => {
      await browser.stop();
      await site.stop();
      await shop.stop();
    },
  };
}
