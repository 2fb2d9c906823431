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

// `npm run load` measures the service on databases of its own, as full as wanted: `npm run load -- lists --loans 1000,1000000`.
// `npm run load -- calls` asks one node for the calls that borrowers make most, and PostgreSQL alone for the same statements.
// `npm run load -- pages` asks it for their pages, and React alone for the same ones; with `--next` a server of Next too, which is installed from npm's registry. Both take `--clients`, `--rounds` and `--seconds`.
// `npm run load -- writes` has it accept offers and book payments, each once, a hundred for each second of `--seconds`.
// `npm run load -- day` books the penalties of a day beside traffic, `npm run load -- overload` asks one node four times what it can answer.
// `npm run load -- proxies` asks two nodes so behind each shipped proxy, and behind nginx as it is often set up.
// `npm run load -- memory --clients 8 --seconds 30 --rounds 20` tells what a node holds during ten minutes of pages, calls and payments.
// `npm run load -- books` compares all loans with the ledger, and those of a day, tells how loans rolled, and the books of a day that is not closed.
// `npm run load -- nodes` tells what an answer costs one node, two and four over one database.
// `npm run load -- sizes --loans 1000,100000,1000000` compares calls and pages between portfolios, in turns.
// `npm run load -- replica` reads from a second server that follows the first, both its own (`POSTGRES_PROGRAMS` says where PostgreSQL is).
// `--only loans` fills with loans and their movements alone, without messages, registrations, complaints, campaigns and the desk's rows.
// `--sums` also reads whole portfolios, which takes minutes for a million loans. The databases are made on the server of TEST_DATABASE_URL and stay there for the next run, or on one that is started and removed.

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
