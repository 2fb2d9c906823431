import { currencyOf, decimalsOf, marketOfChannel } from '../market.ts';
import { amountFromText, amountInField } from '../money/amount-input.ts';
import { type Currency, type MinorAmount, minorAmount } from '../money/money.ts';

/** What a UPI payment link asks the payer's app to pay. */
export interface UpiPayment {
  /** The payee's UPI address, `name@handle`. */
  readonly payeeAddress: string;
  /** 1 to 99 characters. */
  readonly payeeName: string;
  /** Above 0, in minor units of `currency`. */
  readonly amountMinor: MinorAmount;
  readonly currency: Currency;
  /** 1 to 35 letters, digits, hyphens, dots or underscores. */
  readonly transactionReference: string;
  /** Up to 80 characters, shown to the payer. */
  readonly note?: string;
}

/** Why a UPI link cannot be built. */
export type UpiErrorCode = 'payee-address' | 'payee-name' | 'amount' | 'transaction-reference' | 'note';

/** A UPI link that cannot be built; the code names the part. The message never carries the refused value. */
export class UpiError extends Error {
  readonly code: UpiErrorCode;

  constructor(code: UpiErrorCode) {
    super(`UPI link refused: ${code}`);
    this.name = 'UpiError';
    this.code = code;
  }
}

/** Whether a text has the form of a UPI address: a name of 2 to 255 characters, `@`, a handle that begins with a letter. */
export function isUpiAddress(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{1,254}@[A-Za-z][A-Za-z0-9]{1,63}$/.test(text);
}

/** Whether a text can be the payee's name in a UPI link: 1 to 99 characters that are not all blank. */
export function isUpiPayeeName(text: string): boolean {
  return text.trim() !== '' && text.length <= 99;
}

/**
 * The link that opens the payer's UPI app with everything filled in (NPCI, UPI Linking Specifications 1.6):
 * `upi://pay?pa=…&pn=…&am=1422.81&cu=…&tr=…`. The amount has the decimals of its currency. The address and the reference hold
 * only characters that need no escape; the address keeps its `@` as the specification's examples do.
 * @throws UpiError naming the part that is not in its range; MoneyError for an amount that is not an integer.
 */
export function upiIntent(payment: UpiPayment): string {
  const { payeeAddress, payeeName, amountMinor, currency, transactionReference, note } = payment;
  if (!isUpiAddress(payeeAddress)) throw new UpiError('payee-address');
  if (!isUpiPayeeName(payeeName)) throw new UpiError('payee-name');
  if (amountMinor <= 0) throw new UpiError('amount');
  if (!/^[A-Za-z0-9._-]{1,35}$/.test(transactionReference)) throw new UpiError('transaction-reference');
  if (note !== undefined && note.length > 80) throw new UpiError('note');
  const parameters = [
    `pa=${payeeAddress}`,
    `pn=${encodeURIComponent(payeeName.toWellFormed())}`,
    `am=${amountInField(minorAmount(amountMinor), currency)}`,
    `cu=${currency}`,
    `tr=${transactionReference}`,
  ];
  if (note !== undefined && note !== '') parameters.push(`tn=${encodeURIComponent(note.toWellFormed())}`);
  return `upi://pay?${parameters.join('&')}`;
}

/** What a UPI link says, each part null or empty where it says nothing. */
export interface ReadUpiLink {
  readonly payeeAddress: string;
  readonly payeeName: string;
  readonly amountMinor: MinorAmount | null;
  readonly transactionReference: string;
}

/**
 * Reads a link that another party built (`upi://pay?pa=…&pn=…&tr=…&am=100&cu=…`); null for one that names no payee, has an
 * amount that is none, or another currency than that of the market that pays by UPI.
 */
export function readUpiIntent(link: string): ReadUpiLink | null {
  const currency = currencyOf(marketOfChannel('upi'));
  const [, query] = /^upi:\/\/pay\?([\x21-\x7e]+)$/.exec(link) ?? [];
  if (query === undefined) return null;
  const said = new URLSearchParams(query);
  const payeeAddress = said.get('pa') ?? '';
  const amount = said.get('am') ?? '';
  const [, fraction = ''] = amount.split('.');
  const isPlain = /^\d{1,9}(\.\d+)?$/.test(amount) && fraction.length <= decimalsOf(currency);
  const amountMinor = isPlain ? amountFromText(amount, currency) : null;
  const isRead = isUpiAddress(payeeAddress) && (amount === '' || amountMinor !== null);
  if (!isRead || (said.get('cu') ?? currency) !== currency) return null;
  return {
    payeeAddress,
    payeeName: said.get('pn') ?? '',
    amountMinor,
    transactionReference: said.get('tr') ?? '',
  };
}
