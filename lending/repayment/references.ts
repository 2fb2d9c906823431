import type { ChannelKind, PaymentPurpose } from '#contract/calls/repayment.ts';
import type { Market } from '#domain/market.ts';
import { buildClabe } from '#domain/repayment/clabe.ts';
import { buildStoreReference } from '#domain/repayment/store-reference.ts';
import type { ChannelConfiguration } from '../dependencies.ts';

/** A code to pay with, and the channel that takes it. */
export interface PaymentReference {
  readonly channelKind: ChannelKind;
  readonly code: string;
}

/** The digit that keeps the codes of one purpose apart from those of another. */
const purposeDigits: Readonly<Record<PaymentPurpose, string>> = { repay: '0', extend: '1' };

/**
 * The codes a loan is paid with, each of this loan and purpose only, in the order they are shown (REPAY-3): in Mexico a
 * CLABE and a store reference, in India a UPI reference and a virtual account.
 * @throws ClabeError or StoreReferenceError when the configured prefixes do not have their digits.
 */
export function buildReferences(
  loan: { readonly market: Market; readonly serialNumber: number },
  purpose: PaymentPurpose,
  channels: ChannelConfiguration,
): PaymentReference[] {
  const account = purposeDigits[purpose] + String(loan.serialNumber).padStart(10, '0');
  if (loan.market === 'MX') {
    return [
      { channelKind: 'bank-transfer', code: buildClabe({ ...channels.spei, account }) },
      { channelKind: 'store', code: buildStoreReference(channels.store.referencePrefix + account) },
    ];
  }
  return [
    { channelKind: 'upi', code: `LL${account}` },
    { channelKind: 'virtual-account', code: channels.virtualAccount.accountPrefix + account },
  ];
}
