import { isDeepStrictEqual } from 'node:util';
import type { Database, Transaction } from '#db/database.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { fieldOfProblem, problemsOfProduct } from '#domain/offer/product-problems.ts';
import { productProblems, supervisionProblems } from '#domain/offer/product-terms.ts';
import type { LendingConfiguration } from '../dependencies.ts';
import { WordedError } from '../http/answer.ts';
import type { Logger } from '../ports.ts';
import { termsOf } from './quote.ts';
import {
  allProducts,
  insertCheckedProducts,
  insertProductVersions,
  lockProduct,
  type ProductRecord,
  type ProductVersion,
  updateCheckedProduct,
} from './store.ts';

export class ProductError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`These products cannot be written:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ProductError';
    this.problems = problems;
  }
}

export type ProductFacts = Omit<ProductRecord, 'version'>;

export interface Authorship {
  readonly madeAt: Date;
  readonly madeBy: string;
}

/**
 * Adds products in their first version; existing ones stay. @throws ProductError that names every product with bad terms; then none is
 * written.
 */
export async function addProducts(
  transaction: Transaction,
  rows: readonly ProductFacts[],
  authorship: Authorship,
): Promise<void> {
  const problems = rows.flatMap((row) =>
    problemsOf({ ...row, version: 1 }).map((problem) => `${row.productId}: ${problem}`),
  );
  if (problems.length > 0) throw new ProductError(problems);
  const added = await insertCheckedProducts(
    transaction,
    rows.map((row) => ({ ...row, version: 1 })),
  );
  await insertProductVersions(
    transaction,
    added.map((row) => versionRow(row, authorship)),
  );
}

/**
 * Adds a product, or changes it: another name, logo or terms make its next version. Loans and quotes keep theirs. @param expectedVersion
 * the current version, 0 to add one; any when undefined. @param supervisor the lender's, absent for the market's usual one. @throws
 * CodedError 'request-invalid' naming the field, 'version-conflict'.
 */
export async function putProduct(
  transaction: Transaction,
  facts: ProductFacts,
  by: Authorship & { readonly expectedVersion: number | undefined; readonly supervisor: string | undefined },
): Promise<ProductRecord> {
  const { expectedVersion, supervisor, ...authorship } = by;
  const first = { ...facts, version: 1 };
  const problems = [...problemsOf(first), ...supervisionProblems(facts, supervisor)];
  if (problems.length > 0) throw productRefusal(problems);
  if (expectedVersion === undefined || expectedVersion === 0) {
    const [added] = await insertCheckedProducts(transaction, [first]);
    if (added) {
      await insertProductVersions(transaction, [versionRow(added, authorship)]);
      return added;
    }
  }
  const current = orNotFound(await lockProduct(transaction, facts.productId), 'productId');
  if (expectedVersion !== undefined && expectedVersion !== current.version) {
    throw new CodedError('version-conflict');
  }
  if (facts.market !== current.market) throw new CodedError('request-invalid', 'market');
  const isOther = !isDeepStrictEqual(promiseOf(current), promiseOf({ ...first, version: current.version }));
  const changed = { ...facts, version: isOther ? current.version + 1 : current.version };
  await updateCheckedProduct(transaction, changed);
  if (isOther) await insertProductVersions(transaction, [versionRow(changed, authorship)]);
  return changed;
}

function problemsOf(product: ProductRecord): string[] {
  return problemsOfProduct({ ...product, ...termsOf(product) });
}

function promiseOf(product: ProductRecord) {
  const { name, logo } = product;
  return { name, logo, terms: termsOf(product) };
}

function versionRow(product: ProductRecord, authorship: Authorship): ProductVersion {
  const { productId, version } = product;
  return { productId, version, ...promiseOf(product), ...authorship };
}

/** Each problem begins with its field, except the one of the whole term. */
function productRefusal(problems: readonly string[]): CodedError {
  const named = problems.map((problem) => problem.replace(/^the term /, 'instalmentDays: the term '));
  const field = fieldOfProblem(problems[0] ?? '');
  return new WordedError(new CodedError('request-invalid', field), named.join('; '));
}

/** Logs a warning for each product that cannot be quoted: for its terms, or in a market that is not served (LEGAL-3). */
export async function warnOfProducts(
  database: Database,
  { markets, companies }: Pick<LendingConfiguration, 'markets' | 'companies'>,
  logger: Logger,
): Promise<void> {
  for (const row of await allProducts(database)) {
    const problems = productProblems(termsOf(row));
    if (row.isActive && !markets.includes(row.market)) problems.push(`market ${row.market} is not served`);
    for (const problem of supervisionProblems(termsOf(row), companies[row.market].supervisor)) {
      if (row.isActive) logger.warn('a product should change', { product: row.productId, problem });
    }
    if (problems.length > 0) {
      logger.warn('a product cannot be quoted', { product: row.productId, problems });
    }
  }
}
