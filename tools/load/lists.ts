import {
  askedOf,
  deskRequests,
  hostRequests,
  keysOf,
  type ListRequest,
  type ListSubject,
} from '#tests/setup/list-requests.ts';
import { isReading, openRecordedDatabase, type RecordedDatabase } from '#tests/setup/statement-plans.ts';
import { type Portfolios, portfolioDay } from './portfolios.ts';
import { createProgress, tableOf } from './progress.ts';

/** Cost of one page or sum, summed over its SELECT statements. */
interface Cost {
  readonly position: 'first' | 'middle' | 'last' | 'whole';
  readonly rows: number;
  /** 8 kB blocks read. */
  readonly blocks: number;
  readonly milliseconds: number;
  readonly longestStatementMs: number;
  readonly statements: number;
  /** The error, for example a statement timeout. */
  readonly failure?: string;
}

const positions = ['first', 'middle', 'last'] as const;

/**
 * Measures the first, a middle and the last page of every list and, with `hasSums`, the sums over a portfolio, for each size. Plans come
 * from `explain (analyze, buffers)` on warm caches.
 */
export async function measureLists(
  portfolios: Portfolios,
  { sizes, hasSums }: { readonly sizes: readonly number[]; readonly hasSums: boolean },
) {
  const measured = new Map<string, Map<number, Cost[]>>();
  for (const loans of sizes) {
    const { url } = await portfolios.find(loans);
    const recorded = openRecordedDatabase(url);
    try {
      const requestsToList = askedOf(recorded.db, { loans, through: portfolioDay });
      const all = [...hostRequests(), ...deskRequests(requestsToList.desk)];
      const requests = all.filter(({ cost }) => hasSums || cost === 'page');
      const progress = createProgress(`Lists of ${loans} loans`, requests.length);
      for (const [index, request] of requests.entries()) {
        const bySize = measured.get(request.name) ?? new Map<number, Cost[]>();
        measured.set(request.name, bySize.set(loans, await costsOf(recorded, request, requestsToList)));
        progress(index + 1);
      }
    } finally {
      await recorded.close();
    }
  }
  const result = [...measured].map(([name, bySize]) => ({
    name,
    sizes: [...bySize].map(([loans, costs]) => ({ loans, costs })),
  }));
  return { table: reportOf(measured, sizes), result };
}

async function costsOf(
  recorded: RecordedDatabase,
  request: ListRequest,
  requests: ListSubject,
): Promise<Cost[]> {
  if (request.cost === 'sum') return [await costOf(recorded, request, requests, null, 'whole')];
  const keys = [null, ...(await keysOf(recorded.db, request))];
  const costs: Cost[] = [];
  for (const [index, key] of keys.entries()) {
    costs.push(await costOf(recorded, request, requests, key, positions[index] ?? 'last'));
  }
  return costs;
}

async function costOf(
  recorded: RecordedDatabase,
  { ask, cost }: ListRequest,
  requests: ListSubject,
  key: readonly string[] | null,
  position: Cost['position'],
): Promise<Cost> {
  const startedAt = performance.now();
  let failure: string | undefined;
  const statements = await recorded.statementsOf(() =>
    ask(requests, key).catch((error: unknown) => {
      failure = String(error);
    }),
  );
  const milliseconds = performance.now() - startedAt;
  // A sum runs one statement for each part of the portfolio; the plans of the last 20 are enough.
  const reading = statements.filter(isReading);
  const looked = cost === 'sum' ? reading.slice(-20) : reading;
  const plans = [];
  for (const statement of looked) plans.push(await recorded.planOf(statement));
  const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);
  return {
    position,
    rows: sum(plans.flatMap(({ scans }) => scans.map(({ rows }) => rows))),
    blocks: sum(plans.map(({ blocks }) => blocks)),
    milliseconds: rounded(cost === 'sum' ? milliseconds : sum(plans.map((plan) => plan.milliseconds))),
    longestStatementMs: rounded(Math.max(0, ...plans.map((plan) => plan.milliseconds))),
    statements: statements.length,
    ...(failure === undefined ? {} : { failure }),
  };
}

function rounded(figure: number): number {
  return Math.round(figure * 10) / 10;
}

function reportOf(
  measured: ReadonlyMap<string, ReadonlyMap<number, Cost[]>>,
  sizes: readonly number[],
): string {
  const isSum = (costs: ReadonlyMap<number, Cost[]>) => [...costs.values()][0]?.[0]?.position === 'whole';
  const pages = [...measured].filter(([, costs]) => !isSum(costs));
  const sums = [...measured].filter(([, costs]) => isSum(costs));
  const figure = (
    costs: ReadonlyMap<number, Cost[]>,
    loans: number,
    place: number,
    of: 'blocks' | 'rows' | 'milliseconds',
  ) => costs.get(loans)?.[place]?.[of] ?? '';
  const pageHead = sizes.flatMap((loans) => positions.map((position) => `${loans} ${position}`));
  const failures = [...measured].flatMap(([name, bySize]) =>
    [...bySize].flatMap(([loans, costs]) =>
      costs.flatMap(({ failure }) =>
        failure === undefined ? [] : [`${name} of ${loans} loans failed: ${failure}`],
      ),
    ),
  );
  return [
    'Pages: 8 kB blocks that were looked at, by number of loans and place',
    tableOf(
      ['list', ...pageHead],
      pages.map(([name, costs]) => [
        name,
        ...sizes.flatMap((loans) =>
          positions.map((_position, place) => figure(costs, loans, place, 'blocks')),
        ),
      ]),
    ),
    '',
    'Sums over all loans: milliseconds for the answer, and of its longest statement',
    tableOf(
      ['sum', ...sizes.flatMap((loans) => [`${loans} answer`, `${loans} longest`])],
      sums.map(([name, costs]) => [
        name,
        ...sizes.flatMap((loans) => [
          figure(costs, loans, 0, 'milliseconds'),
          costs.get(loans)?.[0]?.longestStatementMs ?? '',
        ]),
      ]),
    ),
    ...failures,
  ].join('\n');
}
