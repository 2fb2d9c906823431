import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type DatabaseConnection, generousLimits } from '#db/connect.ts';
import { queryRows } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { createDatabaseProbe, type DatabaseProbe } from '#db/readiness.ts';
import { alterSetting, createTestDatabase, type TestDatabase } from '#tests/setup/postgres.ts';
import { createServiceRole, type ServiceRole } from '#tests/setup/service-role.ts';

let database: TestDatabase;
let connection: DatabaseConnection;
let probe: DatabaseProbe;
let role: ServiceRole | undefined;
const way = { isOpen: true, sockets: new Set<Socket>() };

/** The way to PostgreSQL, on which everything can come to a stop without a word. */
const server = createServer((near) => {
  const { hostname, port } = new URL(database.url);
  const far = connect(Number(port), hostname);
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    way.sockets.add(from);
    from.on('data', (chunk) => way.isOpen && to.write(chunk));
    from.on('close', () => to.destroy());
    from.on('error', () => to.destroy());
  }
});

beforeAll(async () => {
  database = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(database.url);
  url.port = String((server.address() as AddressInfo).port);
  connection = await connectDatabase({ databaseUrl: database.url }, generousLimits);
  probe = createDatabaseProbe(connection, url.href);
});
afterEach(() => {
  way.isOpen = true;
});
afterAll(async () => {
  await probe.close();
  await connection.close();
  for (const socket of way.sockets) socket.destroy();
  server.close();
  await database.drop();
  await role?.drop();
});

test('a database without the schema lacks its migrations, one with it nothing', async () => {
  expect(await probe.lack()).toBe('migrations');
  await migrate(connection.db);
  expect(await probe.lack()).toBeNull();
});

test('a database that was left after some of its migrations lacks the others', async () => {
  await migrate(connection.db);
  const last = sql`(select max(created_at) from drizzle.__drizzle_migrations)`;
  const [taken] = await queryRows<{ hash: string; at: string }>(
    connection.db,
    sql`delete from drizzle.__drizzle_migrations where created_at = ${last} returning hash, created_at::text as at`,
  );
  expect(await probe.lack()).toBe('migrations');
  await connection.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${taken?.hash}, ${taken?.at}::bigint)`,
  );
  expect(await probe.lack()).toBeNull();
});

test('a pool in use up to its last session is no lack of the database', async () => {
  const long = Array.from({ length: generousLimits.poolSize * 2 }, () =>
    connection.db.execute(sql`select pg_sleep(3)`),
  );
  expect(await probe.lack()).toBeNull();
  await Promise.all(long);
});

test('a server without free sessions is ready for a node that has some and not ready for one that has none', async () => {
  await migrate(connection.db);
  role = await createServiceRole(database.url);
  await role.grant();
  const { url } = role;
  const limits = { ...generousLimits, poolSize: 1, retryForMs: 0 };
  const [serving, fresh] = (await Promise.all(
    [1, 2].map(() => connectDatabase({ databaseUrl: url }, limits)),
  )) as [DatabaseConnection, DatabaseConnection];
  await serving.db.execute(sql`select 1`);
  const { username } = new URL(url);
  await connection.db.execute(sql`alter role ${sql.identifier(username)} connection limit 1`);
  for (const [node, lack] of [
    [serving, null],
    [fresh, 'database'],
  ] as const) {
    const own = createDatabaseProbe(node, url);
    expect(await own.lack()).toBe(lack);
    await own.close();
  }
  await Promise.all([serving.close(), fresh.close()]);
});

test('a database that stopped answering is reported as missing, and found again', async () => {
  way.isOpen = false;
  expect(await probe.lack()).toBe('database');
  for (const socket of way.sockets) socket.destroy();
  way.isOpen = true;
  await expect.poll(() => probe.lack(), { timeout: 20_000 }).toBeNull();
});

test('a session that breaks while it is asked is a lack and ends nothing', async () => {
  await migrate(connection.db);
  await expect.poll(() => probe.lack(), { timeout: 20_000 }).toBeNull();
  way.isOpen = false;
  const lack = probe.lack();
  await delay(200);
  for (const socket of way.sockets) socket.destroy();
  expect(await lack).toBe('database');
});

test('a server that lets nothing be written lacks, until there is one that does', async () => {
  const standby = (mode: 'on' | 'off') =>
    connection.db.execute(sql.raw(alterSetting(database, 'default_transaction_read_only', mode)));
  await standby('on');
  const other = createDatabaseProbe(connection, database.url);
  expect(await other.lack()).toBe('database');
  await standby('off');
  expect(await other.lack()).toBeNull();
  await other.close();
});
