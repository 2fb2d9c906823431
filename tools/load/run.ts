import { mkdir, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { startPostgresServer } from '#tests/setup/postgres-server.ts';
import { measureBooks } from './books.ts';
import { measureCalls } from './calls.ts';
import { measureDay } from './day.ts';
import { measureLists } from './lists.ts';
import { measureMemory } from './memory.ts';
import { measureNodes } from './nodes.ts';
import { measureOverload } from './overload.ts';
import { measurePages } from './pages.ts';
import { createPortfolios } from './portfolios.ts';
import { say } from './progress.ts';
import { measureProxies } from './proxies.ts';
import { measureReplica } from './replica.ts';
import { measureSizes } from './sizes.ts';
import { measureWrites } from './writes.ts';

// `npm run load -- lists --loans 1000,1000000` measures the service on databases that it fills itself. The subjects:
// `lists` each page of the lists of desk and host calls; with `--sums` whole portfolios too, which takes minutes for a million loans.
// `calls` the calls that borrowers make most, beside `pgbench` with the same statements.
// `pages` their pages, beside React alone; with `--next` beside Next, which needs npm's registry.
// `writes` accepted offers and booked payments, a hundred for each of `--seconds`.
// `day` the penalties of a day beside traffic. `overload` one node at four times its capacity.
// `proxies` two nodes behind each shipped proxy at four times their capacity. `nodes` one, two and four nodes over one database.
// `memory` memory under load, as in `--clients 8 --seconds 30 --rounds 20`.
// `books` the reconciliation of all loans and of a day, roll rates, and the books of an open day.
// `sizes` calls and pages over portfolios of several sizes, as in `--loans 1000,100000,1000000`.
// `replica` reads from a streaming replica; `POSTGRES_PROGRAMS` names PostgreSQL's programs.
// `--only loans` leaves out messages, registrations, complaints, campaigns and desk rows. `--clients`, `--rounds` and `--seconds` apply to
// all. Databases are created on the server of TEST_DATABASE_URL and kept for the next run, or on a temporary server.

const subjects = {
  lists: measureLists,
  calls: measureCalls,
  writes: measureWrites,
  pages: measurePages,
  day: measureDay,
  overload: measureOverload,
  proxies: measureProxies,
  memory: measureMemory,
  nodes: measureNodes,
  books: measureBooks,
  replica: measureReplica,
  sizes: measureSizes,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    loans: { type: 'string', default: '1000,100000' },
    only: { type: 'string' },
    sums: { type: 'boolean', default: false },
    next: { type: 'boolean', default: false },
    clients: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
  },
});
const sizes = values.loans.split(',').map(Number);
const measuring = {
  clients: Number(values.clients),
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
};
const names = positionals.length > 0 ? positionals : Object.keys(subjects);
const unknown = names.filter((name) => !(name in subjects));
if (unknown.length > 0 || (values.only ?? 'loans') !== 'loans' || sizes.some((size) => !(size >= 1000))) {
  say(
    `Subjects: ${Object.keys(subjects).join(', ')}; --loans takes numbers from 1000 on, as in 1000,100000; --only takes loans`,
  );
  process.exit(2);
}

const givenUrl = process.env.TEST_DATABASE_URL;
const server = givenUrl ? null : await startPostgresServer({ isOnDisk: true });
try {
  const portfolios = createPortfolios(givenUrl ?? server?.url ?? '', {
    isLoansOnly: values.only === 'loans',
  });
  await mkdir('test-results', { recursive: true });
  for (const name of names as (keyof typeof subjects)[]) {
    const { table, result } = await subjects[name](portfolios, {
      ...{ sizes, hasSums: values.sums, hasNext: values.next, ...measuring },
    });
    say(`\n${table}`);
    await writeFile(`test-results/load-${name}.json`, `${JSON.stringify(result, null, 2)}\n`);
    say(`Kept in test-results/load-${name}.json`);
  }
} finally {
  await server?.stop();
}
