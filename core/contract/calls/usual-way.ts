import { z } from 'zod';
import { paymentWays } from '#domain/repayment/usual-way.ts';
import { optionalField, wireObject } from '../wire.ts';
import { amount, dateOf, orElse, text, tolerated } from '../wire-values.ts';

const way = wireObject({
  kind: z.enum(paymentWays),
  name: text.describe(
    'What the borrower knows it by: the chain of shops, or the bank of the card; empty for none',
  ),
  feeMinor: orElse(amount, null).describe(
    'What it charges beside the amount, in minor units; null where that is not known',
  ),
  waitsUntil: optionalField(
    'waitsUntil',
    tolerated(dateOf(z.string().nullable()), null),
    'Optional: the last day on which what was made for this amount can be paid, YYYY-MM-DD; null where nothing waits',
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
  'Optional: how this borrower paid last, else what most borrowers use; the pages offer it first',
);
