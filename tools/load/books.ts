import { connectDatabase, usualLimits } from '#db/connect.ts';
import { type Database, inTransaction } from '#db/database.ts';
import { bookableDays } from '#db/schema/job.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { startOfDayIn } from '#domain/market.ts';
import { rollRates } from '#lending/ledger/arrears.ts';
import { closeDays } from '#lending/ledger/closed-days.ts';
import { askForComparison, compareBooks, readComparisonState } from '#lending/ledger/compare-books.ts';
import { earnedOn } from '#lending/ledger/earnings.ts';
import { journalPage } from '#lending/ledger/journal.ts';
import { trialBalance } from '#lending/ledger/trial-balance.ts';
import { type Portfolios, portfolioDay } from './portfolios.ts';
import { timeOfPostgres } from './processor-time.ts';
import { createProgress, tableOf } from './progress.ts';

/** Cost of one piece of work, with the number of loans it covered. CPU time is that of this process and of PostgreSQL. */
interface Took {
  readonly loans: number;
  readonly work: string;
  readonly loanCount: number;
  readonly seconds: number;
  readonly processorSeconds: number | null;
}

/**
 * Measures the reconciliation of all loans and of one ordinary day, roll rates over 20 days, closing those days, and the trial balance,
 * journal page and daily income of an open and a closed day.
 */
export async function measureBooks(portfolios: Portfolios, { sizes }: { readonly sizes: readonly number[] }) {
  const took: Took[] = [];
  const progress = createProgress('Books, pieces of work', sizes.length * 7);
  for (const loans of sizes) {
    const { url } = await portfolios.find(loans);
    const { db, close } = await connectDatabase({ databaseUrl: url }, usualLimits);
    const postgres = await timeOfPostgres(url);
    const measure = async (work: string, done: () => Promise<number>) => {
      const before = { at: performance.now(), own: process.cpuUsage(), postgres: postgres() };
      const loanCount = await done();
      const own = process.cpuUsage(before.own);
      const after = postgres();
      const seconds = (performance.now() - before.at) / 1000;
      const processorSeconds =
        before.postgres === null || after === null
          ? null
          : (after - before.postgres) / 1000 + (own.user + own.system) / 1_000_000;
      took.push({ loans, work, loanCount, seconds, processorSeconds });
      progress(took.length);
    };
    try {
      await inTransaction(db, (transaction) => askForComparison(transaction, new Date()));
      await measure('comparison of all', () => compared(db, 0));
      await measure('comparison of a day', () => compared(db, 1));
      const days = {
        currency: 'MXN',
        fromDay: addDays(portfolioDay, -20),
        throughDay: portfolioDay,
      } as const;
      await measure('roll rates over 20 days', async () =>
        (await rollRates(db, days)).reduce((sum, { loanCount }) => sum + loanCount, 0),
      );
      const today = addDays(portfolioDay, 1);
      await confirmDay(db, today);
      const done = async (work: Promise<unknown>) => {
        await work;
        return loans;
      };
      const now = startOfDayIn('MX', today);
      await measure('closing all days but one', () => done(closeDays(db, now)));
      const openDay = { currency: 'MXN', fromDay: portfolioDay, throughDay: portfolioDay, today } as const;
      await measure('trial balance of an open day', () => done(trialBalance(db, openDay)));
      await measure('journal of an open day', () => done(wholeJournal(db, openDay)));
      await measure('its income by days', () => done(earnedOn(db, 'MXN', portfolioDay)));
    } finally {
      await close();
    }
  }
  const rounded = (seconds: number) => Math.round(seconds * 10) / 10;
  const table = tableOf(
    ['of', 'work', 'loans', 'seconds', 'of processor'],
    took.map(({ loans, work, loanCount, seconds, processorSeconds }) => [
      ...[loans, work, loanCount, rounded(seconds)],
      processorSeconds === null ? '' : rounded(processorSeconds),
    ]),
  );
  return { table, result: took };
}

/** Marks days up to `through` as bookable. */
async function confirmDay(db: Database, day: LocalDate): Promise<void> {
  const through = { through: day };
  await db.insert(bookableDays).values(through).onConflictDoUpdate({ target: bookableDays.id, set: through });
}

async function wholeJournal(
  db: Database,
  days: Omit<Parameters<typeof journalPage>[1], 'format' | 'limit' | 'cursor'>,
): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await journalPage(db, { ...days, format: 'csv', limit: 1000, cursor });
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

async function compared(db: Database, day: number): Promise<number> {
  await compareBooks(db, { now: new Date(`${addDays(portfolioDay, day)}T12:00:00Z`) });
  return (await readComparisonState(db)).loanCount;
}
