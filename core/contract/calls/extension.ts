import { z } from 'zod';
import { zeroMinor } from '#domain/money/money.ts';
import { defineCall, v3Call } from '../call.ts';
import { field, optionalField, wireObject } from '../wire.ts';
import { amount, currency, dateText, flag, imageAddress, list, text, tolerated } from '../wire-values.ts';
import { loanKey, paymentOptions, statement } from './loan.ts';
import { channelGroups } from './repayment.ts';
import { usualWay } from './usual-way.ts';

const extensionDetail = wireObject({
  currency: optionalField('currency', currency, 'Optional: ISO 4217 code of all amounts (MONEY-4)'),
  productName: text,
  productLogo: imageAddress,
  feeTitle: field('delayInfo.reviewer', text, 'Name of the amount'),
  amountMinor: field('delayInfo.delayAmount', amount),
  newDueDate: field('delayInfo.delayTime', dateText),
  plan: field('repayPlan', list(wireObject({ title: text, date: field('time', dateText) }))),
  channelGroups: field('repayList', channelGroups('title')),
  notice: field('noticeMsg', text, 'Notice before paying'),
  note: text,
  days: field('days', tolerated(z.int(), null), 'Optional: days gained'),
  feeMinor: field(
    'feeMinor',
    tolerated(amount, null),
    'Optional: fee within the amount, in minor units; the rest is its tax and the penalty so far',
  ),
  vatMinor: optionalField(
    'vatMinor',
    tolerated(amount, zeroMinor),
    'Optional: tax on the fee within the amount; 0 where absent',
  ),
  statement,
  options: field('options', paymentOptions, 'Optional: choices to compare'),
  takesCards: optionalField(
    'takesCards',
    flag.catch(false),
    'Optional: 1 where a card payment whose `requestType` is 2 pays the extension',
  ),
  usualWay,
});

/** Cost of an extension and the channels to pay it (DELAY-1). */
export type ExtensionDetail = z.output<typeof extensionDetail>;

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
