import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/** A port on 127.0.0.1 at which connections are neither accepted nor refused, as behind a firewall that drops them. */
export interface BlackHole {
  readonly port: number;
  stop(): Promise<void>;
}

/** Listens, and never accepts; its queue is filled, so that the system drops every further connection. */
const neverAccepts = `
  const { createServer } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(workerData, 0, 0);
    process.exit();
  });
`;

export async function startBlackHole(): Promise<BlackHole> {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(neverAccepts, { eval: true, workerData: gate });
  const [port] = (await once(worker, 'message')) as [number];
  const fillers = await fill(port);
  return {
    port,
    stop: async () => {
      for (const socket of fillers) socket.destroy();
      const gone = once(worker, 'exit');
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
      await gone;
    },
  };
}

/** Connects until a connection is neither accepted nor refused. */
async function fill(port: number): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    const isTaken = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(resolve, 200, false);
      socket.once('connect', () => {
        clearTimeout(timer);
        resolve(true);
      });
    });
    if (!isTaken) return sockets;
  }
}
