import { currencyOf, decimalsOf, marketOfChannel } from '../market.ts';
import { amountFromText, amountInField } from '../money/amount-input.ts';
import { type Currency, type MinorAmount, minorAmount } from '../money/money.ts';

export interface UpiPayment {
  /** UPI address of the payee, `name@handle`. */
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

export type UpiErrorCode = 'payee-address' | 'payee-name' | 'amount' | 'transaction-reference' | 'note';

/** The code names the invalid part. The message never contains the refused value. */
export class UpiError extends Error {
  readonly code: UpiErrorCode;

  constructor(code: UpiErrorCode) {
    super(`UPI link refused: ${code}`);
    this.name = 'UpiError';
    this.code = code;
  }
}

/** A name of 2 to 255 characters, `@`, and a handle that begins with a letter. */
export function isUpiAddress(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{1,254}@[A-Za-z][A-Za-z0-9]{1,63}$/.test(text);
}

/** 1 to 99 characters, not all blank. */
export function isUpiPayeeName(text: string): boolean {
  return text.trim() !== '' && text.length <= 99;
}

/**
 * Link that opens the payer's UPI app (NPCI, UPI Linking Specifications 1.6): `upi://pay?pa=…&pn=…&am=1422.81&cu=…&tr=…`. Address and
 * reference need no escapes; the address keeps its `@` as in the specification's examples.
 * @throws UpiError naming the invalid part; MoneyError for an amount that is not an integer.
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

export interface ReadUpiLink {
  readonly payeeAddress: string;
  readonly payeeName: string;
  readonly amountMinor: MinorAmount | null;
  readonly transactionReference: string;
}

/**
 * Reads a provider's link (`upi://pay?pa=…&pn=…&tr=…&am=100&cu=…`); null without payee, for an invalid amount, or for a currency other
 * than that of the UPI market.
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
