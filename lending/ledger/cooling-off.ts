import type { Transaction } from '#db/database.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { dayIn } from '#domain/market.ts';
import { addMinor, type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { coolingOffExit } from '#domain/offer/cooling-off.ts';
import { chargeCounterAccounts } from './charge-corrections.ts';
import { bookCorrection, upToDate } from './corrections.ts';
import type { BookingContext, InstalmentRecord, LockedLoan } from './loans.ts';
import type { Posting } from './post.ts';
import { standingMovement } from './standing.ts';

type ForgivenComponent = keyof typeof chargeCounterAccounts;

/** That a borrower gave a loan back within its cooling-off period. */
export interface CoolingOff {
  /** The day on which the money was returned, in the loan's market. */
  readonly returnedOn: LocalDate;
  readonly coolingOffDays: number;
  readonly reason: string;
}

/**
 * Ends a loan that was given back: takes off every charge but the interest of the days it was used and the tax on that, so
 * that what was paid settles it; what was paid beyond is held for the borrower.
 * @throws CodedError 'status-conflict' when the loan is not running, the days are over, or less was paid than gives it back;
 * 'request-invalid' for a day that is not over yet.
 */
export async function bookCoolingOffExit(
  transaction: Transaction,
  given: LockedLoan,
  { returnedOn, coolingOffDays, reason }: CoolingOff,
  context: BookingContext,
): Promise<{ readonly loan: LockedLoan; readonly forgivenMinor: MinorAmount }> {
  const account = await upToDate(transaction, given, context);
  const { loan, instalments: records } = account;
  if (returnedOn > dayIn(loan.market, context.now)) throw new CodedError('request-invalid', 'returnedOn');
  const exit = coolingOffExit(loan, coolingOffDays, returnedOn);
  if (exit === null || !isRunning(loan.status)) throw new CodedError('status-conflict');
  const paid = records.map((record) => addMinor(...Object.values(record.paid)));
  if (addMinor(...paid, loan.suspenseMinor) < exit.amountMinor) throw new CodedError('status-conflict');
  const postings = [
    ...forgiven(records, 'penalty', zeroMinor),
    ...forgiven(records, 'fee', zeroMinor),
    ...forgiven(records, 'interest', exit.interestMinor),
    ...forgiven(records, 'vat', exit.vatMinor),
  ];
  const firstKey = `cooling-off-exit:${loan.id}`;
  // A loan is open again where what had been paid bounced, and may be charged penalties since.
  const isAgain = (await standingMovement(transaction, loan, { key: firstKey })) !== undefined;
  const key = isAgain ? `${firstKey}:${context.random.id()}` : firstKey;
  const movement = {
    ...{ kind: 'cooling-off-exit' as const, occurredAt: context.now, idempotencyKey: key, reason, postings },
  };
  const { loan: ended } = await bookCorrection(
    transaction,
    account,
    { cause: 'correction', key, reason, movements: [movement] },
    context,
  );
  const taken = postings.filter(({ account }) => account !== 'receivable');
  return { loan: ended, forgivenMinor: addMinor(...taken.map(({ amountMinor }) => amountMinor)) };
}

/** The postings that take a component off every instalment but for `keptMinor`, which the oldest ones keep. */
function forgiven(
  records: readonly InstalmentRecord[],
  component: ForgivenComponent,
  keptMinor: MinorAmount,
): Posting[] {
  let leftMinor = keptMinor;
  return records.flatMap(({ id, charged }): Posting[] => {
    const stays = minorAmount(Math.min(leftMinor, charged[component]));
    leftMinor = subtractMinor(leftMinor, stays);
    const amountMinor = subtractMinor(charged[component], stays);
    if (amountMinor === 0) return [];
    return [
      {
        account: 'receivable',
        component,
        instalmentId: id,
        amountMinor: subtractMinor(zeroMinor, amountMinor),
      },
      { account: chargeCounterAccounts[component], component, amountMinor },
    ];
  });
}
