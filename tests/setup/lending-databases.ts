import { inArray } from 'drizzle-orm';
import { afterAll } from 'vitest';
import { distribute } from '#db/citus/distribute.ts';
import {
  connectDatabase,
  connectPglite,
  type DatabaseConnection,
  type DatabaseLimits,
  usualLimits,
} from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { products } from '#db/schema/product.ts';
import { allMarkets, marketOf } from '#domain/market.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import type { LendingConfiguration } from '#lending/dependencies.ts';
import { citusWorkerPorts } from './citus.ts';
import { type LendingService, lendingService } from './lending-service.ts';
import { partitionCount, partitioned } from './partitioned.ts';
import { createTestPglite } from './pglite.ts';
import { createTestDatabase } from './postgres.ts';

/** A thousand requests at once for one loan all have their turn, on however busy a machine. */
const patientLimits: DatabaseLimits = {
  ...usualLimits,
  connectTimeoutMs: 120_000,
  lockTimeoutMs: 60_000,
  statementTimeoutMs: 60_000,
  idleTransactionTimeoutMs: 60_000,
};
const preparedAt = new Date('2026-11-01T12:00:00Z');
const name = 'lending';

async function prepare(connection: DatabaseConnection, parts = 0): Promise<void> {
  await migrate(connection.db, { madeOf: (statement) => partitioned(statement, parts) });
  await loadDemoData(connection.db, preparedAt);
}

/** An embedded database with the schema and the demo data; closing it ends it. */
export async function openEmbeddedDatabase(): Promise<DatabaseConnection> {
  return connectPglite(await createTestPglite({ name, prepare: (client) => prepare(connectPglite(client)) }));
}

/**
 * A database on a real PostgreSQL with the schema and the demo data; closing it, once or more, removes it.
 * @param parts into how many its tables of borrowers are partitioned; as TEST_PARTITIONS says when absent.
 */
export async function openPostgresDatabase(
  parts = partitionCount,
): Promise<DatabaseConnection & { readonly url: string }> {
  const { url, drop } = await createTestDatabase({
    name: parts === 0 ? name : `${name}_${parts}`,
    async prepare(templateUrl) {
      const connection = await connectDatabase({ databaseUrl: templateUrl });
      await prepare(connection, parts);
      await payAllOfThePlan(connection.db);
      if (citusWorkerPorts.length > 0) await distribute(connection.db);
      await connection.close();
    },
  });
  const connection = await connectDatabase({ databaseUrl: url }, patientLimits);
  let closing: Promise<void> | undefined;
  return {
    ...connection,
    url,
    close() {
      closing ??= connection.close().then(drop);
      return closing;
    },
  };
}

/**
 * Has paying early cost all of the plan where a market allows it, so that amounts of the plan settle a loan on any day of a test.
 * Demo data have it cost interest for the days used.
 */
export async function payAllOfThePlan(database: DatabaseConnection['db']): Promise<void> {
  const free = allMarkets.filter((market) => marketOf[market].allowsWholePlan);
  await database
    .update(products)
    .set({ earlyRepayment: 'whole-plan', prepayment: 'next-payments' })
    .where(inArray(products.market, free));
}

/**
 * A lending service on a PostgreSQL database that is the test file's own and gone when the file is done; for its top:
 * `const service = await testLendingService()`.
 */
export async function testLendingService(
  configuration?: Partial<LendingConfiguration>,
  ports?: Parameters<typeof lendingService>[2],
): Promise<LendingService> {
  const { db, close } = await openPostgresDatabase();
  afterAll(close);
  return lendingService(db, configuration, ports);
}
