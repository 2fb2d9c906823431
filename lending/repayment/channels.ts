import { paymentChannelText } from '#content/messages/payment-channels.ts';
import { fill } from '#content/text-pack.ts';
import type { Channel, ChannelGroup, ChannelKind } from '#contract/calls/repayment.ts';
import type { Language } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { upiIntent } from '#domain/repayment/upi.ts';
import type { LendingConfiguration } from '../dependencies.ts';
import { barcodeImage, qrImage } from './payment-codes.ts';
import type { PaymentReference } from './references.ts';

/** What a channel is drawn for. */
export interface ChannelSubject {
  readonly language: Language;
  readonly market: Market;
  /** What is to be paid, above 0; filled in where the channel can. */
  readonly amountMinor: MinorAmount;
  readonly configuration: LendingConfiguration;
}

/** The order of the groups, and the kinds in each. */
const groups = [
  { title: 'upiGroup', kinds: ['upi'] },
  { title: 'transferGroup', kinds: ['bank-transfer', 'virtual-account'] },
  { title: 'cashGroup', kinds: ['store'] },
] as const satisfies readonly { title: string; kinds: readonly ChannelKind[] }[];

/** The ways to pay with a loan's codes, grouped; groups without one are left out (REPAY-3). */
export function channelGroups(
  references: readonly PaymentReference[],
  subject: ChannelSubject,
): ChannelGroup[] {
  const text = paymentChannelText[subject.language];
  return groups
    .map(({ title, kinds }) => ({
      title: text[title],
      channels: references
        .filter(({ channelKind }) => (kinds as readonly ChannelKind[]).includes(channelKind))
        .map((reference) => channelOf(reference, subject)),
    }))
    .filter(({ channels }) => channels.length > 0);
}

/** The link that opens a UPI app with the amount and the loan's reference filled in. */
export function upiLink(code: string, { amountMinor, market, configuration }: ChannelSubject): string {
  const { payeeAddress } = configuration.channels.upi;
  const { lenderName: payeeName } = configuration.companies[market];
  return upiIntent({ payeeAddress, payeeName, amountMinor, currency: 'INR', transactionReference: code });
}

function channelOf({ channelKind, code }: PaymentReference, subject: ChannelSubject): Channel {
  const { language, market, configuration } = subject;
  const text = paymentChannelText[language];
  const plain = {
    logo: '',
    payCode: code,
    codeImage: '',
    barcodeImage: '',
    kind: channelKind,
    holderName: configuration.companies[market].lenderName,
    bankCode: '',
    payLink: '',
  };
  switch (channelKind) {
    case 'bank-transfer':
      return {
        ...plain,
        title: text.bankTransferTitle,
        description: text.bankTransferText,
        codeLabel: text.bankTransferCode,
      };
    case 'store':
      return {
        ...plain,
        title: fill(text.storeTitle, { chain: configuration.channels.store.chainName }),
        description: text.storeText,
        codeLabel: text.storeCode,
        barcodeImage: barcodeImage(code),
      };
    case 'upi': {
      const payLink = upiLink(code, subject);
      return {
        ...plain,
        title: text.upiTitle,
        description: text.upiText,
        codeLabel: text.upiCode,
        codeImage: qrImage(payLink),
        payLink,
      };
    }
    case 'virtual-account':
      return {
        ...plain,
        title: text.virtualAccountTitle,
        description: text.virtualAccountText,
        codeLabel: text.virtualAccountCode,
        bankCode: configuration.channels.virtualAccount.ifsc,
      };
  }
}
