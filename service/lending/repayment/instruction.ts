import { placeWords } from '#content/deadline-words.ts';
import { paymentChannelText } from '#content/messages/payment-channels.ts';
import { fill } from '#content/text-pack.ts';
import type {
  ChannelKind,
  InstructionRequest,
  PaymentInstruction,
  PaymentPurpose,
} from '#contract/calls/repayment.ts';
import { amountDueOn } from '#domain/booking/settlement.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import type { Language } from '#domain/language.ts';
import { remainingTotal } from '#domain/loan/instalment-state.ts';
import { isPayable } from '#domain/loan/loan-status.ts';
import { largestToPay } from '#domain/loan/statement.ts';
import { addMinor, type MinorAmount, zeroMinor } from '#domain/money/money.ts';
import { formatClabe, isClabe } from '#domain/repayment/clabe.ts';
import { groupDigits } from '#domain/repayment/store-reference.ts';
import { isUpiAddress, readUpiIntent } from '#domain/repayment/upi.ts';
import type { ConfirmationTime } from '#domain/repayment/value-day.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { type CurrentLoan, currentLoan } from '../ledger/loan-course.ts';
import {
  type ChannelSubject,
  chainOf,
  channelGroups,
  codeLabelOf,
  confirmationNote,
  confirmationOf,
  oneAmountNote,
  upiLink,
} from './channels.ts';
import { isUsable, type WaysToPay, waysToPay } from './issue-references.ts';
import { barcodeImage, qrImage } from './payment-codes.ts';
import { type PaymentReference, referencesOf } from './store.ts';
import { orderedWays } from './usual-way.ts';

interface ChannelWords {
  readonly title: string;
  readonly text: string;
  readonly codeImage: string;
  readonly steps: readonly string[];
}

const noWays: WaysToPay = { references: [], unavailable: [], onRequest: [] };

/**
 * How to pay one of a loan's codes, step by step (INSTR-1). For a channel's name in place of a code, its code is made for the amount; if it
 * is unavailable, the answer says so with the other ways to pay. @throws CodedError 'not-found' for a code of another loan or purpose,
 * 'status-conflict' for a loan that does not await a payment, 'request-invalid' for an amount of 0 or above the debt.
 */
