import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { MeasuringOptions } from './calls.ts';
import { type Answered, askServer, type ClientRequest } from './clients.ts';
import { type LoadedNode, withNode } from './node.ts';
import { runningLoanRequests } from './overload.ts';
import type { Portfolios } from './portfolios.ts';
import { createProgress, say, tableOf } from './progress.ts';

/** What booking a day's penalties took. */
interface Booked {
  readonly loanCount: number;
  readonly failures: number;
  readonly seconds: number;
  /** Of the process that booked. */
  readonly processorMs: number;
  /** Of PostgreSQL meanwhile, traffic and all; null where that cannot be told. */
  readonly postgresMs: number | null;
}

interface Day {
  readonly calm: Answered;
  readonly alone: Booked;
  readonly beside: Booked;
  /** Traffic while the job ran. */
  readonly meanwhile: Answered;
}

const dayMs = 86_400_000;
/** Of the loans there are, how many are overdue in a portfolio. */
const overduePart = 0.03;
const run = promisify(execFile);

/** How long the penalties of a day take, alone and beside traffic, and what traffic then waits. */
export async function measureDay(portfolios: Portfolios, options: MeasuringOptions) {
  const measured: (Day & { readonly loans: number })[] = [];
  for (const loans of options.sizes) {
    const day = await withNode(portfolios, loans, (node) => measureOne(node, options));
    measured.push({ loans, ...day });
  }
  return { table: reportOf(measured), result: measured };
}

async function measureOne(node: LoadedNode, { clients, seconds }: MeasuringOptions): Promise<Day> {
  const requests = await runningLoanRequests(node);
  say('Waiting until the node has done its own work of the day');
  await ownJobsDone(node.databaseUrl);
  const progress = createProgress('Day, parts', 4);
  const { perSecond } = await askServer(node.address, requests, { clients, seconds });
  progress(1);
  // A third: the job has a part of the same two or more cores.
  const calmly = { clients, perSecond: Math.max(1, Math.round(perSecond / 3)) };
  const alone = await book(node, 1);
  progress(2);
  const calm = await askServer(node.address, requests, { ...calmly, seconds });
  progress(3);
  const [beside, meanwhile] = await besideTraffic(node, requests, {
    ...calmly,
    seconds: Math.max(seconds, Math.ceil(alone.seconds)),
  });
  progress(4);
  return { calm, alone, beside, meanwhile };
}

async function besideTraffic(
  node: LoadedNode,
  requests: readonly ClientRequest[],
  asking: Parameters<typeof askServer>[2],
): Promise<[Booked, Answered]> {
  const booking = book(node, 2);
  const answered = await askServer(node.address, requests, asking);
  return [await booking, answered];
}

/** Books the penalties of a day to come in a process of its own. */
async function book({ databaseUrl, time }: LoadedNode, daysAhead: number): Promise<Booked> {
  const at = new Date(Date.now() + daysAhead * dayMs).toISOString();
  const before = time.postgres();
  const { stdout } = await run(process.execPath, [
    join(import.meta.dirname, 'book-penalties.ts'),
    databaseUrl,
    at,
  ]);
  const after = time.postgres();
  const postgresMs = before === null || after === null ? null : after - before;
  return { ...(JSON.parse(stdout) as Omit<Booked, 'postgresMs'>), postgresMs };
}

/** Waits until a node has booked today's penalties and compared all books once. */
async function ownJobsDone(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query(
        `select from job_leases where job in ('retention', 'comparison of books') and ended_at is not null`,
      );
      if (rows.length === 2) return;
      await setTimeout(1000);
    }
  } finally {
    await client.end();
  }
}

function reportOf(measured: readonly (Day & { readonly loans: number })[]): string {
  const rounded = (figure: number) => (figure >= 100 ? Math.round(figure) : Math.round(figure * 100) / 100);
  const minutesOf = ({ loanCount, seconds }: Booked) => (seconds / loanCount / 60) * 10_000_000 * overduePart;
  const minutesOfProcessor = ({ loanCount, processorMs, postgresMs }: Booked) =>
    postgresMs === null ? null : ((processorMs + postgresMs) / loanCount / 60_000) * 10_000_000 * overduePart;
  const each = (of: (day: Day) => number | null) => measured.map((day) => rounded(of(day) ?? Number.NaN));
  return tableOf(
    ['figure', ...measured.map(({ loans }) => `${loans} loans`)],
    [
      ['loans booked', ...each(({ alone }) => alone.loanCount)],
      ['failures', ...each(({ alone, beside }) => alone.failures + beside.failures)],
      ['seconds alone', ...each(({ alone }) => alone.seconds)],
      ['process ms a loan', ...each(({ alone }) => alone.processorMs / alone.loanCount)],
      [
        'PostgreSQL ms a loan',
        ...each(({ alone }) => (alone.postgresMs === null ? null : alone.postgresMs / alone.loanCount)),
      ],
      ['minutes for 300,000 of ten million', ...each(({ alone }) => minutesOf(alone))],
      ['of them processor, both', ...each(({ alone }) => minutesOfProcessor(alone))],
      ['seconds beside traffic', ...each(({ beside }) => beside.seconds)],
      ['traffic, answers a second', ...each(({ calm }) => calm.perSecond)],
      ['its p99 ms before', ...each(({ calm }) => calm.p99Ms)],
      ['its p99 ms beside the job', ...each(({ meanwhile }) => meanwhile.p99Ms)],
      ['ratio', ...each(({ calm, meanwhile }) => meanwhile.p99Ms / calm.p99Ms)],
    ],
  );
}
