import { paymentChannelText } from '#content/messages/payment-channels.ts';
import { fill } from '#content/text-pack.ts';
import type { ChannelKind, InstructionRequest, PaymentInstruction } from '#contract/calls/repayment.ts';
import { CodedError } from '#domain/error-code.ts';
import { remainingTotal } from '#domain/loan/instalment-state.ts';
import { isPayable } from '#domain/loan/loan-status.ts';
import { formatClabe } from '#domain/repayment/clabe.ts';
import { groupDigits } from '#domain/repayment/store-reference.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { currentLoan } from '../ledger/current-loan.ts';
import { type ChannelSubject, upiLink } from './channels.ts';
import { barcodeImage, qrImage } from './payment-codes.ts';
import { referencesOf } from './store.ts';

/** How one channel is explained. */
interface ChannelWords {
  readonly title: string;
  readonly text: string;
  readonly codeImage: string;
  readonly steps: readonly string[];
}

/**
 * How to pay one of a loan's codes, step by step (INSTR-1).
 * @throws CodedError 'not-found' for a code of another loan or purpose, 'status-conflict' for a loan that does not await
 * a payment, 'request-invalid' for an amount of 0 or beyond what the loan still owes.
 */
export async function paymentInstruction(
  context: BorrowerContext,
  { productId, orderId, amountMinor, payCode, purpose }: InstructionRequest,
): Promise<PaymentInstruction> {
  const { database, language, configuration, money } = context;
  const { loan, instalments, today } = await currentLoan(context, { productId, orderId });
  const references = await referencesOf(database, loan.id, purpose);
  const reference = references.find(({ code }) => code === payCode);
  if (!reference) throw new CodedError('not-found');
  if (!isPayable(loan.status)) throw new CodedError('status-conflict');
  if (amountMinor < 1 || amountMinor > remainingTotal(instalments)) {
    throw new CodedError('request-invalid', 'amount');
  }
  const subject = { language, market: loan.market, amountMinor, configuration };
  const words = channelWords(reference.channelKind, payCode, subject, money(amountMinor));
  const text = paymentChannelText[language];
  const { lenderName, email: contact } = configuration.companies[loan.market];
  return {
    currency: loan.currency,
    topLogo: loan.productLogo,
    amountMinor,
    title: words.title,
    text: words.text,
    payCode,
    codeImage: words.codeImage,
    companyName: lenderName,
    sections: [{ title: text.stepsTitle, lines: [...words.steps, text.keepReceipt] }],
    imageSections: contact === '' ? [] : [{ title: text.helpTitle, contact, images: [] }],
    bottomLogo: '',
    claimToday: today,
  };
}

function channelWords(
  kind: ChannelKind,
  payCode: string,
  subject: ChannelSubject,
  amount: string,
): ChannelWords {
  const { language, market, configuration } = subject;
  const text = paymentChannelText[language];
  const { store, upi, virtualAccount } = configuration.channels;
  const company = configuration.companies[market].lenderName;
  switch (kind) {
    case 'bank-transfer':
      return {
        title: text.bankTransferHow,
        text: text.bankTransferHowText,
        codeImage: '',
        steps: [
          text.bankTransferStep1,
          fill(text.bankTransferStep2, { code: formatClabe(payCode) }),
          fill(text.bankTransferStep3, { company }),
          fill(text.bankTransferStep4, { amount }),
        ],
      };
    case 'store':
      return {
        title: text.storeHow,
        text: fill(text.storeHowText, { chain: store.chainName }),
        codeImage: barcodeImage(payCode),
        steps: [
          text.storeStep1,
          fill(text.storeStep2, { code: groupDigits(payCode, 4) }),
          fill(text.storeStep3, { amount }),
          fill(text.storeStep4, { company }),
        ],
      };
    case 'upi':
      return {
        title: text.upiHow,
        text: text.upiHowText,
        codeImage: qrImage(upiLink(payCode, subject)),
        steps: [
          text.upiStep1,
          fill(text.upiStep2, { company, address: upi.payeeAddress }),
          fill(text.upiStep3, { amount }),
          text.upiStep4,
        ],
      };
    case 'virtual-account':
      return {
        title: text.virtualAccountHow,
        text: text.virtualAccountHowText,
        codeImage: '',
        steps: [
          fill(text.virtualAccountStep1, { code: payCode }),
          fill(text.virtualAccountStep2, { ifsc: virtualAccount.ifsc, bank: virtualAccount.bankName }),
          fill(text.virtualAccountStep3, { company }),
          fill(text.virtualAccountStep4, { amount }),
        ],
      };
  }
}
