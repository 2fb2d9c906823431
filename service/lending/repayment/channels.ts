import { paymentChannelText } from '#content/messages/payment-channels.ts';
import { fill } from '#content/text-pack.ts';
import type { Channel, ChannelGroup, ChannelKind } from '#contract/calls/repayment.ts';
import type { LocalDate } from '#domain/calendar.ts';
import type { Language } from '#domain/language.ts';
import { currencyOf, dayIn, type Market } from '#domain/market.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { isClabe } from '#domain/repayment/clabe.ts';
import { isUpiAddress, upiIntent } from '#domain/repayment/upi.ts';
import type { PaymentWay } from '#domain/repayment/usual-way.ts';
import type { ConfirmationTime } from '#domain/repayment/value-day.ts';
import { isLenders } from '#providers/ports/payment-references.ts';
import type { LendingConfiguration, LendingDependencies } from '../dependencies.ts';
import type { WaysToPay } from './issue-references.ts';
import { barcodeImage, qrImage } from './payment-codes.ts';
import type { PaymentReference } from './store.ts';

export interface ChannelSubject {
  readonly language: Language;
  readonly market: Market;
  readonly amountMinor: MinorAmount;
  readonly configuration: LendingConfiguration;
  readonly references: Pick<LendingDependencies['references'], 'sources' | 'providers'>;
  readonly money: (amountMinor: MinorAmount) => string;
  readonly day: (date: string) => string;
}

const groupTitles = {
  upi: 'upiGroup',
  'bank-transfer': 'transferGroup',
  'virtual-account': 'transferGroup',
  store: 'cashGroup',
} as const satisfies Readonly<Record<ChannelKind, string>>;

/** The ways to pay a loan, grouped, in the order of `ways`; empty groups are left out (REPAY-3, REPAY-4). */
export function channelGroups(
  { references, unavailable, onRequest }: WaysToPay,
  subject: ChannelSubject,
  ways: readonly PaymentWay[],
): ChannelGroup[] {
  const text = paymentChannelText[subject.language];
  const channelsOf = (kind: ChannelKind): Channel[] => [
    ...references.filter(({ channelKind }) => channelKind === kind).map((row) => channelOf(row, subject)),
    ...(onRequest.includes(kind) ? [{ ...bareChannel(kind, subject), codeRequest: kind }] : []),
    ...(unavailable.includes(kind)
      ? [{ ...bareChannel(kind, subject), unavailable: text.unavailableNow }]
      : []),
  ];
  const kinds = ways.filter((way) => way !== 'card');
  return [...Map.groupBy(kinds, (kind) => groupTitles[kind])]
    .map(([title, its]) => ({ title: text[title], channels: its.flatMap(channelsOf) }))
    .filter(({ channels }) => channels.length > 0);
}

/**
 * A link that opens a UPI app with the amount: the provider's own, else to the reference if it is a UPI address, else to the lender's
 * address with the reference; empty for none of these.
 */
export function upiLink({ code, provider, facts }: PaymentReference, subject: ChannelSubject): string {
  if (facts.payLink !== undefined) return facts.payLink;
  const { amountMinor, market, configuration } = subject;
  const isAddress = isUpiAddress(code);
  if (!isAddress && provider !== 'own') return '';
  const payeeAddress = isAddress ? code : configuration.channels.upi.payeeAddress;
  const { lenderName: payeeName } = configuration.companies[market];
  const transactionReference = isAddress ? code.replace(/@.*$/, '').slice(-35) : code;
  return upiIntent({
    payeeAddress,
    payeeName,
    amountMinor,
    currency: currencyOf(market),
    transactionReference,
  });
}

function referenceNote(reference: PaymentReference, subject: ChannelSubject): string {
  const { expiresAt } = reference;
  const { language, market, day } = subject;
  const ends =
    expiresAt === null
      ? ''
      : fill(paymentChannelText[language].validUntil, { day: day(dayIn(market, expiresAt)) });
  return [oneAmountNote(reference, subject), ends].filter(Boolean).join(' ');
}

/** Says that a reference takes one amount only; empty where it takes any. */
export function oneAmountNote(
  { amountMinor }: Pick<PaymentReference, 'amountMinor'>,
  { language, money }: Pick<ChannelSubject, 'language' | 'money'>,
): string {
  if (amountMinor === null) return '';
  return fill(paymentChannelText[language].forOneAmount, { amount: money(amountMinor) });
}

export function codeLabelOf(
  { channelKind, code }: Pick<PaymentReference, 'channelKind' | 'code'>,
  language: Language,
): string {
  const text = paymentChannelText[language];
  switch (channelKind) {
    case 'bank-transfer':
      return isClabe(code) ? text.bankTransferCode : text.virtualAccountCode;
    case 'store':
      return text.storeCode;
    case 'upi':
      return isUpiAddress(code) ? text.upiAddress : text.upiCode;
    case 'virtual-account':
      return text.virtualAccountCode;
  }
}

