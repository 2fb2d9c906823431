import { z } from 'zod';
import { localDate } from '#domain/calendar.ts';
import { allCurrencies } from '#domain/market.ts';
import { type MinorAmount, minorAmount } from '#domain/money/money.ts';
import { actorName, defineHostCall, namedObject, nextCursor, pageFields } from '../host-call.ts';
import { wireValue } from '../wire.ts';
import { productId } from './product.ts';

const day = wireValue(z.iso.date(), localDate);
const couponsMax = 1000;

const shared = {
  couponCount: z.int().min(0).max(couponsMax),
  depositAccountEnding: z
    .string()
    .regex(/^[0-9A-Za-z]{2,4}$/)
    .describe('Last digits of the account for the disbursal'),
  validFrom: day.nullable().describe("First day of the offer in the product's market; null: at once"),
  validThrough: day.nullable().describe('Last day of the offer; null: no end'),
};

const offer = namedObject('HostOffer', {
  borrowerId: z.string(),
  productId: z.string(),
  amountMinor: z.int(),
  currency: z.enum(allCurrencies),
  previousAmountMinor: z.int().nullable().describe('Amount shown before the adjustment; null for none'),
  acknowledgedAt: z.string().nullable().describe('When the borrower saw the adjusted amount'),
  ...shared,
  withdrawnAt: z.string().nullable(),
  changedAt: z.string().nullable(),
  changedBy: z.string().nullable(),
});

export type HostOffer = z.output<typeof offer>;

/**
 * Offers a product to a borrower, or changes the offer. A proposal that the borrower has seen can be accepted unchanged until
 * the day it names (LEGAL-6); an amount that differs from the shown one is announced as adjusted (CONFIRM-3).
 */
export const putOffer = defineHostCall({
  name: 'putOffer',
  summary: 'Offer a product to a borrower',
  path: '/host/offers',
  request: z.object({
    borrowerId: z.uuid(),
    productId,
    amountMinor: z
      .int()
      .positive()
      .transform((value): MinorAmount => minorAmount(value))
      .describe("Amount offered, within the product's range and on one of its steps"),
    couponCount: shared.couponCount.default(0),
    depositAccountEnding: shared.depositAccountEnding,
    validFrom: shared.validFrom.default(null),
    validThrough: shared.validThrough.default(null),
    isWithdrawn: z
      .boolean()
      .default(false)
      .describe('true withdraws the offer; a proposal already shown stays valid until its day'),
    actor: actorName.optional(),
  }),
  response: offer,
});

/** Ordered by borrower and product. */
export const listOffers = defineHostCall({
  name: 'listOffers',
  summary: 'List offers',
  path: '/host/offers/list',
  isRead: true,
  request: z
    .object({ borrowerId: z.uuid().optional(), productId: productId.optional(), ...pageFields })
    .describe('All offers without borrowerId and productId; those of both when both are given'),
  response: z.object({ offers: z.array(offer), nextCursor }),
});
