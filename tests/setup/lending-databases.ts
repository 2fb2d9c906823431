import { connectDatabase, connectPglite, type DatabaseConnection } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { testPglites } from './pglite.ts';
import { createTestDatabase } from './postgres.ts';

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
export function postgresLendingDatabases(): LendingDatabases {
  const closers: (() => Promise<void>)[] = [];
  return {
    async create() {
      const { url, drop } = await createTestDatabase({
        name,
        async prepare(templateUrl) {
          const connection = await connectDatabase({ databaseUrl: templateUrl });
          await prepare(connection);
          await connection.close();
        },
      });
      const connection = await connectDatabase({ databaseUrl: url });
      closers.push(async () => {
        await connection.close();
        await drop();
      });
      return connection;
    },
    async closeAll() {
      for (const close of closers.splice(0)) await close();
    },
  };
}
