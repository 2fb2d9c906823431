import {
  type LoanBalance,
  type LoanDetail,
  type LoanKey,
  readLoan,
  sendRating,
} from '#contract/calls/loan.ts';
import { coolingOffExitOf } from '#domain/booking/close.ts';
import type { CurrentExtension } from '#domain/booking/state.ts';
import { CodedError } from '#domain/error-code.ts';
import { borrowerStatuses, isRunning } from '#domain/loan/loan-status.ts';
import { isScore } from '#domain/loan/rating.ts';
import { zeroMinor } from '#domain/money/money.ts';
import { rateComplaint } from '../complaint/complaint-history.ts';
import { type AnsweredCall, answerBorrower, type BorrowerContext } from '../http/answer-call.ts';
import { optionsBeside } from '../ledger/extensions.ts';
import { type CurrentLoan, currentLoan } from '../ledger/loan-course.ts';
import { findLoanOf } from '../ledger/loans.ts';
import { lastPaymentsOf } from '../ledger/received-payments.ts';
import { usualWay } from '../repayment/usual-way.ts';
import { loanStatement } from '../statement/loan-statement.ts';
import { loanBalance, offeredExtension } from './loan-balance.ts';
import { loanNotices } from './loan-notices.ts';
import { loanRows, statusWords } from './loan-words.ts';
import { insertRating, settledLoansOf } from './store.ts';

/** The calls about where a loan stands, and the one that rates it or the answer to a complaint. */
export const loanCalls: readonly AnsweredCall[] = [
  answerBorrower(readLoan, loanDetail),
  answerBorrower(sendRating, (context, { complaintId, ...rating }) =>
    complaintId === undefined
      ? rateLoan(context, rating)
      : rateComplaint(context, { score: rating.score, complaintId }),
  ),
];

/** A loan as its page shows it, as of today (ORDER-1 to ORDER-7). */
async function loanDetail(context: BorrowerContext, key: LoanKey): Promise<LoanDetail> {
  const { configuration } = context;
  const current = await currentLoan(context, key);
  const { loan } = current;
  const extension = offeredExtension(current);
  const balance = balanceOf(current, extension);
  const statement = loanStatement(context, current);
  const { title, description } = statusWords(current, balance, context);
  return {
    currency: loan.currency,
    orderNumber: loan.orderNumber,
    status: borrowerStatuses[loan.status],
    statusTitle: title,
    statusDescription: description,
    productName: loan.productName,
    productLogo: loan.productLogo,
    details: loanRows(current, balance, context),
    opensInside: false,
    canRate: loan.status === 'settled' && !current.isRated,
    moreLink: '',
    isExtendable: extension !== null,
    agreementLink: `${configuration.paths.contract}?${new URLSearchParams({ orderNo: loan.orderNumber })}`,
    balance,
    statement,
    usualWay: usualWay(context, current, { purpose: 'repay', amountMinor: statement?.dueMinor ?? zeroMinor }),
    coolingOff: coolingOffExitOf(current, configuration.companies[loan.market].coolingOffDays, current.today),
    options: extension ? optionsBeside(loan, extension) : [],
    notices: loanNotices(context, current),
    takesReminders: isRunning(loan.status),
  };
}

function balanceOf(current: CurrentLoan, extension: CurrentExtension | null): LoanBalance | null {
  if (current.loan.disbursedOn === null || current.loan.status === 'sold') return null;
  return loanBalance(current, extension, lastPaymentsOf(current));
}

/**
 * Keeps a rating of 1 to 5 stars for a settled loan: the one named, or the newest that is not rated. Rating a loan again
 * succeeds, and the first score stands (ORDER-6).
 * @throws CodedError 'request-invalid', 'not-found', or 'status-conflict' for a loan that is not settled.
 */
async function rateLoan(
  { database, borrower, now }: BorrowerContext,
  { score, orderId }: { readonly score: number; readonly orderId: string | null },
): Promise<null> {
  if (!isScore(score)) throw new CodedError('request-invalid', 'score');
  const settled = await settledLoansOf(database, borrower.id);
  if (orderId === null) {
    const loan = settled.find((candidate) => candidate.score === null) ?? settled[0];
    if (!loan) throw new CodedError('status-conflict');
    await insertRating(database, { borrowerId: borrower.id, loanId: loan.id }, score, now);
    return null;
  }
  const loan = await findLoanOf(database, borrower.id, orderId);
  if (!loan) throw new CodedError('not-found');
  if (loan.status !== 'settled') throw new CodedError('status-conflict');
  await insertRating(database, { borrowerId: borrower.id, loanId: loan.id }, score, now);
  return null;
}
