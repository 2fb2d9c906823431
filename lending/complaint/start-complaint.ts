import { complaintTypeText } from '#content/messages/complaint-types.ts';
import { lendingText } from '#content/messages/lending.ts';
import type { ComplaintOrder, ComplaintStart } from '#contract/calls/complaint.ts';
import { localDateAt } from '#domain/calendar.ts';
import { allowsCollection, collectionSubtypeIds, complaintTypeIds } from '#domain/complaint/complaint.ts';
import { CodedError } from '#domain/error-code.ts';
import { marketOf } from '#domain/market.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { findLoanOf } from '../loan/store.ts';
import { ordersOf } from './store.ts';

/** Most orders offered to choose from; an older one is still found when asked for. */
const ordersMax = 50;

/**
 * The types of complaint and the orders one can be about (COMP-1).
 * @throws CodedError 'not-found' when the order asked for is not the borrower's.
 */
export async function startComplaint(
  context: BorrowerContext,
  { orderId }: { readonly orderId: string | null },
): Promise<ComplaintStart> {
  const { database, borrower, language } = context;
  const text = complaintTypeText[language];
  const asked = orderId === null ? null : await findLoanOf(database, borrower.id, orderId);
  if (asked === undefined) throw new CodedError('not-found');
  const orders = await ordersOf(database, borrower.id, ordersMax);
  return {
    types: complaintTypeIds.map((typeId) => ({ typeId, title: text[typeId] })),
    collectionSubtypes: collectionSubtypeIds.map((typeId) => ({ typeId, title: text[typeId] })),
    order: asked && loanView(context, asked),
    orders: orders.map((order) => loanView(context, order)),
  };
}

function loanView(
  { language, configuration }: BorrowerContext,
  order: Omit<Awaited<ReturnType<typeof ordersOf>>[number], 'loanId'>,
): ComplaintOrder {
  const text = lendingText[language];
  return {
    orderNumber: order.orderNumber,
    productName: order.productName,
    productLogo: order.productLogo,
    status: order.status,
    allowsCollection: allowsCollection(order.status),
    details: [
      {
        label: text.requested,
        value: formatMoney(order.principalMinor, language, configuration.amountStyle),
      },
      {
        label: text.requestedOn,
        value: localDateAt(order.appliedAt, marketOf[order.market].timeZone),
      },
    ],
  };
}
