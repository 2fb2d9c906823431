import type { Transaction } from '#db/database.ts';
import { instalments } from '#db/schema/repayment.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { startOfDayIn } from '#domain/market.ts';
import { subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { redate } from '#domain/offer/schedule.ts';
import { type BookingContext, changeStatus, type LockedLoan } from './loans.ts';
import { accrueLoan } from './penalties.ts';
import { type Posting, postMovements } from './post.ts';

/** The components that are charged with the disbursal, and what stands against each. */
const counterAccounts = {
  principal: 'cash',
  interest: 'interest-income',
  fee: 'fee-income',
  vat: 'vat-payable',
} as const;

/** That a loan was paid out. */
export interface Disbursal {
  /** The day, in the loan's market, that the due dates count from. */
  readonly disbursedOn: LocalDate;
  /** The transfer in the lender's books. */
  readonly reference: string;
}

/**
 * Books that a loan which awaited it was paid out: makes its instalments and charges each with its principal, interest,
 * fee and VAT. The amounts are those of the schedule that the borrower accepted, whatever the product's terms are by now;
 * only the dates follow the day of disbursal. One long past is at once as late as it is.
 */
export async function bookDisbursal(
  transaction: Transaction,
  loan: LockedLoan,
  { disbursedOn, reference }: Disbursal,
  context: BookingContext,
): Promise<LockedLoan> {
  const schedule = redate(loan.schedule, disbursedOn);
  if (schedule.principalMinor !== loan.principalMinor) {
    throw new Error('The accepted schedule is not one of the principal of its loan.');
  }
  const facts = { disbursedOn, disbursalReference: reference };
  const disbursed = changeStatus(transaction, loan, { to: 'to-repay', by: 'host', facts }, context);
  const rows = schedule.instalments.map((instalment) => ({ id: context.random.id(), instalment }));
  await transaction.insert(instalments).values(
    rows.map(({ id, instalment: { sequence, dueDate } }) => ({
      id,
      borrowerId: loan.borrowerId,
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
  const movement = {
    kind: 'disbursal' as const,
    occurredAt: startOfDayIn(loan.market, disbursedOn),
    idempotencyKey: `disbursal:${loan.id}`,
    postings,
  };
  await postMovements(transaction, disbursed, [movement], context);
  const { loan: current } = await accrueLoan(transaction, disbursed, context);
  return current;
}
