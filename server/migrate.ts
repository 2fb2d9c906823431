import process from 'node:process';
import { connectDatabase, type DatabaseLocation } from '#db/connect.ts';
import { MigrationError, migrate } from '#db/migrate.ts';
import { EnvironmentError, readSettings } from './environment.ts';
import { prepareDatabase } from './prepare-database.ts';
import { settingsSchema } from './settings.ts';

// `npm run migrate`: brings the database up to date before the nodes start, and needs no setting but the database's.

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
  process.stdout.write(
    applied === 0 ? 'The database is up to date\n' : `Migrations applied to the database: ${applied}\n`,
  );
} catch (error) {
  const isExpected = error instanceof EnvironmentError || error instanceof MigrationError;
  process.stderr.write(`${isExpected ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exitCode = 1;
}

async function migrateFolder(location: DatabaseLocation): Promise<number> {
  const connection = await connectDatabase(location);
  return migrate(connection.db).finally(() => connection.close());
}
