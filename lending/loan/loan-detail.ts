import type { LoanBalance, LoanDetail, LoanKey } from '#contract/calls/loan.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { type CurrentLoan, currentLoan } from '../ledger/current-loan.ts';
import { lastPaymentsOf } from '../ledger/payments.ts';
import { loanBalance } from './loan-balance.ts';
import { loanNotices } from './loan-notices.ts';
import { type LoanWords, loanRows, statusWords } from './loan-words.ts';
import { isRated } from './store.ts';

/** A loan as its page shows it, as of today (ORDER-1 to ORDER-7). */
export async function loanDetail(context: BorrowerContext, key: LoanKey): Promise<LoanDetail> {
  const { database, language, configuration } = context;
  const current = await currentLoan(context, key);
  const { loan } = current;
  const balance = await balanceOf(context, current);
  const words: LoanWords = {
    language,
    money: (amountMinor: MinorAmount) => formatMoney(amountMinor, language, configuration.amountStyle),
  };
  const { title, description } = statusWords(current, balance, words);
  return {
    status: loan.status,
    statusTitle: title,
    statusDescription: description,
    productName: loan.productName,
    productLogo: loan.productLogo,
    details: loanRows(current, balance, words),
    opensInside: false,
    canRate: loan.status === 'settled' && !(await isRated(database, loan.id)),
    moreLink: '',
    isExtendable: balance?.extension != null,
    agreementLink: `${configuration.paths.contract}?${new URLSearchParams({ orderNo: loan.orderNumber })}`,
    balance,
    notices: await loanNotices(context, current),
  };
}

async function balanceOf(context: BorrowerContext, current: CurrentLoan): Promise<LoanBalance | null> {
  if (current.loan.disbursedOn === null) return null;
  return loanBalance(current, await lastPaymentsOf(context.database, current.loan.id));
}
