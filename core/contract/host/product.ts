import { z } from 'zod';
import { allCurrencies, allMarkets } from '#domain/market.ts';
import { type MinorAmount, minorAmount } from '#domain/money/money.ts';
import {
  earlyRepaymentFees,
  earlyRepayments,
  nonAccrualDaysLateMax,
  nonAccrualDaysLateUsual,
  prepaymentRules,
} from '#domain/offer/product-terms.ts';
import { actorName, defineHostCall, nextCursor, pageFields, systemName } from '../host-call.ts';
import { wireValue } from '../wire.ts';

const bandsMax = 20;

/** What the lender's systems call a product; it stands in addresses. */
export const productId = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/);

const ppm = z.int().describe('Parts per million: 180000 is 18 %');
const amount = wireValue(
  z.int().min(0).describe('Amount in minor units'),
  (value): MinorAmount => minorAmount(value),
);
const describedAmount = (description: string) => amount.describe(description);
const noAmount = minorAmount(0);

const terms = {
  market: z.enum(allMarkets),
  currency: z.enum(allCurrencies),
  instalmentCount: z.int(),
  instalmentDays: z.int().describe('Days from one payment to the next; the whole term is 91 to 365 days'),
  annualInterestPpm: ppm,
  dailyInterestPpm: ppm,
  feePpm: ppm,
  vatPpm: ppm,
  allowsPrepayment: z
    .boolean()
    .default(true)
    .describe('Whether pages take more than what is asked for before its date'),
  earlyRepayment: z
    .enum(earlyRepayments)
    .default('days-used')
    .describe(
      'What a loan costs that is paid off before its dates: interest for the days used, or all of its plan where the market allows it',
    ),
  earlyRepaymentFee: z
    .enum(earlyRepaymentFees)
    .default('kept')
    .describe('What is charged of the fee then: all of it, or what the days used come to'),
  prepayment: z
    .enum(prepaymentRules)
    .default('next-payments')
    .describe(
      'What money does that is paid beyond what is asked for: it pays the next payments, or pays back principal on that day, so that the last payments fall away or all to come are lower, as far as the market allows it',
    ),
  penaltyMaxOfPaymentPpm: ppm
    .default(1_000_000)
    .describe(
      'The most that penalties and late fees of a payment come to, in parts per million of that payment',
    ),
  penaltyMaxOfLoanPpm: ppm
    .default(1_000_000)
    .describe(
      'The most that penalties and late fees of a loan come to, in parts per million of what was lent',
    ),
  pausesPenaltyOnClaim: z
    .boolean()
    .default(false)
    .describe('No penalty is charged while a payment that the borrower says they made is looked for'),
  pausesPenaltyOnDispute: z
    .boolean()
    .default(false)
    .describe('A charge that the borrower disputes carries no penalty, and a disputed penalty does not grow'),
  penaltyBands: z
    .array(z.object({ fromDay: z.int(), dailyPpm: ppm }))
    .max(bandsMax)
    .default([])
    .describe('What a day of delay costs, from which day of it; ascending from day 1'),
  lateToleranceMinor: describedAmount(
    'What is unpaid counts as late only where all that is due together comes to this',
  ),
  lateFeeNewMinor: describedAmount('Charged once when a new borrower is late').default(noAmount),
  lateFeeRepeatMinor: describedAmount('Charged once when one who settled a loan before is late').default(
    noAmount,
  ),
  extensionDailyPpm: ppm.default(0),
  extensionMaxDays: z.int().default(0).describe('0 for no extensions, at most 7'),
  extensionCostMaxPpm: z
    .int()
    .default(0)
    .describe(
      'Penalties so far and fee of an extension as a part of what is due, in parts per million, above which it is not sold; 0 for no threshold',
    ),
  nonAccrualDaysLate: z
    .int()
    .min(1)
    .max(nonAccrualDaysLateMax)
    .default(nonAccrualDaysLateUsual)
    .describe(
      'Days late from which on interest, fees and penalties are income only when they are paid; 1 to 365',
    ),
  minimumMinor: amount,
  maximumMinor: amount,
  stepMinor: amount,
};

/** The terms of a version: those made before a term was there are without it. */
const versionTerms = {
  ...terms,
  earlyRepayment: z.enum(earlyRepayments).optional().describe('What paying off early costs'),
  earlyRepaymentFee: z.enum(earlyRepaymentFees).optional().describe('What is charged of the fee then'),
  prepayment: z
    .enum(prepaymentRules)
    .optional()
    .describe('What money does that is paid beyond what is asked for'),
  penaltyMaxOfPaymentPpm: ppm.optional(),
  penaltyMaxOfLoanPpm: ppm.optional(),
  lateToleranceMinor: terms.lateToleranceMinor.optional(),
};

const proposalBusinessDays = z
  .int()
  .describe("Business days of the market that a proposal holds, at least those of the market's law");
const version = z.int().describe('Grows by one with each change of name, logo or terms');
const logo = z.string().max(2048).describe('Address of a picture; empty for none');

const product = z.object({
  productId: z.string(),
  version,
  name: z.string(),
  logo,
  isActive: z.boolean(),
  proposalBusinessDays,
  ...terms,
});

/** A product as the lender's systems see it. */
export type HostProduct = z.output<typeof product>;

/** Adds a product or gives it new terms. Loans and issued quotes keep the terms they were made with. */
export const putProduct = defineHostCall({
  name: 'putProduct',
  summary: 'Add or change a product',
  path: '/host/products',
  request: z.object({
    productId,
    expectedVersion: z
      .int()
      .optional()
      .describe('The version that is changed, 0 for a product that is added; refused when it is another'),
    name: systemName(80),
    logo: logo.default(''),
    isActive: z.boolean().default(true).describe('false withdraws it: it is offered to nobody any more'),
    proposalBusinessDays: proposalBusinessDays
      .optional()
      .describe(
        'Business days of the market that a proposal holds; those of the market where it is left out',
      ),
    ...terms,
    lateToleranceMinor: terms.lateToleranceMinor
      .optional()
      .describe(
        "What is unpaid counts as late only where all that is due together comes to this; the market's usual one where it is left out",
      ),
    actor: actorName.optional(),
  }),
  response: product,
});

/** Lists products by their ids. */
export const listProducts = defineHostCall({
  name: 'listProducts',
  summary: 'List products',
  path: '/host/products/list',
  isRead: true,
  request: z.object({ ...pageFields }),
  response: z.object({ products: z.array(product), nextCursor }),
});

/** A product with its versions. */
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
          terms: z.object(versionTerms),
          madeAt: z.string(),
          madeBy: z.string(),
        }),
      )
      .describe('The newest hundred, newest first'),
  }),
});
