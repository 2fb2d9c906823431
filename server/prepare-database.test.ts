import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connectDatabase } from '#db/connect.ts';
import { migrate, migrationsFolder } from '#db/migrate.ts';
import { localDate } from '#domain/calendar.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { fillPortfolio } from '#fixtures/portfolio.ts';
import { startPooler } from '#tests/setup/pooler.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/postgres.ts';
import { createServiceRole, type ServiceRole } from '#tests/setup/service-role.ts';
import { EnvironmentError } from './environment.ts';
import { prepareDatabase, refuseSharedReplica, serverProblem } from './prepare-database.ts';

let postgres: TestDatabase;
let role: ServiceRole;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  postgres = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
  role = await createServiceRole(postgres.url);
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
  await postgres.drop();
  await role.drop();
});

const node = (mode: 'development' | 'production', missingFacts: readonly string[] = []) => ({
  mode,
  missingFacts,
});

async function problemOf(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof EnvironmentError)) throw error;
  return error.problems.join('\n');
}

async function sharedUrl(): Promise<string> {
  const pooler = await startPooler(postgres.url, 'transaction');
  closers.push(pooler.close);
  return pooler.url;
}

test('[CONF-2] a problem of the database names the setting and contains no secret', async () => {
  const nowhere = new URL(postgres.url);
  nowhere.pathname = '/nowhere';
  nowhere.password = 'a-password';
  expect(await problemOf(prepareDatabase(nowhere.href))).toBe(
    'DATABASE_URL: database "nowhere" does not exist',
  );
  const problem = await problemOf(prepareDatabase(role.url));
  expect(problem).toMatch(
    /^DATABASE_URL: permission denied for database \w+; its role has to own the database/,
  );
});

test('a server that is too old, or a database that cannot hold our texts, is refused before anything is made there', async () => {
  expect(serverProblem({ encoding: 'UTF8', versionNumber: 150_004 })).toBe(null);
  expect(serverProblem({ encoding: 'UTF8', versionNumber: 140_013 })).toContain(
    '15 or newer is needed, and this is 14',
  );
  const name = new URL(postgres.url).pathname.slice(1);
  const latin = `${name}_latin`;
  const { db, close } = await connectDatabase({ databaseUrl: postgres.url });
  await db.execute(
    sql.raw(`create database ${latin} template template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'`),
  );
  const latinUrl = new URL(postgres.url);
  latinUrl.pathname = `/${latin}`;
  expect(await problemOf(prepareDatabase(latinUrl.href))).toBe(
    "DATABASE_URL: its encoding is LATIN1; make it with ENCODING 'UTF8'",
  );
  await db.execute(sql.raw(`drop database ${latin} with (force)`));
  await close();
});

test('a pooler that pools by transaction is refused, for the replica too, which need not be there', async () => {
  const url = await sharedUrl();
  expect(await problemOf(prepareDatabase(url))).toMatch(
    /^DATABASE_URL: leads to a pooler.*pool_mode = session/,
  );
  expect(await problemOf(refuseSharedReplica(url, 5000))).toMatch(/^DATABASE_READ_URL: leads to a pooler/);
  await refuseSharedReplica(postgres.url, 5000);
  await refuseSharedReplica('postgres://llano@127.0.0.1:1/llano', 5000);
});

/** A copy of the migrations without the newest. */
function olderMigrations(): string {
  const folder = mkdtempSync(join(inject('testRun').folder, 'migrations-'));
  cpSync(migrationsFolder, folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'));
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, -1) }));
  return folder;
}

test('a role that may only use tables serves what another one migrated, and nothing that lacks the newest migration', async () => {
  const owner = await connectDatabase({ databaseUrl: postgres.url });
  closers.push(owner.close);
  expect(await migrate(owner.db, { folder: olderMigrations() })).toBeGreaterThan(0);
  expect(await problemOf(prepareDatabase(role.url))).toContain('permission denied for schema drizzle');
  await role.grant();
  expect(await problemOf(prepareDatabase(role.url))).toContain('permission denied');
  expect(await prepareDatabase(postgres.url)).toBe(1);
  await role.grant();
  expect(await prepareDatabase(role.url)).toBe(0);
  const { db, close } = await connectDatabase({ databaseUrl: role.url });
  closers.push(close);
  const refused = async (statement: string) => {
    const error = await db.execute(sql.raw(statement)).catch((reason: unknown) => reason);
    return String((error as Error).cause);
  };
  await db.execute(sql`delete from contact_messages`);
  for (const forbidden of [
    'create table note (body text)',
    'drop table contact_messages',
    'alter table ledger_postings disable trigger user',
    'update ledger_postings set amount_minor = 0',
    'delete from ledger_transactions',
    'delete from audit_entries',
    'truncate loans cascade',
    'update drizzle.__drizzle_migrations set hash = null',
  ]) {
    expect(await refused(forbidden)).toMatch(/permission denied|must be owner/);
  }
});

test('production without the facts that papers say is refused on a database without loans, and warned of on another', async () => {
  const fact = 'LENDER_SITE_MX: is required in production, for papers';
  const lines: string[] = [];
  const start = () =>
    prepareDatabase(postgres.url, (line) => lines.push(line), undefined, node('production', [fact]));
  const { db, close } = await connectDatabase({ databaseUrl: postgres.url });
  closers.push(close);
  expect(await problemOf(start())).toBe(fact);
  expect(await db.$count(sql`production_starts`)).toBe(0);
  await loadDemoData(db, new Date('2026-11-28T12:00:00Z'));
  await fillPortfolio(postgres.url, { loans: 1, through: localDate('2026-11-28'), isLoansOnly: true });
  await start();
  expect(lines).toEqual([`${fact}; the next version refuses to start without it`]);
  await db.execute(sql`delete from production_starts`);
});

test('production marks its database, and development refuses it before it changes anything', async () => {
  await prepareDatabase(postgres.url, undefined, undefined, node('development'));
  await prepareDatabase(role.url, undefined, undefined, node('production'));
  await prepareDatabase(role.url, undefined, undefined, node('production'));
  expect(await problemOf(prepareDatabase(postgres.url, undefined, undefined, node('development')))).toMatch(
    /^DATABASE_URL: production has served from this database since \d{4}-.*set MODE=production/,
  );
  await prepareDatabase(postgres.url);
});

test('tables of a later version are let in by themselves', async () => {
  const owner = await connectDatabase({ databaseUrl: postgres.url });
  const served = await connectDatabase({ databaseUrl: role.url });
  closers.push(owner.close, served.close);
  await owner.db.execute(sql`create table later (id bigint generated always as identity, body text)`);
  await owner.db.execute(sql`create sequence later_numbers`);
  await served.db.execute(sql`insert into later (body) select nextval('later_numbers')::text`);
  expect(await served.db.$count(sql`later`)).toBe(1);
});
