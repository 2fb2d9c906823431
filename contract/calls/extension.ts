import { z } from 'zod';
import { defineCall, v3Call } from '../call.ts';
import { field, optionalField, wireObject } from '../wire.ts';
import { amount, currency, list, listOf, text, tolerated } from '../wire-values.ts';
import { loanKey } from './loan.ts';
import { channelGroups } from './repayment.ts';

const paymentOption = wireObject({
  kind: z.enum(['extend', 'pay-part', 'pay-all']),
  payTodayMinor: amount,
  owedAfterMinor: amount.describe('What is then still owed, in minor units'),
  owedOn: z.string().describe('By when it is owed'),
  totalMinor: amount,
});

/** One way to go on, with its full cost: extend, pay as much as that takes as a part, or pay all that is due. */
export type PaymentOptionView = z.output<typeof paymentOption>;

const extensionDetail = wireObject({
  currency: optionalField('currency', currency, 'Optional: ISO 4217 code of all amounts (MONEY-4)'),
  productName: text,
  productLogo: text,
  feeTitle: field('delayInfo.reviewer', text, 'What the amount is called'),
  amountMinor: field('delayInfo.delayAmount', amount),
  newDueDate: field('delayInfo.delayTime', text),
  plan: field('repayPlan', list(wireObject({ title: text, date: field('time', text) }))),
  channelGroups: field('repayList', channelGroups('title')),
  notice: field('noticeMsg', text, 'What the borrower should know before paying'),
  note: text,
  days: field('days', tolerated(z.int(), null), 'Optional: days gained'),
  options: field(
    'options',
    tolerated(listOf(paymentOption), []),
    'Optional: the ways to go on, side by side',
  ),
});

/** What extending costs and how to pay for it (DELAY-1). */
export type ExtensionDetail = z.output<typeof extensionDetail>;

/** The price of an extension and the channels to pay it. */
export const readExtension = defineCall({
  ...v3Call,
  name: 'readExtension',
  area: 'extension',
  summary: 'Extension repayment',
  refusals: ['not-found', 'status-conflict', 'extension-unavailable'],
  path: '/v3/installment/loan-play-delay-detail',
  request: loanKey,
  response: extensionDetail,
});
