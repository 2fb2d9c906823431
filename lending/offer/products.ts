import type { Database, Transaction } from '#db/database.ts';
import type { Market } from '#domain/market.ts';
import { productProblems } from '#domain/offer/product-terms.ts';
import type { Logger } from '../ports.ts';
import { termsOf } from './quote.ts';
import { allProducts, insertCheckedProducts, type ProductRecord } from './store.ts';

/** Products that are not written; each problem names its product. */
export class ProductError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`These products cannot be written:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ProductError';
    this.problems = problems;
  }
}

/**
 * Adds products; one that is there stays as it is.
 * @throws ProductError that names every product with bad terms; then none is written.
 */
export async function addProducts(transaction: Transaction, rows: readonly ProductRecord[]): Promise<void> {
  const problems = rows.flatMap((row) =>
    productProblems(termsOf(row)).map((problem) => `${row.productId}: ${problem}`),
  );
  if (problems.length > 0) throw new ProductError(problems);
  await insertCheckedProducts(transaction, rows);
}

/** Warns of each product that cannot be quoted: for its terms, or in a market that is not served (LEGAL-3). */
export async function warnOfProducts(
  database: Database,
  markets: readonly Market[],
  logger: Logger,
): Promise<void> {
  for (const row of await allProducts(database)) {
    const problems = productProblems(termsOf(row));
    if (row.isActive && !markets.includes(row.market)) problems.push(`market ${row.market} is not served`);
    if (problems.length > 0) {
      logger.warn('a product cannot be quoted', { product: row.productId, problems });
    }
  }
}
