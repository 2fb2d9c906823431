import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { portfolioId } from '#fixtures/portfolio.ts';
import { hashOfToken } from '#lending/http/session.ts';
import type { Credentials } from '#tests/setup/lending-service.ts';
import { productionVariables } from '#tests/setup/production-variables.ts';
import { s3Variables, startS3Server } from '#tests/setup/s3-server.ts';
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts';
import type { Portfolios } from './portfolios.ts';
import { type ProcessorTime, timeOfPostgres, timeOfProcess } from './processor-time.ts';
import { say } from './progress.ts';
import { queryDatabase } from './query-database.ts';

export interface LoadBorrower {
  readonly loanId: string;
  readonly borrowerId: string;
  readonly productId: string;
}

/** A node in its own process, in production mode, on a database that it may change. */
export interface LoadedNode extends ServerProcess {
  readonly databaseUrl: string;
  readonly time: Readonly<Record<'node' | 'postgres', ProcessorTime>>;
  /** A few borrowers whose loan meets an SQL condition over `loans` and `borrowers`; the same on each call. */
  borrowers(condition: string): Promise<LoadBorrower[]>;
  /** Borrowers drawn from the whole portfolio; fewer than `count` when there are not so many. */
  drawnBorrowers(condition: string, count: number): Promise<LoadBorrower[]>;
  sessionsOf(borrowers: readonly LoadBorrower[]): Promise<(LoadBorrower & Credentials)[]>;
}

/** Larger databases are not copied. */
const copiedBytesMax = 6 * 1024 ** 3;

/** Deletes the backlog that would keep a node's jobs busy for minutes during the measurement. */
const idleJobs = `truncate waiting_codes; delete from erasure_requests where state = 'waiting'`;

/** Takes all job leases, so that no job runs. */
const heldJobs = `create or replace function load_holds_job() returns trigger language plpgsql as 'begin return null; end';
  create or replace trigger load_holds_jobs before insert or update on job_leases for each row execute function load_holds_job()`;
const releasedJobs = `drop trigger if exists load_holds_jobs on job_leases; drop function if exists load_holds_job`;

/** Number of borrowers that send requests in turn; their statements must fit into one `pgbench` command. */
const borrowerCount = 16;

/**
 * Starts a node on a copy of a portfolio and removes both afterwards. A portfolio above 6 GB is used without a copy: its changes stay, and
 * job leases are always held.
 * @param areJobsHeld holds all job leases.
 * @param othersCount further nodes to start; `work` receives them. The first node does not count them in `NODE_COUNT`.
 */
export async function withNode<Result>(
  portfolios: Portfolios,
  loans: number,
  work: (node: LoadedNode, others: readonly LoadedNode[]) => Promise<Result>,
  {
    areJobsHeld = false,
    othersCount = 0,
  }: { readonly areJobsHeld?: boolean; readonly othersCount?: number } = {},
): Promise<Result> {
  const { url: portfolioUrl, bytes } = await portfolios.find(loans);
  const portfolio = new URL(portfolioUrl).pathname.slice(1);
  const isCopied = bytes <= copiedBytesMax;
  const used = isCopied ? `llano_load_copy_${loans}` : portfolio;
  const url = new URL(`/${used}`, portfolioUrl);
  const onServer = async (database: string, ...statements: readonly string[]) => {
    const { href } = new URL(`/${database}`, portfolioUrl);
    for (const statement of statements) await queryDatabase(href, statement);
  };
  const drop = `drop database if exists ${used} with (force)`;
  if (isCopied) await onServer('postgres', drop, `create database ${used} template ${portfolio}`);
  else say(`${portfolio} is worked in and not copied: it keeps what is written`);
  try {
    if (isCopied) await onServer(used, idleJobs);
    if (areJobsHeld || !isCopied) await onServer(used, heldJobs);
    const variables = {
      ...productionVariables,
      PORT: '0',
      DATABASE_URL: url.href,
      REQUESTS_PER_MINUTE: '1000000',
      ADDRESS_REQUESTS_PER_MINUTE: '1000000',
      HOST_REQUESTS_PER_MINUTE: '1000000',
      DATA_DIR: '.data/load',
    };
    const postgresTime = await timeOfPostgres(url.href);
    const loaded = (node: ServerProcess): LoadedNode => ({
      ...node,
      databaseUrl: url.href,
      time: { node: timeOfProcess(node.processId), postgres: postgresTime },
      borrowers: (condition) => borrowersIn(url.href, condition),
      drawnBorrowers: (condition, count) => drawnBorrowersIn(url.href, condition, { loans, count }),
      sessionsOf: (borrowers) => beginSessions(url.href, borrowers),
    });
    return await withStarted(variables, othersCount, async (node, others) => {
      await untilCalm([...[node, ...others].map(({ processId }) => timeOfProcess(processId)), postgresTime]);
      return work(loaded(node), others.map(loaded));
    });
  } finally {
    if (isCopied) await onServer('postgres', drop);
    else await onServer(used, releasedJobs);
  }
}

