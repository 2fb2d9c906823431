import { type HostProduct, listProducts, putProduct, readProduct } from '#contract/host/product.ts';
import { CodedError } from '#domain/error-code.ts';
import { marketOf } from '#domain/market.ts';
import { lateToleranceOf, nonAccrualDaysLateOf } from '#domain/offer/product-terms.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { cursorKey, pageOf, usualPageSize } from '../keyset.ts';
import { putProduct as putCheckedProduct } from './products.ts';
import { findProduct, type ProductRecord, productsAfter, versionsOf } from './store.ts';

const versionsShown = 100;

const answeredPut = answerHost(putProduct, async ({ transaction, now, actor, configuration }, request) => {
  const { actor: _named, expectedVersion, ...rest } = request;
  const { proposalBusinessDays = marketOf[rest.market].proposal.usualBusinessDays } = rest;
  const facts = { ...rest, proposalBusinessDays, lateToleranceMinor: lateToleranceOf(rest) };
  const { supervisor } = configuration.companies[rest.market];
  const by = { madeAt: now, madeBy: actor, expectedVersion, supervisor };
  const put = await putCheckedProduct(transaction, facts, by);
  return { data: productView(put) };
});

const answeredList = answerHost(listProducts, async ({ transaction }, { cursor, limit = usualPageSize }) => {
  const [after] = cursorKey(cursor, [(part) => part !== '']) ?? [];
  const { rows, nextCursor } = pageOf(
    await productsAfter(transaction, after, limit + 1),
    limit,
    ({ productId }) => [productId],
  );
  return { data: { products: rows.map(productView), nextCursor } };
});

const answeredRead = answerHost(readProduct, async ({ transaction }, { productId }) => {
  const product = await findProduct(transaction, productId);
  if (!product) throw new CodedError('not-found', 'productId');
  const versions = await versionsOf(transaction, productId, versionsShown);
  return {
    data: {
      product: productView(product),
      versions: versions.map(({ productId: _productId, terms, madeAt, ...version }) => ({
        ...version,
        terms: {
          ...terms,
          penaltyBands: [...terms.penaltyBands],
          nonAccrualDaysLate: nonAccrualDaysLateOf(terms),
        },
        madeAt: madeAt.toISOString(),
      })),
    },
  };
});

/** The lender's side of products: add and change, list, read with versions. */
export const answeredProductCalls: readonly AnsweredHostCall[] = [answeredPut, answeredList, answeredRead];

function productView(product: ProductRecord): HostProduct {
  return { ...product, penaltyBands: [...product.penaltyBands] };
}
