import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands before a server: clients come to it in the place of the server. */
export interface Relay {
  /** The server's address by way of it. */
  readonly url: string;
  /** All that are open, of clients and to the server. */
  readonly sockets: ReadonlySet<Socket>;
  close(): Promise<void>;
}

/**
 * Starts a relay before the server at `url`, PostgreSQL where that names no port.
 * @param take is given each client that comes, and what opens a connection to the server; neither breaks the process when it breaks.
 */
export async function startRelay(
  url: string,
  take: (client: Socket, open: () => Socket) => void,
): Promise<Relay> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((client) =>
    take(keep(client), () => keep(connect(Number(target.port || 5432), target.hostname))),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  const near = new URL(url);
  near.hostname = '127.0.0.1';
  near.port = String(address.port);
  return {
    url: near.href,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
