import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands before a database: what is sent through it arrives, until it stalls. */
export interface StallingProxy {
  /** The database's address by way of the proxy. */
  readonly url: string;
  /** From now on connections are taken and nothing is answered, as by a server that was stopped with SIGSTOP. */
  stall(): void;
  /** Lets what was held pass on. */
  resume(): void;
  close(): Promise<void>;
}

/** Starts a proxy before the database at `url`. */
export async function startStallingProxy(url: string): Promise<StallingProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isStalled = false;
  const hold = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    if (isStalled) socket.pause();
  };
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    for (const socket of [near, far]) hold(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  const near = new URL(url);
  near.hostname = '127.0.0.1';
  near.port = String(address.port);
  return {
    url: near.href,
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
