import { z } from 'zod';
import type { MinorAmount } from '#domain/money/money.ts';
import { defineCall, v3Call } from '../call.ts';
import { field, optionalField, wireObject, wireValue } from '../wire.ts';
import {
  addressOf,
  amount,
  currency,
  dateOf,
  dateText,
  detailRows,
  flag,
  id,
  idOrEmpty,
  imageAddress,
  integer,
  list,
  requestAmount,
  text,
  tolerated,
} from '../wire-values.ts';
import { type LoanKey, statement } from './loan.ts';
import { usualWay } from './usual-way.ts';

const channelKind = z.enum(['bank-transfer', 'store', 'upi', 'virtual-account']);

/** Kind of channel; null gives a plain card. */
export type ChannelKind = z.output<typeof channelKind>;

/** An optional text of our own additions; empty when missing. */
const optionalText = tolerated(z.string(), '');

const channel = wireObject({
  logo: imageAddress,
  description: field('desc', text),
  payCode: text,
  codeImage: field(
    'vCode',
    imageAddress,
    'Image of a code to scan, a QR for instance; empty when there is none',
  ),
  barcodeImage: field('BARcodeImg', imageAddress, 'Image of the bar code; empty when there is none'),
  kind: tolerated(channelKind, null),
  title: text,
  codeLabel: text.describe('Name of the pay code, for instance "CLABE, 18 dígitos"'),
  holderName: text,
  bankCode: text.describe("The bank's code beside an account number: the IFSC in India"),
  payLink: text.describe('An intent link that opens a payment app: upi://pay…'),
  note: optionalField('note', optionalText, 'Optional: validity of the code and fee of the channel'),
  voucherLink: optionalField(
    'voucherLink',
    addressOf('link', optionalText),
    "Optional: the provider's own page of the code",
  ),
  codeRequest: optionalField(
    'codeRequest',
    optionalText,
    'Optional: `payCode` for the instruction call, where the code is created on request',
  ),
  unavailable: optionalField(
    'unavailable',
    optionalText,
    'Optional: why there is no code at the moment, for instance no answer of the provider',
  ),
}).meta({ id: 'PaymentChannel' });

/** A way to pay (REPAY-3). Texts are ready to show; image addresses are checked before use. */
export type Channel = z.output<typeof channel>;

export const channelGroups = (titleName: string) =>
  list(wireObject({ title: field(titleName, text), channels: field('list', list(channel)) }));

export type ChannelGroup = z.output<ReturnType<typeof channelGroups>>[number];

const repaymentRequest = wireObject({
  productId: idOrEmpty,
  orderId: id,
  chosenMinor: field(
    'chosenAmount',
    requestAmount.optional(),
    'Optional: amount for the channels, in minor units, if not the amount due',
  ),
});

export interface RepaymentRequest extends LoanKey {
  readonly chosenMinor?: MinorAmount | undefined;
}

const prepaidPlan = wireObject({
  principalMinor: amount.describe('Principal of future instalments paid back, in minor units'),
  savedMinor: amount.describe('Interest, fee and tax saved, in minor units'),
  payments: list(wireObject({ dueDate: dateText, amountMinor: amount })).describe(
    'Instalments that are left',
  ),
}).meta({ id: 'PrepaidPlan' });

export type PrepaidPlan = z.output<typeof prepaidPlan>;

const repaymentDetail = wireObject({
  currency: optionalField('currency', currency, 'Optional: ISO 4217 code of all amounts (MONEY-4)'),
  amountMinor: field('repayAmount', amount),
  date: field('repayDate', dateText),
  productName: text,
  productLogo: imageAddress,
  details: field('detail', detailRows),
  channelGroups: field('repayList', channelGroups('reviewer')),
  notice: field('noticeMsg', text, 'Notice before paying'),
  chosenMinor: optionalField(
    'chosenAmount',
    tolerated(amount, null),
    'Optional: amount of the channels in minor units, if not the amount due',
  ),
  prepayment: optionalField(
    'prepayment',
    tolerated(prepaidPlan, null),
    'Optional: prepaid principal within that amount and the plan after it; null for none',
  ),
  statement,
  refusesCards: optionalField('noCards', flag.catch(false), 'Optional: 1 where card payments are impossible'),
  offersCardSaving: optionalField(
    'canSaveCard',
    flag.catch(false),
    'Optional: 1 announces the calls that save a card with the provider',
  ),
  usualWay,
});

/** Amount due and the ways to pay it (REPAY-1 to REPAY-3). */
export type RepaymentDetail = z.output<typeof repaymentDetail>;

export const readRepayment = defineCall<RepaymentRequest, RepaymentDetail>({
  ...v3Call,
  name: 'readRepayment',
  area: 'repayment',
  summary: 'Instalment repayment',
  refusals: ['not-found', 'status-conflict'],
  path: '/v3/installment/loan-play-detail',
  request: repaymentRequest,
  response: repaymentDetail,
});

/** What a payment is for (INSTR-1). */
export type PaymentPurpose = 'repay' | 'extend';

