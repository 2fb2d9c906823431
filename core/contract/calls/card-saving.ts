import { z } from 'zod';
import { defineCall, v3Call } from '../call.ts';
import { field, optionalField, wireObject } from '../wire.ts';
import { addressAnswer, id, idOrEmpty } from '../wire-values.ts';
import { type PaymentPurpose, requestPaymentPurpose } from './repayment.ts';

const savingRequest = wireObject({
  productId: idOrEmpty,
  orderId: id,
  from: z.enum(['payWay', 'repay']).describe('Page to which the borrower comes back'),
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
      'saved; open: no answer of the provider yet; given-up: no card; credit-refused: credit cards are not accepted',
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
    savingId: field('cardSaving', id, '`cardSaving` of the address to which the form led back'),
  }),
  response: savingState,
});
