import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { addDays, type LocalDate, localDate } from '#domain/calendar.ts';
import type { MeasuringOptions } from './calls.ts';
import { type Answered, askServer, type ClientRequest } from './clients.ts';
import { type LoadedNode, withNode } from './node.ts';
import { runningLoanRequests } from './overload.ts';
import { type Portfolios, portfolioDay } from './portfolios.ts';
import { createProgress, tableOf } from './progress.ts';
import { queryDatabase } from './query-database.ts';

interface Booked {
  readonly loanCount: number;
  readonly failures: number;
  readonly seconds: number;
  /** CPU milliseconds of the booking process. */
  readonly processorMs: number;
  /** CPU milliseconds of PostgreSQL meanwhile, traffic included; null where it cannot be read. */
  readonly postgresMs: number | null;
}

interface Day {
  readonly calm: Answered;
  readonly alone: Booked;
  readonly beside: Booked;
  readonly meanwhile: Answered;
}

const overduePart = 0.03;
const run = promisify(execFile);

/** Measures how long the penalties of one day take, alone and beside traffic, and how traffic latency suffers. */
export async function measureDay(portfolios: Portfolios, options: MeasuringOptions) {
  const measured: (Day & { readonly loans: number })[] = [];
  for (const loans of options.sizes) {
    const day = await withNode(portfolios, loans, (node) => measureOne(node, options), {
      areJobsHeld: true,
    });
    measured.push({ loans, ...day });
  }
  return { table: reportOf(measured), result: measured };
}

async function measureOne(node: LoadedNode, { clients, seconds }: MeasuringOptions): Promise<Day> {
  const requests = await runningLoanRequests(node);
  const progress = createProgress('Day, parts', 4);
  const { perSecond } = await askServer(node.address, requests, { clients, seconds });
  progress(1);
  // A third of saturation: the job shares the same cores.
  const calmly = { clients, perSecond: Math.max(1, Math.round(perSecond / 3)) };
  // Measured before booking, because PostgreSQL keeps writing to disk for a while after a whole day of penalties.
  const calm = await askServer(node.address, requests, { ...calmly, seconds });
  progress(2);
  const alone = await book(node);
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
  const booking = book(node);
  const answered = await askServer(node.address, requests, asking);
  return [await booking, answered];
}

/** Books the penalties of the next day in a job process of its own. The node's own jobs are held. */
async function book({ databaseUrl, time }: LoadedNode): Promise<Booked> {
  const at = `${addDays(await lastBooked(databaseUrl), 1)}T12:00:00Z`;
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

async function lastBooked(databaseUrl: string): Promise<LocalDate> {
  const [booked] = await queryDatabase<{ day: string }>(
    databaseUrl,
    'select through_day::text as day from bookable_days',
  );
  return booked ? localDate(booked.day) : portfolioDay;
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
