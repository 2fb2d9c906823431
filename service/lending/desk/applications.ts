import type { DeskApplication, DeskApplicationDetail } from '#contract/desk.ts';
import type { Queryable } from '#db/database.ts';
import { type LoanStatus, loanStatuses } from '#domain/loan/loan-status.ts';
import { type MinorAmount, subtractMinor } from '#domain/money/money.ts';
import { annualCostOf } from '#domain/offer/annual-cost.ts';
import type { Schedule } from '#domain/offer/schedule.ts';
import { offerMakers } from './store/audit.ts';
import { type LoanRow, loanCountsOf, otherLoansOf, schedulesOf } from './store/loan.ts';

const historyLimit = 20;

export async function applicationsOf(
  database: Queryable,
  loanRows: readonly LoanRow[],
): Promise<ReadonlyMap<string, DeskApplication>> {
  const accepted = await schedulesOf(database, loanRows);
  const counts = Map.groupBy(await loanCountsOf(database, loanRows), ({ borrowerId }) => borrowerId);
  return new Map(
    loanRows.map((loan) => [
      loan.id,
      applicationIn(loan, acceptedOf(accepted, loan), counts.get(loan.borrowerId) ?? []),
    ]),
  );
}

export async function applicationOf(database: Queryable, loan: LoanRow): Promise<DeskApplicationDetail> {
  const accepted = acceptedOf(await schedulesOf(database, [loan]), loan);
  const others = await otherLoansOf(database, loan, historyLimit);
  return {
    ...applicationIn(loan, accepted, await loanCountsOf(database, [loan])),
    currency: loan.currency,
    plan: accepted.schedule,
    history: others.map(({ declinedAt, settledAt, writtenOffAt, soldAt, ...other }) => {
      const ends: Partial<Record<LoanStatus, Date | null>> = {
        declined: declinedAt,
        settled: settledAt,
        'written-off': writtenOffAt,
        sold: soldAt,
      };
      return { ...other, endedAt: ends[other.status] ?? null };
    }),
    offeredBy: (await offerMakers(database, [loan])).flat(),
  };
}

interface Accepted {
  readonly termDays: number;
  readonly schedule: Schedule;
}

function acceptedOf(accepted: ReadonlyMap<string, Accepted>, { quoteId, orderNumber }: LoanRow): Accepted {
  const loanRows = accepted.get(quoteId);
  if (!loanRows) throw new Error(`The quote of ${orderNumber} is missing.`);
  return loanRows;
}

interface LoanCount {
  readonly status: LoanStatus;
  readonly count: number;
  readonly principalMinor: MinorAmount;
}

function applicationIn(
  loan: LoanRow,
  { schedule, termDays }: Accepted,
  counts: readonly LoanCount[],
): DeskApplication {
  const { interestMinor, feeMinor, vatMinor, costMinor, totalMinor } = schedule;
  return {
    amountMinor: loan.principalMinor,
    receivedMinor: schedule.principalMinor,
    termDays,
    paymentCount: schedule.instalments.length,
    ...{ interestMinor, feeMinor, vatMinor, costMinor, totalMinor },
    annualCost: annualCostOf(schedule, loan.market),
    otherLoans: countsWithout(loan, counts),
  };
}

function countsWithout({ status, principalMinor }: LoanRow, counts: readonly LoanCount[]): LoanCount[] {
  return loanStatuses.flatMap((each) => {
    const loanRows = counts.find((count) => count.status === each);
    if (!loanRows) return [];
    const others =
      each === status
        ? {
            status: each,
            count: loanRows.count - 1,
            principalMinor: subtractMinor(loanRows.principalMinor, principalMinor),
          }
        : { status: each, count: loanRows.count, principalMinor: loanRows.principalMinor };
    return others.count > 0 ? [others] : [];
  });
}
