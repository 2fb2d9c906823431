import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { productionVariables } from '#tests/setup/production-variables.ts';
import { s3Variables, startS3Server } from '#tests/setup/s3-server.ts';
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts';
import type { Portfolios } from './portfolios.ts';
import { type ProcessorTime, timeOfPostgres, timeOfProcess } from './processor-time.ts';

/** Who asks: a borrower, a product and a loan of theirs. */
export interface Asker {
  readonly loanId: string;
  readonly borrowerId: string;
  readonly productId: string;
}

/** A node in a process of its own and production mode, on a database that it may change. */
export interface LoadedNode extends ServerProcess {
  readonly databaseUrl: string;
  readonly time: Readonly<Record<'node' | 'postgres', ProcessorTime>>;
  /** Borrowers whose loan meets a condition over `loans` and `borrowers`, always the same. */
  askers(condition: string): Promise<Asker[]>;
}

/** Takes away what the jobs of a node would work on for minutes, so that they are not measured too. */
const idleJobs = `truncate waiting_codes; delete from erasure_requests where state = 'waiting'`;

/** How many borrowers ask in turn; few enough for one command of `pgbench`. */
const askerCount = 16;

/** Starts a node on a copy of a portfolio, and removes both when the work is done. */
export function withNode<Result>(
  portfolios: Portfolios,
  loans: number,
  work: (node: LoadedNode) => Promise<Result>,
): Promise<Result> {
  return withNodes(portfolios, { loans, count: 1 }, (node) => work(node));
}

/** Starts nodes side by side on one copy of a portfolio, and removes all when the work is done. */
export async function withNodes<Result>(
  portfolios: Portfolios,
  { loans, count }: { readonly loans: number; readonly count: number },
  work: (...nodes: [LoadedNode, ...LoadedNode[]]) => Promise<Result>,
): Promise<Result> {
  const portfolioUrl = await portfolios.urlOf(loans);
  const copy = 'llano_load_copy';
  const url = new URL(portfolioUrl);
  const portfolio = url.pathname.slice(1);
  url.pathname = `/${copy}`;
  const onServer = async (database: string, ...statements: readonly string[]) => {
    const server = new pg.Client({ connectionString: new URL(`/${database}`, portfolioUrl).href });
    await server.connect();
    try {
      for (const statement of statements) await server.query(statement);
    } finally {
      await server.end();
    }
  };
  const drop = `drop database if exists ${copy} with (force)`;
  await onServer('postgres', drop, `create database ${copy} template ${portfolio}`);
  try {
    await onServer(copy, idleJobs);
    const variables = {
      ...productionVariables,
      PORT: '0',
      DATABASE_URL: url.href,
      REQUESTS_PER_MINUTE: '1000000',
      HOST_REQUESTS_PER_MINUTE: '1000000',
      DATA_DIR: '.data/load',
    };
    const postgresTime = await timeOfPostgres(url.href);
    const loaded = (node: ServerProcess): LoadedNode => ({
      ...node,
      databaseUrl: url.href,
      time: { node: timeOfProcess(node.processId), postgres: postgresTime },
      askers: (condition) => askersIn(url.href, condition),
    });
    return await withStarted(variables, count, async (first, ...others) => {
      const nodes: [LoadedNode, ...LoadedNode[]] = [loaded(first), ...others.map(loaded)];
      await untilCalm([...nodes.map(({ time }) => time.node), postgresTime]);
      return work(...nodes);
    });
  } finally {
    await onServer('postgres', drop);
  }
}

/** How long nobody may have much to do before measuring begins, and how long that is waited for, in looks of half a second. */
const calm = { looks: 4, atMost: 240, everyMs: 500, usedMs: 50 };

/**
 * Waits until the jobs of nodes have done what they found at their start, as days to close and penalties of all overdue loans: for
 * seconds it takes as much as the traffic, and would count as its cost.
 */
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

/** Starts so many nodes; several keep their files in one place. */
async function withStarted<Result>(
  variables: Readonly<Record<string, string>>,
  count: number,
  work: (...nodes: [ServerProcess, ...ServerProcess[]]) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'llano-load-files-'));
  const files = count === 1 ? null : await startS3Server(folder, { takesAnySignature: true });
  const shared = files ? { ...s3Variables(files), NODE_COUNT: String(count) } : {};
  const start = () => startServerProcess({ ...variables, ...shared });
  // The first alone, so that it migrates.
  const nodes: [ServerProcess, ...ServerProcess[]] = [await start()];
  try {
    while (nodes.length < count) nodes.push(await start());
    return await work(...nodes);
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    await files?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function askersIn(databaseUrl: string, condition: string): Promise<Asker[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Asker>(
      `select loans.id as "loanId", loans.borrower_id as "borrowerId", loans.product_id as "productId"
        from loans join borrowers on borrowers.id = loans.borrower_id
        where loans.market = 'MX' and borrowers.erased_at is null and ${condition}
        order by loans.id limit ${askerCount}`,
    );
    return rows;
  } finally {
    await client.end();
  }
}
