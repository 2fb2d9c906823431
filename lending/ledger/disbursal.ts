import type { Database } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { instalments } from '#db/schema/repayment.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { startOfDay } from '#domain/calendar.ts';
import { marketOf } from '#domain/market.ts';
import { subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { buildSchedule } from '#domain/offer/schedule.ts';
import type { LoanRecord } from './loans.ts';
import { type Posting, postTransactions } from './post.ts';

/** The components that are charged with the disbursal, and what stands against each. */
const counterAccounts = {
  principal: 'cash',
  interest: 'interest-income',
  fee: 'fee-income',
  vat: 'vat-payable',
} as const;

/**
 * Books that a locked loan was paid out: makes its instalments, due from the day of disbursal, and charges each with its
 * principal, interest, fee and VAT. The amounts are those of the accepted quote; only the dates follow the disbursal.
 */
export async function bookDisbursal(tx: Database, loan: LoanRecord, disbursedOn: LocalDate): Promise<void> {
  const schedule = buildSchedule(loan.terms, loan.principalMinor, disbursedOn);
  if (schedule.totalMinor !== loan.schedule.totalMinor) {
    throw new Error('The schedule of a loan differs from its quote.');
  }
  const rows = schedule.instalments.map((instalment) => ({ id: newId(), instalment }));
  await tx.insert(instalments).values(
    rows.map(({ id, instalment: { sequence, dueDate } }) => ({
      id,
      loanId: loan.id,
      sequence,
      dueDate,
      penaltyChargedMinor: zeroMinor,
      penaltyPaidMinor: zeroMinor,
      feeChargedMinor: zeroMinor,
      feePaidMinor: zeroMinor,
      vatChargedMinor: zeroMinor,
      vatPaidMinor: zeroMinor,
      interestChargedMinor: zeroMinor,
      interestPaidMinor: zeroMinor,
      principalChargedMinor: zeroMinor,
      principalPaidMinor: zeroMinor,
    })),
  );
  const postings = rows.flatMap(({ id, instalment }) =>
    (['principal', 'interest', 'fee', 'vat'] as const).flatMap((component): Posting[] => {
      const amountMinor = instalment[`${component}Minor`];
      if (amountMinor === 0) return [];
      return [
        { account: 'receivable', component, instalmentId: id, amountMinor },
        {
          account: counterAccounts[component],
          component,
          amountMinor: subtractMinor(zeroMinor, amountMinor),
        },
      ];
    }),
  );
  await postTransactions(tx, loan, [
    {
      kind: 'disbursal',
      occurredAt: startOfDay(disbursedOn, marketOf[loan.market].timeZone),
      idempotencyKey: `disbursal:${loan.id}`,
      postings,
    },
  ]);
}
