import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** The wanted port of 127.0.0.1, or any other when that one is taken. */
export async function freePort(wanted: number): Promise<number> {
  return (await freePortLike(wanted)) ?? (await freePortLike(0)) ?? wanted;
}

async function freePortLike(port: number): Promise<number | undefined> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return undefined;
  }
  const found = (server.address() as AddressInfo).port;
  server.close();
  await once(server, 'close');
  return found;
}
