import { z } from 'zod';
import { allCurrencies, allMarkets } from '#domain/market.ts';
import { type MinorAmount, minorAmount } from '#domain/money/money.ts';
import {
  type ProductTerm,
  quotedTerms,
  serviceTerms,
  type TermValue,
} from '#domain/offer/product-term-table.ts';
import { actorName, defineHostCall, namedObject, nextCursor, pageFields, systemName } from '../host-call.ts';
import { wireValue } from '../wire.ts';

const bandsMax = 20;
const daysMax = 20;

/** The lender's own id of a product; it appears in addresses. */
export const productId = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/);

const ppm = z.int().describe('Parts per million: 180000 is 18 %');
const amount = wireValue(
  z.int().min(0).describe('Amount in minor units'),
  (value): MinorAmount => minorAmount(value),
);

/** Schema of each kind of term; `productProblems` checks the bounds and words the problems. */
const schemaOfKind = {
  count: () => z.int(),
  ratio: () => ppm,
  amount: () => amount,
  flag: () => z.boolean(),
  days: () => z.array(z.int()).max(daysMax),
  choice: (term: ProductTerm) => z.enum(term.kind === 'choice' ? [...term.choices] : []),
  bands: () => z.array(z.object({ fromDay: z.int(), dailyPpm: ppm })).max(bandsMax),
} satisfies Record<ProductTerm['kind'], (term: ProductTerm) => z.ZodType>;

type TermSchema<Term extends ProductTerm> = z.ZodType<
  TermValue<Term>,
  Term extends { kind: 'amount' } ? number : TermValue<Term>
>;
type RequestSchema<Term extends ProductTerm> = Term extends { usualIn: unknown }
  ? z.ZodOptional<TermSchema<Term>>
  : Term extends { usual: unknown }
    ? z.ZodDefault<TermSchema<Term>>
    : TermSchema<Term>;
type VersionSchema<Term extends ProductTerm> = Term extends { isMissingFromOldTerms: true }
  ? z.ZodOptional<TermSchema<Term>>
  : TermSchema<Term>;

type Terms = Readonly<Record<string, ProductTerm>>;
const termSchemas = <Table extends Terms>(terms: Table) =>
  shapeOf(terms, schemaOf) as { [Name in keyof Table]: TermSchema<Table[Name]> };

/** A request may leave out terms that have a usual value; the service fills in those that depend on the market. */
const requestSchemas = <Table extends Terms>(terms: Table) =>
  shapeOf(terms, (term) => {
    if (term.usualIn) return schemaOf(term, "; the market's usual one where it is left out").optional();
    return term.usual === undefined ? schemaOf(term) : schemaOf(term).default(term.usual);
  }) as { [Name in keyof Table]: RequestSchema<Table[Name]> };

/** A version lacks the terms that did not exist when it was made. */
const versionSchemas = <Table extends Terms>(terms: Table) =>
  shapeOf(terms, (term) => (term.isMissingFromOldTerms ? schemaOf(term).optional() : schemaOf(term))) as {
    [Name in keyof Table]: VersionSchema<Table[Name]>;
  };

function shapeOf(terms: Terms, schema: (term: ProductTerm) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(terms).map(([name, term]) => [name, schema(term)]));
}

function schemaOf(term: ProductTerm, suffix = ''): z.ZodType {
  const ofKind: z.ZodType = schemaOfKind[term.kind](term);
  const schema = term.isNullable ? ofKind.nullable() : ofKind;
  return term.meaning === undefined ? schema : schema.describe(term.meaning + suffix);
}

const market = { market: z.enum(allMarkets), currency: z.enum(allCurrencies) };
const version = z.int().describe('Incremented by each change of name, logo or terms');
const logo = z.string().max(2048).describe('Address of a picture; empty for none');

const product = namedObject('HostProduct', {
  productId: z.string(),
  version,
  name: z.string(),
  logo,
  isActive: z.boolean(),
  ...termSchemas(serviceTerms),
  ...market,
  ...termSchemas(quotedTerms),
});

export type HostProduct = z.output<typeof product>;

/** Adds a product or gives it new terms. Loans and issued quotes keep their terms. */
export const putProduct = defineHostCall({
  name: 'putProduct',
  summary: 'Add or change a product',
  path: '/host/products',
  request: z.object({
    productId,
    expectedVersion: z
      .int()
      .optional()
      .describe('Version to change, 0 for a new product; refused (`version-conflict`) for any other'),
    name: systemName(80),
    logo: logo.default(''),
    isActive: z.boolean().default(true).describe('false withdraws the product from new offers'),
    ...requestSchemas(serviceTerms),
    ...market,
    ...requestSchemas(quotedTerms),
    actor: actorName.optional(),
  }),
  response: product,
});

/** Ordered by id. */
export const listProducts = defineHostCall({
  name: 'listProducts',
  summary: 'List products',
  path: '/host/products/list',
  isRead: true,
  request: z.object({ ...pageFields }),
  response: z.object({ products: z.array(product), nextCursor }),
});

export const readProduct = defineHostCall({
  name: 'readProduct',
  summary: 'Read a product with its versions',
  path: '/host/products/read',
  isRead: true,
  request: z.object({ productId }),
  response: z.object({
    product,
    versions: z
      .array(
        z.object({
          version,
          name: z.string(),
          logo,
          terms: z.object({
            ...market,
            ...versionSchemas(quotedTerms),
            nonAccrualDaysLate: termSchemas(quotedTerms).nonAccrualDaysLate,
          }),
          madeAt: z.string(),
          madeBy: z.string(),
        }),
      )
      .describe('The newest hundred, newest first'),
  }),
});