export function confirmationNote(
  within: ConfirmationTime,
  { expiresAt }: Pick<PaymentReference, 'expiresAt'>,
  options: { readonly dueDates: readonly LocalDate[]; readonly today: LocalDate; readonly place: string },
  { language, market, day }: Pick<ChannelSubject, 'language' | 'market' | 'day'>,
): string {
  const { dueDates, today, place } = options;
  const text = paymentChannelText[language];
  const [firstDue] = [...dueDates].sort();
  if (firstDue === undefined || firstDue < today) return 'minutes' in within ? '' : text.countsLater;
  const ends = expiresAt === null ? [] : [dayIn(market, expiresAt)];
  const [lastDay = firstDue] = [firstDue, ...ends].sort();
  return lastDay === today
    ? fill(text.countsToday, { place })
    : fill(text.countsInTime, { day: day(lastDay), place });
}

/** How soon the provider of a channel's references confirms money; null where money counts from its payment. */
export function confirmationOf(
  { providers }: ChannelSubject['references'],
  provider: string,
  channelKind: ChannelKind,
): ConfirmationTime | null {
  return providers.find(({ name }) => name === provider)?.confirmation(channelKind) ?? null;
}

function storeText(
  { market, language, money, references }: ChannelSubject,
  reference: Pick<PaymentReference, 'provider' | 'facts'> | null,
): string {
  const text = paymentChannelText[language];
  const source = references.sources.find((each) => each.market === market && each.channelKind === 'store');
  const from = source && !isLenders(source.from) ? source.from.name : 'own';
  const within = confirmationOf(references, reference?.provider ?? from, 'store');
  const speed =
    within === null
      ? text.atOnce
      : 'minutes' in within
        ? text.inMinutes
        : within.businessDays === 1
          ? text.oneBusinessDay
          : fill(text.businessDays, { days: within.businessDays });
  const { feeMinor } = reference?.facts ?? {};
  return feeMinor === undefined
    ? fill(text.storeText, { speed })
    : fill(text.storeFeeText, { speed, fee: money(feeMinor) });
}

/** The store chain of a reference; empty while it is not known. */
export function chainOf(
  { facts, provider }: Pick<PaymentReference, 'facts' | 'provider'>,
  { configuration, references }: Pick<ChannelSubject, 'configuration' | 'references'>,
): string {
  if (facts.chainName !== undefined) return facts.chainName;
  if (provider === 'own') return configuration.channels.store.chainName;
  return references.providers.find(({ name }) => name === provider)?.chainName ?? '';
}

function bareChannel(kind: ChannelKind, subject: ChannelSubject): Channel {
  const { language } = subject;
  const text = paymentChannelText[language];
  const words: Readonly<Record<ChannelKind, Pick<Channel, 'title' | 'description' | 'codeLabel'>>> = {
    'bank-transfer': {
      title: text.bankTransferTitle,
      description: text.bankTransferText,
      codeLabel: text.bankTransferCode,
    },
    store: { title: text.cashTitle, description: storeText(subject, null), codeLabel: text.storeCode },
    upi: { title: text.upiTitle, description: text.upiText, codeLabel: text.upiCode },
    'virtual-account': {
      title: text.virtualAccountTitle,
      description: text.virtualAccountText,
      codeLabel: text.virtualAccountCode,
    },
  };
  return {
    logo: '',
    payCode: '',
    codeImage: '',
    barcodeImage: '',
    kind,
    holderName: '',
    bankCode: '',
    payLink: '',
    note: '',
    voucherLink: '',
    codeRequest: '',
    unavailable: '',
    ...words[kind],
  };
}

/** A reference without link and picture, which take an amount. */
export function plainChannel(reference: PaymentReference, subject: ChannelSubject): Channel {
  const { language, market, configuration } = subject;
  const { channelKind, code, facts, provider } = reference;
  const ownBank = provider === 'own' ? configuration.channels.virtualAccount.ifsc : '';
  const chain = channelKind === 'store' ? chainOf(reference, subject) : '';
  return {
    ...bareChannel(channelKind, subject),
    ...(chain !== '' && { title: fill(paymentChannelText[language].storeTitle, { chain }) }),
    payCode: code,
    codeLabel: codeLabelOf(reference, language),
    holderName: facts.holderName ?? configuration.companies[market].lenderName,
    note: referenceNote(reference, subject),
    voucherLink: facts.voucherLink ?? '',
    ...(channelKind === 'virtual-account' && { bankCode: facts.bankCode ?? ownBank }),
  };
}

function channelOf(reference: PaymentReference, subject: ChannelSubject): Channel {
  const { channelKind, code, facts } = reference;
  const plain = plainChannel(reference, subject);
  switch (channelKind) {
    case 'bank-transfer':
    case 'virtual-account':
      return plain;
    case 'store':
      return {
        ...plain,
        description: storeText(subject, reference),
        barcodeImage: barcodeImage(facts.barcodeText ?? code),
      };
    case 'upi': {
      const payLink = upiLink(reference, subject);
      return {
        ...plain,
        codeImage: payLink === '' ? '' : qrImage(payLink),
        payLink,
      };
    }
  }
}