const paymentPurpose = wireValue(
  integer.refine((type) => type === 1 || type === 2, 'must be 1 or 2'),
  (type): PaymentPurpose => (type === 2 ? 'extend' : 'repay'),
  (purpose) => (purpose === 'extend' ? 2 : 1),
);

/** Optional purpose of a request, also in the form encoding. */
export const requestPaymentPurpose = wireValue(
  z.literal([1, 2, '1', '2']),
  (type): PaymentPurpose => (Number(type) === 2 ? 'extend' : 'repay'),
  (purpose) => (purpose === 'extend' ? 2 : 1),
).optional();

export const responsePaymentPurpose = wireValue(
  z.literal([1, 2, '1', '2']).nullish().catch(null),
  (type): PaymentPurpose => (Number(type) === 2 ? 'extend' : 'repay'),
  (purpose) => (purpose === 'extend' ? 2 : undefined),
);

const instructionRequest = wireObject({
  productId: idOrEmpty,
  orderId: id,
  amountMinor: field('amount', requestAmount),
  payCode: z.string().max(64),
  purpose: field('requestType', paymentPurpose, '1 repays, 2 extends'),
  receivedBeforeMinor: field(
    'receivedBefore',
    requestAmount.optional(),
    'Optional: `received` when the code was first shown; a payment since then may have settled it',
  ),
});

export interface InstructionRequest extends Omit<z.output<typeof instructionRequest>, 'receivedBeforeMinor'> {
  readonly receivedBeforeMinor?: MinorAmount | undefined;
}

const instructionImages = wireObject({
  title: text,
  contact: field('eMail', text, 'A mail address or a link'),
  images: field('content', list(imageAddress)),
});

/** Shops or a bank that accept cash under a code of their own. */
const cashNetwork = wireObject({
  payCode: text.describe('Code to pay with'),
  barcodeImage: field('BARcodeImg', imageAddress, 'Image of its bar code; empty when there is none'),
  agreement: text.describe('Agreement number (convenio) for a bank; empty for none'),
  shops: list(text).describe('Shops or bank that accept it'),
}).meta({ id: 'CashNetwork' });

const paymentInstruction = wireObject({
  currency: optionalField('currency', currency, 'Optional: ISO 4217 code of all amounts (MONEY-4)'),
  topLogo: imageAddress,
  amountMinor: field('repayDetail.amount', amount),
  title: field('repayDetail.repayTitle', text),
  text: field('repayDetail.repayDes', text),
  payCode: field('repayDetail.repayCode', imageAddress),
  codeImage: field('repayDetail.vCode', imageAddress),
  companyName: field('repayDetail.companyName', text),
  sections: field('dataList', list(wireObject({ title: text, lines: field('content', list(text)) }))),
  imageSections: field('imgList', list(instructionImages)),
  bottomLogo: imageAddress,
  note: optionalField('note', optionalText, 'Optional: validity of the code and fee of the channel'),
  voucherLink: optionalField(
    'voucherLink',
    addressOf('link', optionalText),
    "Optional: the provider's own page of the code",
  ),
  payLink: optionalField('payLink', optionalText, 'Optional: an intent link that opens a payment app'),
  networks: optionalField(
    'networkList',
    tolerated(list(cashNetwork), []),
    'Optional: networks that accept cash, each with its own code, where there are several',
  ),
  codeLabel: optionalField('codeLabel', optionalText, 'Optional: name of the code, for instance "CLABE"'),
  shop: optionalField('shop', optionalText, 'Optional: shops where the code is paid'),
  feeMinor: optionalField(
    'feeMinor',
    tolerated(amount, null),
    'Optional: fee that the shop adds, in minor units',
  ),
  validUntil: optionalField(
    'validUntil',
    dateOf(tolerated(z.string(), null)),
    'Optional: expiry of the code, ISO 8601; empty for none',
  ),
  unavailable: optionalField(
    'unavailable',
    optionalText,
    'Optional: why there is no code at the moment; then `repayCode` is empty',
  ),
  otherGroups: optionalField(
    'otherList',
    tolerated(channelGroups('title'), null),
    'Optional: the other ways to pay, where there is no code just now',
  ),
  receivedMinor: optionalField(
    'received',
    tolerated(amount, null),
    'Optional: total received on the loan, in minor units',
  ),
  isPaid: optionalField(
    'isPaid',
    flag.catch(false),
    'Optional: 1 where the amount was paid otherwise since the code was shown; then `repayCode` is empty',
  ),
  claimToday: optionalField(
    'claimToday',
    tolerated(z.union([z.iso.date(), z.literal('')]), ''),
    'Optional: the day it is, YYYY-MM-DD, where the call that says that one has paid is answered; empty otherwise',
  ),
});

/** Steps to pay with one code (INSTR-1). */
export type PaymentInstruction = z.output<typeof paymentInstruction>;

export const readPaymentInstruction = defineCall<InstructionRequest, PaymentInstruction>({
  ...v3Call,
  name: 'readPaymentInstruction',
  area: 'repayment',
  summary: 'Payment instructions of one code',
  refusals: ['not-found', 'status-conflict'],
  path: '/v3/loan-details/generate-vcode',
  request: instructionRequest,
  response: paymentInstruction,
});