/** Half seconds that a node must be idle before measuring, and the most to wait for that. */
const calm = { looks: 4, atMost: 240, everyMs: 500, usedMs: 50 };

/** Waits until nodes have finished their startup jobs (closing days, penalties), whose CPU time would count as traffic. */
async function untilCalm(times: readonly ProcessorTime[]): Promise<void> {
  const used = () => times.reduce((sum, time) => sum + (time() ?? 0), 0);
  let before = used();
  for (let looks = 0, calmLooks = 0; looks < calm.atMost && calmLooks < calm.looks; looks += 1) {
    await setTimeout(calm.everyMs);
    const now = used();
    calmLooks = now - before < calm.usedMs ? calmLooks + 1 : 0;
    before = now;
  }
}

/** Starts a node and further nodes that share its file storage. */
async function withStarted<Result>(
  variables: Readonly<Record<string, string>>,
  othersCount: number,
  work: (node: ServerProcess, others: readonly ServerProcess[]) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'llano-load-files-'));
  const files = othersCount === 0 ? null : await startS3Server(folder, { takesAnySignature: true });
  const shared = files ? { ...s3Variables(files), NODE_COUNT: String(othersCount) } : {};
  // First, because it migrates the database.
  const node = await startServerProcess(variables);
  const others: ServerProcess[] = [];
  try {
    while (others.length < othersCount) others.push(await startServerProcess({ ...variables, ...shared }));
    return await work(node, others);
  } finally {
    await Promise.all([node, ...others].map((each) => each.stop()));
    await files?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function borrowersIn(databaseUrl: string, condition: string): Promise<LoadBorrower[]> {
  return foundBorrowers(databaseUrl, `${condition} order by loans.id limit ${borrowerCount}`);
}

/** Evenly over the whole portfolio, shuffled so that neighbours are not asked one after the other. */
async function drawnBorrowersIn(
  databaseUrl: string,
  condition: string,
  { loans, count }: { readonly loans: number; readonly count: number },
): Promise<LoadBorrower[]> {
  // Three of ten loans are running.
  const step = Math.max(1, Math.floor(loans / (count * 5)));
  const ids = Array.from({ length: Math.floor(loans / step) }, (_none, place) =>
    // A random loan of each step, so that all hundred kinds of loans come up.
    portfolioId('loan', place * step + 1 + randomInt(step)),
  );
  return foundBorrowers(
    databaseUrl,
    `loans.id = any($1::uuid[]) and ${condition} order by md5(loans.id::text) limit ${count}`,
    ids,
  );
}

/** In one statement, because one insert a session takes as long as a measured answer. */
async function beginSessions(
  databaseUrl: string,
  borrowers: readonly LoadBorrower[],
): Promise<(LoadBorrower & Credentials)[]> {
  const begun = borrowers.map((borrower) => ({
    ...borrower,
    sessionId: randomUUID(),
    userId: borrower.borrowerId,
    deviceId: randomUUID(),
  }));
  await queryDatabase(
    databaseUrl,
    `insert into sessions (id, token_hash, borrower_id, device_id, user_id, created_at, expires_at, last_used_at)
      select gen_random_uuid(), * , now(), now() + interval '1 day', now()
      from unnest($1::text[], $2::uuid[], $3::text[], $4::text[])`,
    [
      begun.map(({ sessionId }) => hashOfToken(sessionId)),
      begun.map(({ borrowerId }) => borrowerId),
      begun.map(({ deviceId }) => deviceId),
      begun.map(({ userId }) => userId),
    ],
  );
  // Autovacuum would do so later: plans made for an empty table are replaced.
  await queryDatabase(databaseUrl, 'analyze sessions');
  return begun;
}

function foundBorrowers(databaseUrl: string, condition: string, ids?: string[]): Promise<LoadBorrower[]> {
  return queryDatabase<LoadBorrower>(
    databaseUrl,
    `select loans.id as "loanId", loans.borrower_id as "borrowerId", loans.product_id as "productId"
      from loans join borrowers on borrowers.id = loans.borrower_id
      where loans.market = 'MX' and borrowers.erased_at is null and ${condition}`,
    ids && [ids],
  );
}
