import { listOffers, putOffer } from '#contract/host/offer.ts';
import { isId } from '#db/new-id.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { isOfferedAmount } from '#domain/offer/product-terms.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { readPage } from '../keyset.ts';
import {
  findOffers,
  findProduct,
  lockOffer,
  marketOfBorrower,
  newestQuote,
  type OfferRow,
  putOfferRow,
} from './store.ts';

export const answeredOfferCalls: readonly AnsweredHostCall[] = [
  answerHost(putOffer, async ({ transaction, now, actor }, request) => {
    const { actor: _named, isWithdrawn, ...facts } = request;
    const { borrowerId, productId, amountMinor, validFrom, validThrough } = facts;
    const market = orNotFound(await marketOfBorrower(transaction, borrowerId), 'borrowerId');
    const product = orNotFound(await findProduct(transaction, productId), 'productId');
    if (product.market !== market) throw new CodedError('request-invalid', 'productId');
    const current = await lockOffer(transaction, borrowerId, productId);
    const isSameAmount = current?.amountMinor === amountMinor;
    // Withdrawing an unchanged offer is allowed outside the product's current range.
    const isAmountTaken = isOfferedAmount(product, amountMinor) || (isWithdrawn && isSameAmount);
    if (!isAmountTaken) throw new CodedError('request-invalid', 'amountMinor');
    if (validFrom !== null && validThrough !== null && validThrough < validFrom) {
      throw new CodedError('request-invalid', 'validThrough');
    }
    const adjustment =
      current && isSameAmount
        ? { previousAmountMinor: current.previousAmountMinor, acknowledgedAt: current.acknowledgedAt }
        : { previousAmountMinor: null, acknowledgedAt: null };
    const shown = isSameAmount ? undefined : await newestQuote(transaction, borrowerId, productId);
    const isAdjusted = shown !== undefined && shown.loanId === null && shown.amountMinor !== amountMinor;
    const offer: OfferRow = {
      ...facts,
      ...adjustment,
      ...(isAdjusted ? { previousAmountMinor: shown.amountMinor } : {}),
      withdrawnAt: isWithdrawn ? (current?.withdrawnAt ?? now) : null,
      changedAt: now,
      changedBy: actor,
    };
    await putOfferRow(transaction, offer);
    return { data: { ...offer, currency: product.currency } };
  }),
  answerHost(listOffers, async ({ transaction }, { borrowerId, productId, ...request }) => {
    const { rows: offers, nextCursor } = await readPage(
      request,
      [isId, (part) => part !== ''],
      ([afterBorrower, afterProduct], limit) => {
        const isFirst = afterBorrower === undefined || afterProduct === undefined;
        const after = isFirst ? undefined : { borrowerId: afterBorrower, productId: afterProduct };
        return findOffers(transaction, { borrowerId, productId, after, limit });
      },
      (row) => [row.borrowerId, row.productId],
    );
    return { data: { offers, nextCursor } };
  }),
];
