import { connect } from 'node:net';
import { startRelay } from '#tests/setup/relay.ts';
import type { ServerProcess } from '#tests/setup/server-process.ts';

/** Where a proxy finds a node, whichever process serves there: connections end where none does. */
export interface NodePlace {
  /** `http://host:port`. */
  readonly address: string;
  /** The process that serves there; null while none does. */
  node: ServerProcess | null;
  close(): Promise<void>;
}

/** Makes a place on a free port. */
export async function startNodePlace(): Promise<NodePlace> {
  const { url, close } = await startRelay('http://127.0.0.1', (client) => {
    if (place.node === null) {
      client.destroy();
      return;
    }
    const { hostname, port } = new URL(place.node.address);
    const server = connect(Number(port), hostname);
    server.on('error', () => client.destroy());
    server.on('close', () => client.destroy());
    client.on('close', () => server.destroy());
    client.pipe(server).pipe(client);
  });
  const place: NodePlace = { address: new URL(url).origin, node: null, close };
  return place;
}
