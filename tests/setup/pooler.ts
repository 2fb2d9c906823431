import type { Socket } from 'node:net';
import { type Relay, startRelay } from './relay.ts';

/** What PgBouncer lets a session be opened with. */
const knownParameters = new Set([
  ...['user', 'database', 'application_name', 'client_encoding'],
  ...['DateStyle', 'TimeZone', 'standard_conforming_strings'],
]);
const sslRequest = 80_877_103;
const serverReady = 'Z'.charCodeAt(0);
/** Messages of a client that the server answers with `ReadyForQuery`, and the one that ends its session. */
const [query, sync, terminate] = ['Q', 'S', 'X'].map((type) => type.charCodeAt(0));

/**
 * Starts a pooler before the database at `url`, which does as PgBouncer does.
 * @param mode whether a client has a session of the server until it leaves, or all share one, each for a transaction at a time.
 */
export function startPooler(url: string, mode: 'session' | 'transaction'): Promise<Relay> {
  const shared = createSharedSession();
  return startRelay(url, (client, open) =>
    takeStartup(client, (startup) => {
      const openSession = () => {
        const session = open();
        session.write(startup);
        return session;
      };
      if (mode === 'transaction') return shared(client, openSession);
      const session = openSession();
      client.pipe(session).pipe(client);
      client.on('close', () => session.destroy());
      session.on('close', () => client.destroy());
    }),
  );
}

/** Takes the first message of a client, refuses TLS, and closes where it names a parameter that a pooler does not know. */
function takeStartup(client: Socket, taken: (startup: Buffer) => void): void {
  client.once('data', (startup: Buffer) => {
    if (startup.readInt32BE(4) === sslRequest) {
      client.write('N');
      return takeStartup(client, taken);
    }
    const parameters = startup.toString('utf8', 8).split('\0');
    const unknown = parameters.find(
      (name, place) => place % 2 === 0 && name !== '' && !knownParameters.has(name),
    );
    if (unknown === undefined) return taken(startup);
    const fields = `SFATAL\0C08P01\0Munsupported startup parameter: ${unknown}\0\0`;
    client.end(message('E', Buffer.from(fields)));
  });
}

/** One session of the server: the first client opens it, others are let in without it, and each client has it until no transaction is open. */
function createSharedSession() {
  let session: Socket | undefined;
  let owner: Socket | undefined;
  let unanswered = 0;
  const waiting: [Socket, Buffer][] = [];

  const askNext = () => {
    while (waiting[0] && (owner ?? waiting[0][0]) === waiting[0][0]) {
      const [client, queries] = waiting.shift() as [Socket, Buffer];
      owner = client;
      unanswered += 1;
      session?.write(queries);
    }
  };
  const answered = (part: Buffer) => {
    owner?.write(part);
    if (part[0] !== serverReady) return;
    unanswered -= 1;
    const isIdle = part.at(-1) === 'I'.charCodeAt(0);
    if (unanswered > 0 || !isIdle) return;
    owner = undefined;
    askNext();
  };

  return (client: Socket, open: () => Socket) => {
    if (session === undefined) {
      owner = client;
      unanswered = 1;
      session = open();
      session.on('data', readMessages(answered));
    } else {
      client.write(Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]));
    }
    let queries: Buffer[] = [];
    client.on(
      'data',
      readMessages((part) => {
        if (part[0] === terminate) return void client.end();
        queries.push(part);
        if (part[0] !== query && part[0] !== sync) return;
        waiting.push([client, Buffer.concat(queries)]);
        queries = [];
        askNext();
      }),
    );
  };
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Gives each message of a stream by itself. */
function readMessages(take: (message: Buffer) => void): (part: Buffer) => void {
  let buffer = Buffer.alloc(0);
  return (part) => {
    buffer = Buffer.concat([buffer, part]);
    while (buffer.length >= 5) {
      const end = buffer.readInt32BE(1) + 1;
      if (buffer.length < end) return;
      const first = buffer.subarray(0, end);
      buffer = buffer.subarray(end);
      take(first);
    }
  };
}
