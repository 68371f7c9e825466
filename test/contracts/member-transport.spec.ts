import { memberAt, startTransports } from './start-transports.js';
import { memberTransportContract } from './member-transport.js';

memberTransportContract('HttpTransport', async () => {
  const { http, stop } = await startTransports();
  return { transport: http, memberAt, stop };
});
