import { connect, type Socket } from 'node:net';
import { startRelay } from '#tests/setup/relay.ts';

/** Where a server is found, whichever serves there: connections end where none does. */
export interface Place {
  /** The address, the same all the time. */
  readonly url: string;
  /** The address of the server that serves there; null while none does. Connections to the one before go on until it ends them. */
  target: string | null;
  close(): Promise<void>;
}

/**
 * Makes a place on a free port.
 * @param like an address that its own is like, but for the port.
 */
export async function startPlace(like: string): Promise<Place> {
  const { url, close } = await startRelay(like, (client) => {
    if (place.target === null) client.destroy();
    else join(client, new URL(place.target));
  });
  const place: Place = { url, target: null, close };
  return place;
}

function join(client: Socket, { port, hostname }: URL): void {
  const server = connect(Number(port), hostname);
  server.on('error', () => client.destroy());
  server.on('close', () => client.destroy());
  client.on('close', () => server.destroy());
  client.pipe(server).pipe(client);
}
