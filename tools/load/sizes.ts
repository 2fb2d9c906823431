import { setTimeout } from 'node:timers/promises';
import type { Credentials } from '#tests/setup/lending-service.ts';
import {
  callRequest,
  calls,
  type Measured,
  type MeasuringOptions,
  measureRequests,
  median,
} from './calls.ts';
import type { ClientRequest } from './clients.ts';
import { type LoadBorrower, type LoadedNode, withNode } from './node.ts';
import { pageRequest, pages } from './pages.ts';
import type { Portfolios } from './portfolios.ts';
import { createProgress, tableOf } from './progress.ts';
import { queryDatabase } from './query-database.ts';

interface Round extends Measured {
  /** 8 kB blocks that one answer read, and those among them that were not in PostgreSQL's buffers. */
  readonly blocks: number;
  readonly readBlocks: number;
}

/** A few borrowers over and over; hundreds from the whole portfolio over and over; borrowers who never asked before. */
type BorrowerDraw = (typeof draws)[number];
const draws = ['few', 'many', 'new'] as const;

interface MeasuredSize {
  readonly name: string;
  readonly draw: BorrowerDraw;
  readonly loans: number;
  readonly borrowers: number;
  readonly rounds: readonly Round[];
}

interface Subject {
  readonly name: string;
  readonly condition: string;
  requestOf(borrower: LoadBorrower, session: Credentials): ClientRequest;
}

const subjects: readonly Subject[] = [
  ...calls.map(
    (call): Subject => ({
      name: call.name,
      condition: call.condition,
      requestOf: (borrower, session) => callRequest(call, borrower, session),
    }),
  ),
  ...pages.map(
    (page): Subject => ({
      name: `${page.name} page`,
      condition: page.condition,
      requestOf: (borrower, session) => pageRequest(page, borrower, session),
    }),
  ),
];

/** Few enough that one round reaches all of them. */
const manyCount = 500;
/** Borrowers of one round of newcomers; none appears in two rounds while the portfolio has enough. */
const newEachRound = 2_000;
/** PostgreSQL publishes the statistics of a session within this time. */
const statisticsMs = 1_200;

/**
 * Compares the cost of calls and pages over portfolios of several sizes, interleaved, each with a node of its own whose jobs are held: for
 * 16 borrowers over and over, for hundreds over and over, and for thousands who never asked before.
 */
export async function measureSizes(portfolios: Portfolios, options: MeasuringOptions) {
  const { sizes, rounds, seconds } = options;
  const measured: MeasuredSize[] = [];
  await withNodeOfEach(portfolios, sizes, async (nodes) => {
    const parts = subjects.length * sizes.length * draws.length * (rounds + 1);
    const progress = createProgress('Sizes, seconds', parts * seconds);
    let done = 0;
    const passed = () => {
      done += seconds;
      progress(done);
    };
    for (const subject of subjects) {
      for (const kind of draws) {
        measured.push(...(await measureSubject(nodes, subject, kind, options, passed)));
      }
    }
  });
  return { table: reportOf(measured, options), result: measured };
}

type SizedNode = LoadedNode & { readonly loans: number };

async function withNodeOfEach(
  portfolios: Portfolios,
  [loans, ...others]: readonly number[],
  work: (nodes: readonly SizedNode[]) => Promise<void>,
): Promise<void> {
  if (loans === undefined) return work([]);
  await withNode(
    portfolios,
    loans,
    (node) => withNodeOfEach(portfolios, others, (nodes) => work([{ ...node, loans }, ...nodes])),
    { areJobsHeld: true },
  );
}

/** The first round is a warm-up and not counted. */
async function measureSubject(
  nodes: readonly SizedNode[],
  subject: Subject,
  kind: MeasuredSize['draw'],
  options: MeasuringOptions,
  passed: () => void,
): Promise<MeasuredSize[]> {
  const borrowersOf = { few: fewBorrowers, many: manyBorrowers, new: newBorrowers }[kind];
  const answers = await Promise.all(
    nodes.map(async (node) => ({
      node,
      rounds: [] as Round[],
      ...(await borrowersOf(node, subject, options.rounds + 1)),
    })),
  );
  for (let round = 0; round <= options.rounds; round += 1) {
    for (const { node, requestsIn, rounds } of answers) {
      const answered = await measureRound(node, await requestsIn(round), options);
      if (round > 0) rounds.push(answered);
      passed();
    }
  }
  return answers.map(({ node: { loans }, borrowers, rounds }) => ({
    ...{ name: subject.name, draw: kind, loans, borrowers, rounds },
  }));
}

