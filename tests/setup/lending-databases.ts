import {
  connectDatabase,
  connectPglite,
  type DatabaseConnection,
  type DatabaseLimits,
  usualLimits,
} from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { testPglites } from './pglite.ts';
import { createTestDatabase } from './postgres.ts';

/** A hundred requests at once for one loan all have their turn, on however busy a machine. */
const patientLimits: DatabaseLimits = {
  ...usualLimits,
  connectTimeoutMs: 60_000,
  lockTimeoutMs: 60_000,
  statementTimeoutMs: 60_000,
  idleTransactionTimeoutMs: 60_000,
};
const preparedAt = new Date('2026-11-01T12:00:00Z');
const name = 'lending';

async function prepare(connection: DatabaseConnection): Promise<void> {
  await migrate(connection.db);
  await loadDemoData(connection.db, preparedAt);
}

/** Databases of one test file with the schema and the demo data; `closeAll` belongs in `afterAll`. */
export interface LendingDatabases {
  create(): Promise<DatabaseConnection>;
  closeAll(): Promise<void>;
}

/** Embedded databases, the choice for all but races. */
export function pgliteLendingDatabases(): LendingDatabases {
  const databases = testPglites({ name, prepare: (client) => prepare(connectPglite(client)) });
  return {
    create: async () => connectPglite(await databases.create()),
    closeAll: databases.closeAll,
  };
}

/** Databases on a real PostgreSQL, where sessions really run at once. */
export function postgresLendingDatabases(): LendingDatabases & {
  /** A database with its address, for a connection with limits of its own. */
  createNamed(): Promise<{ readonly url: string; readonly connection: DatabaseConnection }>;
} {
  const closers: (() => Promise<void>)[] = [];
  async function createNamed() {
    const { url, drop } = await createTestDatabase({
      name,
      async prepare(templateUrl) {
        const connection = await connectDatabase({ databaseUrl: templateUrl }, patientLimits);
        await prepare(connection);
        await connection.close();
      },
    });
    const connection = await connectDatabase({ databaseUrl: url }, patientLimits);
    closers.push(async () => {
      await connection.close();
      await drop();
    });
    return { url, connection };
  }
  return {
    createNamed,
    create: async () => (await createNamed()).connection,
    async closeAll() {
      for (const close of closers.splice(0)) await close();
    },
  };
}
