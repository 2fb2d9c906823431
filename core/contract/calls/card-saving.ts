import { z } from 'zod';
import { defineCall, v3Call } from '../call.ts';
import { field, optionalField, wireObject } from '../wire.ts';
import { addressAnswer, id, idOrEmpty } from '../wire-values.ts';
import { type PaymentPurpose, requestPaymentPurpose } from './repayment.ts';

const savingRequest = wireObject({
  productId: idOrEmpty,
  orderId: id,
  from: z.enum(['payWay', 'repay']).describe('The page that asks, which the borrower comes back to'),
  purpose: optionalField('requestType', requestPaymentPurpose, 'Optional: 2 for a payment that extends'),
});

export type CardSavingRequest = Omit<z.output<typeof savingRequest>, 'purpose'> & {
  /** Purpose of the payment that follows; `repay` when absent. */
  readonly purpose?: PaymentPurpose | undefined;
};

/**
 * Opens the provider's form for a card number. It leads back to the page in `from` with `cardSaving`, the id for
 * `readCardSaving`.
 */
export const startCardSaving = defineCall<CardSavingRequest, { link: string }>({
  ...v3Call,
  name: 'startCardSaving',
  announcedBy: ['canSaveCard'],
  area: 'card-payment',
  summary: 'Open the form that saves a card',
  refusals: ['not-found'],
  path: '/v3/installment/card-saving',
  request: savingRequest,
  response: addressAnswer('link'),
});

const savingState = wireObject({
  state: z
    .enum(['saved', 'open', 'given-up', 'credit-refused'])
    .describe(
      'The card is saved, the provider did not say yet, there is none, or it is a credit card and those are not taken',
    ),
});

export type CardSavingState = z.output<typeof savingState>['state'];

/** Reads the outcome of a card form after the borrower comes back from it. */
export const readCardSaving = defineCall({
  ...v3Call,
  name: 'readCardSaving',
  announcedBy: ['canSaveCard'],
  area: 'card-payment',
  summary: 'What became of the form that saves a card',
  refusals: ['not-found'],
  path: '/v3/installment/card-saving-state',
  request: wireObject({
    savingId: field('cardSaving', id, 'As the address has it that the form led back to'),
  }),
  response: savingState,
});
