import type { OrderBalance, OrderDetail, OrderKey } from '#contract/order.ts';
import type { MinorAmount } from '#domain/money.ts';
import { formatMoney } from '#domain/money-format.ts';
import type { BorrowerContext } from '../answer-call.ts';
import { lastPaymentsOf } from '../repayment/store.ts';
import { type CurrentLoan, currentLoan } from './current-loan.ts';
import { orderBalance } from './order-balance.ts';
import { orderNotices } from './order-notices.ts';
import { type OrderWords, orderRows, statusWords } from './order-words.ts';
import { isRated } from './store.ts';

/** An order as its page shows it, as of today (ORDER-1 to ORDER-7). */
export async function orderDetail(context: BorrowerContext, key: OrderKey): Promise<OrderDetail> {
  const { database, language, configuration } = context;
  const current = await currentLoan(context, key);
  const { loan } = current;
  const balance = await balanceOf(context, current);
  const words: OrderWords = {
    language,
    money: (amountMinor: MinorAmount) => formatMoney(amountMinor, language, configuration.amountStyle),
  };
  const { title, description } = statusWords(current, balance, words);
  return {
    orderStatus: loan.status,
    statusTitle: title,
    statusDescription: description,
    productName: loan.productName,
    productLogo: loan.productLogo,
    details: orderRows(current, balance, words),
    opensInside: false,
    canRate: loan.status === 200 && !(await isRated(database, loan.id)),
    moreLink: '',
    isExtendable: balance?.extension != null,
    agreementLink: `${configuration.paths.contract}?${new URLSearchParams({ orderNo: loan.orderNumber })}`,
    balance,
    notices: await orderNotices(context, current),
  };
}

async function balanceOf(context: BorrowerContext, current: CurrentLoan): Promise<OrderBalance | null> {
  if (current.loan.disbursedOn === null) return null;
  return orderBalance(current, await lastPaymentsOf(context.database, current.loan.id));
}
