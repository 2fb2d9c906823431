import { sql } from 'drizzle-orm';
import { connectDatabase, type DatabaseLimits, generousLimits } from '#db/connect.ts';
import { type Database, queryRows } from '#db/database.ts';
import { databaseFailureOf, isAnswered } from '#db/failure.ts';
import { migrate } from '#db/migrate.ts';
import { productionStarts } from '#db/schema/host.ts';
import { areSessionsShared } from '#db/shared-sessions.ts';
import { EnvironmentError } from './environment.ts';
import type { Settings } from './settings.ts';

const oldestVersion = 15;
const forbiddenCode = '42501';
const unknownAuthorityCodes = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

export class DatabaseAwayError extends EnvironmentError {}

interface ServingNode {
  readonly mode: Settings['mode'];
  /** Lender details that documents must contain but the settings lack, a sentence each. */
  readonly missingFacts: readonly string[];
}

type Patience = Pick<DatabaseLimits, 'connectTimeoutMs' | 'retryForMs'>;

/**
 * Migrates the database of `DATABASE_URL`, also while nodes of an older version use it; waits for locked tables.
 * @param tell called with a line when a table is locked.
 * @param patience 15 seconds by default.
 * @param node the starting node; null for a migration alone.
 * @returns the number of applied migrations.
 * @throws DatabaseAwayError if it does not answer; EnvironmentError if it cannot be used; MigrationError for a database of other
 * migrations.
 */
export async function prepareDatabase(
  databaseUrl: string,
  tell: (line: string) => void = () => {},
  { connectTimeoutMs, retryForMs }: Patience = generousLimits,
  node: ServingNode | null = null,
): Promise<number> {
  const patience = { connectTimeoutMs, retryForMs };
  const isShared = await areSessionsShared(databaseUrl, patience).catch((error: unknown) => {
    throw unusable(error);
  });
  if (isShared) throw sharedSessions('DATABASE_URL');
  const connection = await connectDatabase({ databaseUrl }, { ...generousLimits, ...patience });
  try {
    const problem = serverProblem(await serverOf(connection.db));
    if (problem !== null) throw new EnvironmentError([`DATABASE_URL: ${problem}`]);
    let isReported = false;
    const onTableInUse = () => {
      if (!isReported) tell('A table that is to be changed is in use; it is tried again every two seconds');
      isReported = true;
    };
    if (node?.mode === 'development') await refuseProductionDatabase(connection.db);
    const applied = await migrate(connection.db, { onTableInUse });
    if (node?.mode === 'production') {
      await refuseUnstatedLender(connection.db, node.missingFacts, tell);
      await markProduction(connection.db);
    }
    return applied;
  } catch (error) {
    if (!isAnswered(error) && databaseFailureOf(error) !== 'lost') throw error;
    throw unusable(error);
  } finally {
    await connection.close();
  }
}

/** @throws EnvironmentError for missing facts on a database without loans; a database with loans gets warnings. */
async function refuseUnstatedLender(
  database: Database,
  missingFacts: readonly string[],
  tell: (line: string) => void,
): Promise<void> {
  if (missingFacts.length === 0) return;
  const [loan] = await queryRows(database, sql`select 1 from loans limit 1`);
  if (!loan) throw new EnvironmentError(missingFacts);
  for (const fact of missingFacts) tell(`${fact}; the next version refuses to start without it`);
}

async function markProduction(database: Database): Promise<void> {
  await database.insert(productionStarts).values({ startedAt: sql`now()` }).onConflictDoNothing();
}

/** @throws EnvironmentError if production has used the database. Works before migrations. */
async function refuseProductionDatabase(database: Database): Promise<void> {
  const [table] = await queryRows<{ isThere: boolean }>(
    database,
    sql`select to_regclass('production_starts') is not null as "isThere"`,
  );
  const [start] = table?.isThere ? await database.select().from(productionStarts) : [];
  if (!start) return;
  throw new EnvironmentError([
    `DATABASE_URL: production has served from this database since ${start.startedAt.toISOString()}, and ` +
      'development would open its borrowers to everybody: set MODE=production, or name another database',
  ]);
}

/** Checks the database of `DATABASE_READ_URL`, if it answers. @throws EnvironmentError if a pooler shares its sessions. */
export async function refuseSharedReplica(readUrl: string, waitMs: number): Promise<void> {
  const isShared = await areSessionsShared(readUrl, { connectTimeoutMs: waitMs, retryForMs: 0 }).catch(
    () => false,
  );
  if (isShared) throw sharedSessions('DATABASE_READ_URL');
}

export interface DatabaseServer {
  readonly encoding: string;
  /** `server_version_num`: 150004 for 15.4. */
  readonly versionNumber: number;
}

async function serverOf(database: Database): Promise<DatabaseServer> {
  const [server] = await queryRows<DatabaseServer>(
    database,
    sql`select current_setting('server_encoding') as encoding, current_setting('server_version_num')::integer as "versionNumber"`,
  );
  return server ?? { encoding: '', versionNumber: 0 };
}

/** Llano needs UTF-8 and PostgreSQL 15 or newer. */
export function serverProblem({ encoding, versionNumber }: DatabaseServer): string | null {
  if (versionNumber < oldestVersion * 10_000) {
    const version = `${Math.floor(versionNumber / 10_000)}`;
    return `PostgreSQL ${oldestVersion} or newer is needed, and this is ${version}`;
  }
  return encoding === 'UTF8' ? null : `its encoding is ${encoding}; make it with ENCODING 'UTF8'`;
}

function sharedSessions(variable: string): EnvironmentError {
  return new EnvironmentError([
    `${variable}: leads to a pooler that gives a session to another client after each transaction; ` +
      'have it pool by session (PgBouncer: pool_mode = session), or name the server itself',
  ]);
}

function unusable(error: unknown): EnvironmentError {
  const problems = [`DATABASE_URL: ${reasonOf(error)}`];
  return databaseFailureOf(error) === 'lost'
    ? new DatabaseAwayError(problems)
    : new EnvironmentError(problems);
}

function reasonOf(error: unknown): string {
  const { message, code } = innermostOf(error);
  if (code === forbiddenCode) {
    return `${message}; its role has to own the database, or another that does runs \`npm run migrate\` and lets this one use the tables`;
  }
  if (unknownAuthorityCodes.has(code)) {
    return `${message}; name the certificate of its authority with sslrootcert`;
  }
  return databaseFailureOf(error) === 'lost' ? `the database does not answer: ${message}` : message;
}

/** The first of several errors, such as those of several addresses. */
function innermostOf(error: unknown): { readonly message: string; readonly code: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return innermostOf(error.errors[0]);
  if (!(error instanceof Error)) return { message: String(error), code: '' };
  if (error.cause !== undefined) return innermostOf(error.cause);
  const { code } = error as { readonly code?: unknown };
  return { message: error.message, code: typeof code === 'string' ? code : '' };
}
