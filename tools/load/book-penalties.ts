import process from 'node:process';
import { connectDatabase } from '#db/connect.ts';
import { newId } from '#db/new-id.ts';
import { stepDays } from '#lending/ledger/bookable-day.ts';
import { accrueOverdueLoans, restForRequests } from '#lending/ledger/penalties.ts';

// `node tools/load/book-penalties.ts postgres://… 2026-11-23T12:00:00Z` books penalties as the daily job does, in its own process and with
// the sessions of one job. Prints loans, seconds and CPU milliseconds.

const [databaseUrl = '', at = ''] = process.argv.slice(2);
const now = new Date(at);
const { db, close } = await connectDatabase({ databaseUrl });
await stepDays(db, { now, days: 0, isConfirmed: true });
const startedAt = performance.now();
const before = process.cpuUsage();
const { loanCount, failures } = await accrueOverdueLoans(
  db,
  { now, random: { id: newId } },
  { rest: restForRequests },
);
const { user, system } = process.cpuUsage(before);
const seconds = (performance.now() - startedAt) / 1000;
await close();
process.stdout.write(
  `${JSON.stringify({ loanCount, failures: failures.length, seconds, processorMs: (user + system) / 1000 })}\n`,
);
