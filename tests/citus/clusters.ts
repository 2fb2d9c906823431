import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { distribute } from '#db/citus/distribute.ts';
import { connectDatabase, type DatabaseConnection, usualLimits } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { fillPortfolio } from '#fixtures/portfolio.ts';
import { citusWorkerPorts, createCluster, dropCluster } from '#tests/setup/citus.ts';
import { payAllOfThePlan } from '#tests/setup/lending-databases.ts';
import { type LendingService, lendingService } from '#tests/setup/lending-service.ts';

/** A service on a database of its own. */
export interface MeasuredService extends LendingService {
  readonly url: string;
  close(): Promise<void>;
}

const preparedAt = new Date('2026-11-01T12:00:00Z');

/**
 * Makes a database with the demo data on a server, or on the cluster that a coordinator has, where it spreads the tables.
 * @param loans of a portfolio besides, which is there before the tables are spread.
 */
export async function openMeasured(
  serverUrl: string,
  { isCluster, loans = 0 }: { readonly isCluster: boolean; readonly loans?: number },
): Promise<MeasuredService> {
  if (isCluster && citusWorkerPorts.length === 0) throw new Error('TEST_CITUS_WORKERS names no ports.');
  const name = `llano_citus_${randomBytes(4).toString('hex')}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  if (isCluster) await createCluster(serverUrl, name);
  else await onServer(serverUrl, `create database "${name}"`);
  const connection = await connectDatabase(
    { databaseUrl: url.href },
    { ...usualLimits, statementTimeoutMs: 0 },
  );
  await fill(connection, url.href, loans);
  if (isCluster) await distribute(connection.db);
  await connection.close();
  const serving = await connectDatabase({ databaseUrl: url.href }, usualLimits);
  return {
    ...lendingService(serving.db),
    url: url.href,
    async close() {
      await serving.close();
      if (isCluster) await dropCluster(serverUrl, name);
      else await onServer(serverUrl, `drop database "${name}" with (force)`);
    },
  };
}

async function fill({ db }: DatabaseConnection, url: string, loans: number): Promise<void> {
  await migrate(db);
  await loadDemoData(db, preparedAt);
  await payAllOfThePlan(db);
  if (loans > 0) await fillPortfolio(url, { loans, through: '2026-11-20' as never });
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
