import { z } from 'zod';
import { paymentWays } from '#domain/repayment/usual-way.ts';
import { optionalField, wireObject } from '../wire.ts';
import { amount, dateOf, orElse, text, tolerated } from '../wire-values.ts';

const way = wireObject({
  kind: z.enum(paymentWays),
  name: text.describe('Name: the shops, or the bank of the card; empty for none'),
  feeMinor: orElse(amount, null).describe('Additional fee in minor units; null where unknown'),
  waitsUntil: optionalField(
    'waitsUntil',
    tolerated(dateOf(z.string().nullable()), null),
    'Optional: expiry of the code made for this amount, YYYY-MM-DD; null for none',
  ),
  payLink: optionalField(
    'payLink',
    tolerated(z.string(), ''),
    'Optional: an intent link that opens a payment app: upi://pay…',
  ),
  cardId: optionalField('cardId', tolerated(z.string(), ''), 'Optional: the saved card, where it is one'),
  cardEnding: optionalField(
    'cardEnding',
    tolerated(z.string(), ''),
    'Optional: the last digits of that card',
  ),
}).meta({ id: 'UsualWay' });

/** The way to pay that a borrower used last, or that most borrowers use. */
export type UsualWay = z.output<typeof way>;

export const usualWay = optionalField(
  'usualWay',
  tolerated(way, null),
  'Optional: the way this borrower paid last, or that most borrowers use; the pages offer it first',
);
