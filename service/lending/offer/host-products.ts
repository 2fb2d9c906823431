import { listProducts, putProduct, readProduct } from '#contract/host/product.ts';
import { orNotFound } from '#domain/error-code.ts';
import { usualTerms } from '#domain/offer/product-term-table.ts';
import { nonAccrualDaysLateOf } from '#domain/offer/product-terms.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { readPage } from '../keyset.ts';
import { putProduct as putCheckedProduct } from './products.ts';
import { findProduct, productsAfter, versionsOf } from './store.ts';

const versionsShown = 100;

export const answeredProductCalls: readonly AnsweredHostCall[] = [
  answerHost(putProduct, async ({ transaction, now, actor, configuration }, request) => {
    const { actor: _named, expectedVersion, ...rest } = request;
    const usual = usualTerms(rest.market);
    const {
      proposalBusinessDays = usual.proposalBusinessDays,
      lateToleranceMinor = usual.lateToleranceMinor,
    } = rest;
    const facts = { ...rest, proposalBusinessDays, lateToleranceMinor };
    const { supervisor } = configuration.companies[rest.market];
    const by = { madeAt: now, madeBy: actor, expectedVersion, supervisor };
    return { data: await putCheckedProduct(transaction, facts, by) };
  }),
  answerHost(listProducts, async ({ transaction }, request) => {
    const { rows: products, nextCursor } = await readPage(
      request,
      [(part) => part !== ''],
      ([after], limit) => productsAfter(transaction, after, limit),
      ({ productId }) => [productId],
    );
    return { data: { products, nextCursor } };
  }),
  answerHost(readProduct, async ({ transaction }, { productId }) => {
    const product = orNotFound(await findProduct(transaction, productId), 'productId');
    const versions = await versionsOf(transaction, productId, versionsShown);
    return {
      data: {
        product,
        versions: versions.map(({ terms, ...version }) => ({
          ...version,
          terms: { ...terms, nonAccrualDaysLate: nonAccrualDaysLateOf(terms) },
        })),
      },
    };
  }),
];
