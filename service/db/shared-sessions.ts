import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type DatabaseLimits, generousLimits } from './connect.ts';
import { isRepeatable, withRetries } from './failure.ts';

/** Stores a value in the session, in a setting that nothing else reads. */
const writeSessionValue = `select set_config('llano.session', $1, false)`;
const readSessionValue = `select current_setting('llano.session', true) as "sessionValue"`;
/** Several rounds: with other clients present two sessions may keep apart by chance. */
const rounds = 3;

/**
 * Whether a pooler gives a session to another client between two transactions, as PgBouncer does with `pool_mode = transaction`: two
 * sessions store a value each, and the first is asked for its own. Session settings and prepared statements are lost there. @throws the
 * database's error when it does not answer in time.
 */
export function areSessionsShared(
  databaseUrl: string,
  { connectTimeoutMs, retryForMs }: Pick<DatabaseLimits, 'connectTimeoutMs' | 'retryForMs'> = generousLimits,
): Promise<boolean> {
  return withRetries(retryForMs, isRepeatable, async () => {
    const open = () => openSession(databaseUrl, connectTimeoutMs);
    const clients = [open(), open()] as const;
    try {
      for (const client of clients) await client.connect();
      for (let round = 0; round < rounds; round += 1) {
        if (await isValueLost(...clients)) return true;
      }
      return false;
    } finally {
      for (const client of clients) await client.end().catch(() => undefined);
    }
  });
}

function openSession(connectionString: string, timeoutMs: number): pg.Client {
  const client = new pg.Client({
    connectionString,
    application_name: 'llano start',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  // A broken client fails its statement too.
  client.on('error', () => undefined);
  return client;
}

async function isValueLost(first: pg.Client, second: pg.Client): Promise<boolean> {
  const own = randomUUID();
  await first.query(writeSessionValue, [own]);
  await second.query(writeSessionValue, [randomUUID()]);
  const { rows } = await first.query<{ sessionValue: string | null }>(readSessionValue);
  return rows[0]?.sessionValue !== own;
}
