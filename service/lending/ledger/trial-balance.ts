import type { Database, Transaction } from '#db/database.ts';
import type { LedgerAccount } from '#domain/booking/movement.ts';
import { addDays } from '#domain/calendar.ts';
import { added, type DaysSeenOn } from './accounting-days.ts';
import { bookedSums, closedSums, type DaySum, earlierOf, lastSummedDay } from './closed-days.ts';
import { type EarningDay, earningAccounts, earningsFrom } from './earnings.ts';

type AccountBalance = Readonly<
  Record<'openingMinor' | 'debitMinor' | 'creditMinor' | 'closingMinor', string> & { account: LedgerAccount }
>;

function sumsOfEarnings(earnings: readonly EarningDay[]): DaySum[] {
  return earnings.flatMap((earned) =>
    earningAccounts.flatMap(({ figure, from, to }): DaySum[] => {
      const { day, [figure]: minor } = earned;
      if (minor === '0') return [];
      return [
        { day, account: from, debitMinor: minor, creditMinor: '0' },
        { day, account: to, debitMinor: '0', creditMinor: minor },
      ];
    }),
  );
}

/** Every account over some days, by day of booking: stored sums of closed days, computed sums of the others, and daily earnings. */
export async function trialBalance(database: Database | Transaction, days: DaysSeenOn) {
  const { currency, fromDay, throughDay } = days;
  const summedThrough = await lastSummedDay(database, currency);
  const closed =
    summedThrough === null
      ? []
      : await closedSums(database, { currency, fromDay, throughDay: earlierOf(throughDay, summedThrough) });
  const openFrom = summedThrough === null ? null : addDays(summedThrough, 1);
  const booked = await bookedSums(database, { currency, fromDay: openFrom, throughDay });
  const earned = sumsOfEarnings(await earningsFrom(database, { ...days, summedThrough }));
  const balances = [...closed, ...booked, ...earned].map(
    ({ day, account, debitMinor, creditMinor }): AccountBalance => {
      const netMinor = String(BigInt(debitMinor) - BigInt(creditMinor));
      return day < fromDay
        ? { account, openingMinor: netMinor, debitMinor: '0', creditMinor: '0', closingMinor: netMinor }
        : { account, openingMinor: '0', debitMinor, creditMinor, closingMinor: netMinor };
    },
  );
  return added(balances, ['account']);
}
