import { createServer, type ListenOptions, type Server } from 'node:net';
import process from 'node:process';

/** Where servers listen, and how many connections may wait at each of them. */
export interface PortOptions {
  readonly host: string;
  /** 0 for a free one. */
  readonly port: number;
  readonly backlog: number;
}

/**
 * Has servers of this process listen at one port side by side, where the system can have that: the first alone otherwise. Gives those
 * that listen. As one server does, it refuses where anybody else listens already, though others may share a port in this way too.
 * @throws an error with the code `EADDRINUSE` then.
 */
export async function listenTogether<Each extends Server>(
  servers: readonly [Each, ...Each[]],
  { host, port, backlog }: PortOptions,
): Promise<readonly Each[]> {
  const [first, ...others] = servers;
  const release = others.length > 0 ? await holdStart(host, port) : null;
  if (!release) {
    await opened(first, { host, port, backlog });
    return [first];
  }
  try {
    if (port !== 0) await throwIfTaken(host, port);
    await opened(first, { host, port, backlog, reusePort: true });
    const address = first.address();
    const shared = typeof address === 'object' && address ? address.port : port;
    for (const other of others) await opened(other, { host, port: shared, backlog, reusePort: true });
    return servers;
  } catch (error) {
    for (const server of servers) if (server.listening) server.close();
    throw error;
  } finally {
    release();
  }
}

/**
 * Has nobody else start at this place meanwhile, since two would both find it free and then share it: holds a name of the system that no
 * file bears and that ends with the process. Gives what releases it; null where there is no such name, as on any system but Linux.
 */
async function holdStart(host: string, port: number): Promise<(() => void) | null> {
  if (process.platform !== 'linux') return null;
  // The system gives a free port to one alone.
  if (port === 0) return () => undefined;
  try {
    const held = await opened(createServer(), { path: `\0llano starts at ${host}:${port}` });
    return () => void held.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return null;
    const message = `listen EADDRINUSE: address already in use ${host}:${port}`;
    throw Object.assign(new Error(message), { code: 'EADDRINUSE' });
  }
}

/** Listens for a moment without sharing, which the system refuses where anybody listens, whether they share or not. */
async function throwIfTaken(host: string, port: number): Promise<void> {
  const alone = await opened(
    createServer((socket) => socket.destroy()),
    { host, port },
  );
  await new Promise((closed) => alone.close(closed));
}

function opened<Each extends Server>(server: Each, options: ListenOptions): Promise<Each> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}
