import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type PostgresServer, startPostgresServer } from '#tests/setup/postgres-server.ts';
import { startPlace } from './place.ts';

/** A PostgreSQL with a standby that has all it answered for, behind one address. */
export interface DatabasePair {
  readonly url: string;
  /** Ends the primary at once and starts it again. */
  crash(): Promise<void>;
  /** Ends the primary for good and promotes the standby, another of which is made meanwhile; waits for one that is being made. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

const pollMs = 100;
const pollsMax = 100;

export async function startDatabasePair(): Promise<DatabasePair> {
  let primary = await startPostgresServer({ isDurable: true });
  const place = await startPlace(primary.url);
  place.target = primary.url;
  /** Makes a standby, again where a crash comes between; once there is one, a commit is answered when it has it too. */
  async function follow(followed: PostgresServer): Promise<PostgresServer> {
    for (;;) {
      const made = await startPostgresServer({ isDurable: true, follows: followed }).catch(() => null);
      if (made !== null && (await isKept(followed))) return made;
      await made?.end();
      await pause(pollMs);
    }
  }

  let standby = follow(primary);
  return {
    url: place.url,
    crash: () => primary.crash(),
    async failOver() {
      const next = await standby;
      place.target = null;
      await primary.end();
      await onServer(next, 'select pg_promote()');
      primary = next;
      place.target = next.url;
      standby = follow(next);
    },
    async stop() {
      await place.close();
      await (await standby).stop();
      await primary.stop();
    },
  };
}

/** Has a server answer a commit once its standby has it. @returns whether it does. */
async function isKept(server: PostgresServer): Promise<boolean> {
  for (let polls = 0; polls < pollsMax; polls += 1) {
    try {
      await onServer(server, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()');
      const isFollowed = `select 1 from pg_stat_replication where sync_state = 'sync'`;
      if ((await onServer(server, isFollowed)) > 0) return true;
    } catch {
      // It crashed, and comes again.
    }
    await pause(pollMs);
  }
  return false;
}

/** Asks in a session of its own. @returns how many rows the last gave. */
async function onServer({ url }: PostgresServer, ...statements: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let count = 0;
    for (const statement of statements) count = (await client.query(statement)).rowCount ?? 0;
    return count;
  } finally {
    await client.end();
  }
}
