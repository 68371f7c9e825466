import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Listens, says its port, and is stopped as it stands: connections that do not fit into its queue get no answer. */
const program = `
  const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    process.stdout.write(String(server.address().port), () => process.kill(process.pid, 'SIGSTOP'));
  });
`;
/** More than the queue of such a listener takes. */
const fillers = 3;

/** A port on 127.0.0.1 that neither accepts nor refuses connections, like an address behind a firewall. */
export interface SilentListener {
  readonly port: number;
  stop(): Promise<void>;
}

export async function startSilentListener(): Promise<SilentListener> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(text.toString());
  const sockets: Socket[] = [];
  for (let k = 0; k < fillers; k += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
  }
  await once(sockets[0] as Socket, 'connect');
  return {
    port,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      child.kill('SIGKILL');
      await ended;
    },
  };
}
