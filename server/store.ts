import type { Logger } from 'pino';
import { connectDatabase, type DatabaseConnection, usualLimits } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { createDatabaseProbe, type DatabaseLack, type DatabaseProbe } from '#db/readiness.ts';
import { followDatabaseClock } from '#lending/clock.ts';
import type { Clock, Logger as ServiceLogger } from '#lending/ports.ts';
import { type AwaitedDatabase, awaitDatabase } from './awaited-database.ts';
import { createDatabaseWatch, type DatabaseWatch } from './database-watch.ts';
import { statementsIn } from './observation.ts';
import { prepareDatabase, refuseSharedReplica } from './prepare-database.ts';
import { missingPaperFacts } from './production.ts';
import type { Settings } from './settings.ts';
import type { Tracing } from './tracing.ts';

/** How long a request waits for a session on the replica before it reads from the primary. */
const replicaTimeoutMs = 500;

export interface Store {
  readonly connection: DatabaseConnection;
  readonly probe: DatabaseProbe;
  readonly watch: DatabaseWatch;
  /** Null for a database that is open and migrated already. */
  readonly awaited: AwaitedDatabase | null;
}

export type Time = Awaited<ReturnType<typeof followDatabaseClock>>;

/** Follows the clock of a test, else of the database, else of this machine. */
export async function followTime(
  { clock: ownClock, logger }: { readonly clock?: Clock | undefined; readonly logger: Logger },
  store: Store | null,
): Promise<Time> {
  if (!ownClock && store) {
    return followDatabaseClock(store.connection.db, (secondsAhead) =>
      logger.warn({ secondsAhead }, "the clock of this node is not the database's"),
    );
  }
  const clock = ownClock ?? { now: () => new Date() };
  return { clock, timeOf: async () => clock.now() };
}

export async function openStore(
  settings: Settings,
  { connection: ownConnection }: { readonly connection?: DatabaseConnection | undefined },
  { logger, tracing }: { readonly logger: ServiceLogger; readonly tracing: Tracing | null },
): Promise<Store> {
  const { databaseUrl, readUrl: _readUrl, dataDirectory, ...given } = settings.database;
  const limits = { ...usualLimits, ...given };
  const watch = createDatabaseWatch(logger);
  if (ownConnection) return { ...probed(ownConnection, databaseUrl), watch, awaited: null };
  logger.info(databaseUrl ? 'opening PostgreSQL' : `opening the embedded database in ${dataDirectory}`);
  if (!databaseUrl) {
    const connection = await connectDatabase({ dataDirectory });
    await migrate(connection.db);
    return { ...probed(connection, databaseUrl), watch, awaited: null };
  }
  const patience = { connectTimeoutMs: limits.connectTimeoutMs, retryForMs: 0 };
  const node = { mode: settings.mode, missingFacts: missingPaperFacts(settings) };
  const prepare = () => prepareDatabase(databaseUrl, (line) => logger.warn(line), patience, node);
  const awaited = await awaitDatabase(prepare, logger);
  const traced = statementsIn(tracing);
  const connection = await connectDatabase(
    { databaseUrl },
    limits,
    (text, ask) => awaited.around(text, () => watch.around(text, () => traced(text, ask))),
    async (processIds) => {
      for (const lock of await opened.probe.locksBefore(processIds)) watch.lockFound(lock);
    },
  );
  const opened = probed(connection, databaseUrl);
  return { ...opened, watch, awaited };
}

function probed(connection: DatabaseConnection, databaseUrl: string): Pick<Store, 'connection' | 'probe'> {
  return { connection, probe: createDatabaseProbe(connection, databaseUrl) };
}

/** A database that answers but is not prepared yet counts as down. */
export async function lackOf({ probe, awaited }: Store): Promise<DatabaseLack | null> {
  const lack = await probe.lack();
  return awaited?.isPrepared() === false ? (lack ?? 'database') : lack;
}

/** Opens the read replica, with short timeouts, since the primary can answer everything. */
async function connectReplica(
  { readUrl, dataDirectory: _dataDirectory, databaseUrl: _databaseUrl, ...given }: Settings['database'],
  tracing: Tracing | null,
): Promise<DatabaseConnection> {
  const hasty = { ...usualLimits, ...given, poolSize: 1, connectTimeoutMs: replicaTimeoutMs, retryForMs: 0 };
  await refuseSharedReplica(readUrl, replicaTimeoutMs);
  return connectDatabase({ databaseUrl: readUrl }, hasty, statementsIn(tracing));
}

export async function openReplica(
  { database }: Pick<Settings, 'database'>,
  {
    connection,
    tracing,
  }: { readonly connection: DatabaseConnection | null; readonly tracing: Tracing | null },
): Promise<DatabaseConnection | null> {
  return connection?.kind === 'postgres' && database.readUrl !== ''
    ? connectReplica(database, tracing)
    : null;
}