export async function paymentInstruction(
  context: BorrowerContext,
  { productId, orderId, amountMinor: wishedMinor, payCode, purpose, receivedBeforeMinor }: InstructionRequest,
): Promise<PaymentInstruction> {
  const { language, configuration, references, money, day } = context;
  const current = await currentLoan(context, { productId, orderId });
  const { loan } = current;
  const named = await namedReference(context, current, { payCode, purpose });
  const receivedMinor = receivedOn(current);
  const since = { receivedMinor, receivedBeforeMinor };
  if (purpose === 'repay' && isPaidSince(current, named.reference, { ...since, amountMinor: wishedMinor })) {
    return { ...paidInstruction(context, current, wishedMinor), receivedMinor };
  }
  if (!isPayable(loan.status)) throw new CodedError('status-conflict');
  const { due, settlesMinor } = amountDueOn(current, current.today);
  const dueMinor = due?.amountMinor ?? zeroMinor;
  if (wishedMinor < 1 || wishedMinor > largestToPay(dueMinor, { allowsPrepayment: true, settlesMinor })) {
    throw new CodedError('request-invalid', 'amount');
  }
  const isShown =
    named.reference &&
    isUsable(named.reference, named.reference.amountMinor ?? wishedMinor, context.clock.now());
  const ways = isShown
    ? noWays
    : await waysToPay(context, current, {
        purpose,
        amountMinor: wishedMinor,
        channelKind: named.channelKind,
      });
  const reference =
    (isShown && named.reference) ||
    ways.references.find(({ channelKind }) => channelKind === named.channelKind);
  const amountMinor = reference?.amountMinor ?? wishedMinor;
  const subject = { language, market: loan.market, amountMinor, configuration, references, money, day };
  const text = paymentChannelText[language];
  const { lenderName, email: contact } = configuration.companies[loan.market];
  const within = reference
    ? confirmationOf(context.references, reference.provider, reference.channelKind)
    : null;
  const words = reference && channelWords(reference, subject, { amount: money(amountMinor), within });
  const notes = reference
    ? [
        oneAmountNote(reference, subject),
        within && confirmationNote(within, reference, dueDays(current, subject.language), subject),
      ]
    : [];
  return {
    currency: loan.currency,
    topLogo: loan.productLogo,
    amountMinor,
    title: words?.title ?? '',
    text: words?.text ?? '',
    payCode: reference?.code ?? '',
    codeImage: words?.codeImage ?? '',
    companyName: words ? (reference?.facts.holderName ?? lenderName) : '',
    sections: words ? [{ title: text.stepsTitle, lines: [...words.steps, text.keepReceipt] }] : [],
    imageSections: contact === '' ? [] : [{ title: text.helpTitle, contact, images: [] }],
    bottomLogo: '',
    note: notes.filter(Boolean).join(' '),
    voucherLink: reference?.facts.voucherLink ?? '',
    networks: (reference?.facts.networks ?? []).map(({ code, agreement = '', shops }) => ({
      payCode: code,
      agreement,
      shops: [...shops],
      barcodeImage: agreement === '' ? barcodeImage(code) : '',
    })),
    payLink: reference?.channelKind === 'upi' ? upiLink(reference, subject) : '',
    codeLabel: reference ? codeLabelOf(reference, language) : '',
    shop: reference?.channelKind === 'store' ? chainOf(reference, context) : '',
    feeMinor: reference?.facts.feeMinor ?? null,
    validUntil: reference ? (reference.expiresAt?.toISOString() ?? '') : null,
    unavailable: reference ? '' : text.unavailableNow,
    otherGroups: reference
      ? null
      : channelGroups(withoutChannel(ways, named.channelKind), subject, orderedWays(context, current)),
    receivedMinor,
    isPaid: false,
    claimToday: current.today,
  };
}

/** Sum of a loan's standing payments, in minor units, optionally after an instant. */
function receivedOn({ payments }: Pick<CurrentLoan, 'payments'>, after?: Date): MinorAmount {
  const counted = payments.filter(
    ({ outcome, receivedAt }) => outcome === 'posted' && (after === undefined || receivedAt > after),
  );
  return addMinor(...counted.map(({ amountMinor }) => amountMinor));
}

/** Whether a code's amount was paid in any way since it was shown, or since it was made for that one amount. */
function isPaidSince(
  current: CurrentLoan,
  reference: PaymentReference | null,
  options: {
    readonly amountMinor: MinorAmount;
    readonly receivedMinor: MinorAmount;
    readonly receivedBeforeMinor: MinorAmount | undefined;
  },
): boolean {
  const { amountMinor, receivedMinor, receivedBeforeMinor } = options;
  if (receivedBeforeMinor !== undefined && receivedMinor - receivedBeforeMinor >= amountMinor) return true;
  if (reference === null || reference.amountMinor === null) return false;
  return receivedOn(current, reference.createdAt) >= reference.amountMinor;
}

/** Replaces a code whose amount was paid in another way: nothing to pay with. */
function paidInstruction(
  { language }: BorrowerContext,
  { loan }: CurrentLoan,
  amountMinor: MinorAmount,
): Omit<PaymentInstruction, 'receivedMinor'> {
  const text = paymentChannelText[language];
  return {
    currency: loan.currency,
    topLogo: loan.productLogo,
    amountMinor,
    isPaid: true,
    title: text.paidTitle,
    text: text.paidText,
    payCode: '',
    codeImage: '',
    companyName: '',
    sections: [],
    imageSections: [],
    bottomLogo: '',
    note: '',
    voucherLink: '',
    networks: [],
    payLink: '',
    codeLabel: '',
    shop: '',
    feeMinor: null,
    validUntil: null,
    unavailable: '',
    otherGroups: null,
    claimToday: '',
  };
}

