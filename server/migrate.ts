import process from 'node:process';
import { DistributionError, distribute } from '#db/citus/distribute.ts';
import { connectDatabase, type DatabaseLocation, generousLimits } from '#db/connect.ts';
import { MigrationError, migrate } from '#db/migrate.ts';
import { EnvironmentError, readSettings } from './environment.ts';
import { prepareDatabase } from './prepare-database.ts';
import { settingsSchema } from './settings.ts';

// `npm run migrate`: brings the database up to date before the nodes start, and needs no setting but the database's; with
// `-- --distribute` it then spreads the tables over the machines of a Citus cluster.

try {
  const { mode, database } = readSettings(
    { mode: settingsSchema.mode, database: settingsSchema.database },
    process.env,
  );
  if (mode === 'production' && database.databaseUrl === '') {
    throw new EnvironmentError(['DATABASE_URL: is required in production']);
  }
  const tell = (line: string) => void process.stdout.write(`${line}\n`);
  const applied =
    database.databaseUrl === ''
      ? await migrateFolder(database)
      : await prepareDatabase(database.databaseUrl, tell);
  tell(applied === 0 ? 'The database is up to date' : `Migrations applied to the database: ${applied}`);
  if (process.argv.includes('--distribute')) await distributeTables(database, tell);
} catch (error) {
  const isExpected =
    error instanceof EnvironmentError ||
    error instanceof MigrationError ||
    error instanceof DistributionError;
  process.stderr.write(`${isExpected ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exitCode = 1;
}

async function migrateFolder(location: DatabaseLocation): Promise<number> {
  const connection = await connectDatabase(location);
  return migrate(connection.db).finally(() => connection.close());
}

async function distributeTables(location: DatabaseLocation, tell: (line: string) => void): Promise<void> {
  if (location.databaseUrl === '')
    throw new EnvironmentError(['DATABASE_URL: names the coordinator of Citus']);
  // However many rows there are to move.
  const limits = { ...generousLimits, statementTimeoutMs: 0, idleTransactionTimeoutMs: 0 };
  const connection = await connectDatabase(location, limits);
  const { tableCount, droppedReferences } = await distribute(connection.db).finally(() => connection.close());
  tell(tableCount === 0 ? 'The tables are distributed' : `Tables distributed: ${tableCount}`);
  if (droppedReferences.length > 0)
    tell(`References that no machine checks any more: ${droppedReferences.join(', ')}`);
}
