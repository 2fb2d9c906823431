import { type Relay, startRelay } from './relay.ts';

/** Stands before a database: what is sent through it arrives, until it stalls. */
export interface StallingProxy extends Pick<Relay, 'url' | 'close'> {
  /** From now on connections are taken and nothing is answered, as by a server that was stopped with SIGSTOP. */
  stall(): void;
  /** Lets what was held pass on. */
  resume(): void;
}

/** Starts a proxy before the database at `url`. */
export async function startStallingProxy(url: string): Promise<StallingProxy> {
  let isStalled = false;
  const { sockets, ...relay } = await startRelay(url, (near, open) => {
    const far = open();
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    if (isStalled) for (const socket of [near, far]) socket.pause();
  });
  return {
    ...relay,
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
