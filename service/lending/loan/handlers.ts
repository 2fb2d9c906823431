import { type LoanDetail, type LoanKey, readLoan, readMovements, sendRating } from '#contract/calls/loan.ts';
import { coolingOffExitOf } from '#domain/booking/cooling-off.ts';
import { type AmountDue, amountDueOn } from '#domain/booking/settlement.ts';
import type { CurrentExtension } from '#domain/booking/state.ts';
import { borrowerStatuses, isRunning } from '#domain/loan/loan-status.ts';
import { zeroMinor } from '#domain/money/money.ts';
import { rateComplaint } from '../complaint/complaint-history.ts';
import { type AnsweredCall, answerBorrower, type BorrowerContext } from '../http/answer-call.ts';
import { optionsBeside } from '../ledger/extensions.ts';
import { type CurrentLoan, currentLoan } from '../ledger/loan-course.ts';
import { lastPaymentsOf } from '../ledger/received-payments.ts';
import { usualWay } from '../repayment/usual-way.ts';
import { accountMovements, hasMovements } from '../statement/account-movements.ts';
import { loanStatement } from '../statement/loan-statement.ts';
import { loanBalance, offeredExtension } from './loan-balance.ts';
import { loanNotices, loanRows, messageNotices, sentSettlement, statusWords } from './loan-words.ts';
import { rateLoan } from './rating.ts';
import { accountEndingOf } from './store.ts';

export const loanCalls: readonly AnsweredCall[] = [
  answerBorrower(readLoan, loanDetail),
  answerBorrower(sendRating, (context, { complaintId, ...rating }) =>
    complaintId === undefined
      ? rateLoan(context, rating)
      : rateComplaint(context, { score: rating.score, complaintId }),
  ),
];

export const movementCalls: readonly AnsweredCall[] = [
  answerBorrower(readMovements, async (context, key) => ({
    movements: accountMovements(await currentLoan(context, key, 'whole')),
  })),
];

/** A loan as its page shows it, as of today (ORDER-1 to ORDER-7). */
export async function loanDetail(context: BorrowerContext, key: LoanKey): Promise<LoanDetail> {
  const { configuration } = context;
  const current = await currentLoan(context, key);
  const { loan } = current;
  const extension = offeredExtension(current);
  const asked = amountDueOn(current, current.today);
  const balance = balanceOf(current, asked, extension);
  const statement = loanStatement(context, current, asked);
  const ending = loan.status === 'paying-out' ? await accountEndingOf(context.database, loan) : null;
  const { title, description } = statusWords(current, balance, context, ending);
  return {
    currency: loan.currency,
    orderNumber: loan.orderNumber,
    status: borrowerStatuses[loan.status],
    statusTitle: title,
    statusDescription: description,
    productName: loan.productName,
    productLogo: loan.productLogo,
    details: loanRows(current, { balance, settlesMinor: asked.settlesMinor }, context),
    opensInside: false,
    canRate: loan.status === 'settled' && !current.isRated,
    moreLink: '',
    isExtendable: extension !== null,
    agreementLink: `${configuration.paths.contract}?${new URLSearchParams({ orderNo: loan.orderNumber })}`,
    balance,
    statement,
    usualWay: usualWay(context, current, { purpose: 'repay', amountMinor: statement?.dueMinor ?? zeroMinor }),
    coolingOff: coolingOffExitOf(current, configuration.companies[loan.market].coolingOffDays, current.today),
    options: extension ? optionsBeside(current, extension) : [],
    notices: [...loanNotices(context, current), ...messageNotices(context, current)],
    settlementQuote: sentSettlement(context, current),
    takesReminders: isRunning(loan.status) && configuration.companies[loan.market].remindedBy !== 'nobody',
    hasMovements: hasMovements(current),
  };
}

function balanceOf(current: CurrentLoan, asked: AmountDue, extension: CurrentExtension | null) {
  if (current.loan.disbursedOn === null || current.loan.status === 'sold') return null;
  return loanBalance(current, asked, extension, lastPaymentsOf(current));
}