interface SubjectBorrowers {
  readonly borrowers: number;
  requestsIn(round: number): Promise<ClientRequest[]>;
}

async function fewBorrowers(node: LoadedNode, subject: Subject): Promise<SubjectBorrowers> {
  return sameBorrowers(node, subject, await node.borrowers(subject.condition));
}

async function manyBorrowers(node: LoadedNode, subject: Subject): Promise<SubjectBorrowers> {
  return sameBorrowers(node, subject, await node.drawnBorrowers(subject.condition, manyCount));
}

async function sameBorrowers(
  node: LoadedNode,
  subject: Subject,
  borrowers: readonly LoadBorrower[],
): Promise<SubjectBorrowers> {
  const requests = await requestsOf(node, subject, borrowers);
  return { borrowers: requests.length, requestsIn: async () => requests };
}

async function newBorrowers(
  node: LoadedNode,
  subject: Subject,
  roundCount: number,
): Promise<SubjectBorrowers> {
  const borrowers = await node.drawnBorrowers(subject.condition, newEachRound * roundCount);
  const each = Math.floor(borrowers.length / roundCount);
  return {
    borrowers: borrowers.length,
    requestsIn: (round) => requestsOf(node, subject, borrowers.slice(round * each, (round + 1) * each)),
  };
}

async function requestsOf(
  node: LoadedNode,
  { requestOf }: Subject,
  borrowers: readonly LoadBorrower[],
): Promise<ClientRequest[]> {
  const sessions = await node.sessionsOf(borrowers);
  return sessions.map((session) => requestOf(session, session));
}

async function measureRound(
  node: LoadedNode,
  requests: readonly ClientRequest[],
  { clients, seconds }: MeasuringOptions,
): Promise<Round> {
  await setTimeout(statisticsMs);
  const before = await blocksOf(node.databaseUrl);
  const answered = await measureRequests(node, requests, { clients, seconds });
  await setTimeout(statisticsMs);
  const after = await blocksOf(node.databaseUrl);
  return {
    ...answered,
    blocks: (after.blocks - before.blocks) / answered.answers,
    readBlocks: (after.readBlocks - before.readBlocks) / answered.answers,
  };
}

async function blocksOf(databaseUrl: string): Promise<Pick<Round, 'blocks' | 'readBlocks'>> {
  const [read] = await queryDatabase<{ blocks: string; read: string }>(
    databaseUrl,
    'select blks_hit + blks_read as blocks, blks_read as read from pg_stat_database where datname = current_database()',
  );
  return { blocks: Number(read?.blocks), readBlocks: Number(read?.read) };
}

function reportOf(
  measured: readonly MeasuredSize[],
  { clients, rounds, seconds, sizes }: MeasuringOptions,
): string {
  const middle = (size: MeasuredSize, of: (round: Round) => number | null) => {
    const figures = size.rounds.map(of).filter((figure) => figure !== null);
    return figures.length === 0 ? Number.NaN : median(figures);
  };
  const processorMs = ({ nodeMs, postgresMs }: Round) =>
    nodeMs === null || postgresMs === null ? null : nodeMs + postgresMs;
  const smallest = Math.min(...sizes);
  const rounded = (figure: number) => (Number.isNaN(figure) ? '' : Math.round(figure * 100) / 100);
  return [
    `Medians of ${rounds} rounds of ${seconds} s with ${clients} clients, the sizes in turns; milliseconds of processor for one answer; few and many are borrowers who ask over and over, new ones ask for the first time`,
    tableOf(
      [
        ...['what', 'borrowers', 'loans', 'answers/s', 'node ms', 'PostgreSQL ms', 'both', 'times'],
        ...['blocks', 'of them read', 'p50 ms', 'p99 ms'],
      ],
      measured.map((size) => {
        const base = measured.find(
          ({ name, draw, loans }) => name === size.name && draw === size.draw && loans === smallest,
        );
        return [
          ...[size.name, `${size.draw}, ${size.borrowers}`, size.loans],
          Math.round(middle(size, ({ perSecond }) => perSecond)),
          rounded(middle(size, ({ nodeMs }) => nodeMs)),
          rounded(middle(size, ({ postgresMs }) => postgresMs)),
          rounded(middle(size, processorMs)),
          rounded(middle(size, processorMs) / (base ? middle(base, processorMs) : Number.NaN)),
          rounded(middle(size, ({ blocks }) => blocks)),
          rounded(middle(size, ({ readBlocks }) => readBlocks)),
          rounded(middle(size, ({ p50Ms }) => p50Ms)),
          rounded(middle(size, ({ p99Ms }) => p99Ms)),
        ];
      }),
    ),
  ].join('\n');
}