function dueDays({ loan, instalments, today }: CurrentLoan, language: Language) {
  const unpaid = instalments.filter((each) => remainingTotal([each]) > 0);
  const place = placeWords(loan.terms, language);
  return { dueDates: unpaid.map(({ dueDate }) => dueDate), today, place };
}

interface NamedReference {
  readonly channelKind: ChannelKind;
  readonly reference: PaymentReference | null;
}

/** The reference of a code or channel name; a channel's may not be made yet. */
async function namedReference(
  { database, references }: BorrowerContext,
  { loan }: CurrentLoan,
  { payCode, purpose }: { readonly payCode: string; readonly purpose: PaymentPurpose },
): Promise<NamedReference> {
  const source = references.sources.find(
    ({ market, channelKind }) => market === loan.market && channelKind === payCode,
  );
  if (source) return { channelKind: source.channelKind, reference: null };
  const shown = await referencesOf(database, loan, purpose);
  const reference = orNotFound(shown.find(({ code }) => code === payCode));
  return { channelKind: reference.channelKind, reference };
}

function withoutChannel(ways: WaysToPay, kind: ChannelKind): WaysToPay {
  return {
    references: ways.references.filter(({ channelKind }) => channelKind !== kind),
    unavailable: [],
    onRequest: ways.onRequest.filter((channelKind) => channelKind !== kind),
  };
}

function channelWords(
  reference: PaymentReference,
  subject: ChannelSubject,
  { amount, within }: { readonly amount: string; readonly within: ConfirmationTime | null },
): ChannelWords {
  const { language, market, configuration } = subject;
  const { channelKind, code, facts, provider } = reference;
  const text = paymentChannelText[language];
  const company = facts.holderName ?? configuration.companies[market].lenderName;
  switch (channelKind) {
    case 'bank-transfer':
      return {
        title: text.bankTransferHow,
        text: text.bankTransferHowText,
        codeImage: '',
        steps: [
          text.bankTransferStep1,
          fill(text.bankTransferStep2, { code: isClabe(code) ? formatClabe(code) : code }),
          fill(text.bankTransferStep3, { company }),
          fill(text.bankTransferStep4, { amount }),
        ],
      };
    case 'store':
      return {
        title: text.storeHow,
        text: text.storeHowText,
        codeImage: barcodeImage(facts.barcodeText ?? code),
        steps: [
          text.storeStep1,
          fill(text.storeStep2, { code: groupDigits(code, 4) }),
          fill(text.storeStep3, { amount }),
          [fill(text.storeStep4, { company }), ...(within === null ? [text.storeCountsAtOnce] : [])].join(
            ' ',
          ),
        ],
      };
    case 'upi': {
      const link = upiLink(reference, subject);
      const address = readUpiIntent(link)?.payeeAddress ?? (isUpiAddress(code) ? code : '');
      return {
        title: text.upiHow,
        text: text.upiHowText,
        codeImage: link === '' ? '' : qrImage(link),
        steps: [
          text.upiStep1,
          fill(text.upiStep2, { company, address }),
          fill(text.upiStep3, { amount }),
          text.upiStep4,
        ],
      };
    }
    case 'virtual-account': {
      const own = provider === 'own' ? configuration.channels.virtualAccount : { ifsc: '', bankName: '' };
      return {
        title: text.virtualAccountHow,
        text: text.virtualAccountHowText,
        codeImage: '',
        steps: [
          fill(text.virtualAccountStep1, { code }),
          fill(text.virtualAccountStep2, {
            ifsc: facts.bankCode ?? own.ifsc,
            bank: facts.bankName ?? own.bankName,
          }),
          fill(text.virtualAccountStep3, { company }),
          fill(text.virtualAccountStep4, { amount }),
        ],
      };
    }
  }
}
