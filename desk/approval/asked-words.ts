import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import type { Language } from '#domain/language.ts';

const kindOfCall = {
  waiveCharge: 'waive-penalty',
  reversePenalties: 'reverse-penalties',
  reversePayment: 'reverse-payment',
  assignPayment: 'assign',
  writeOffLoan: 'write-off',
  requestRefund: 'refund',
} as const;

/** What is asked for, by the name of its call. */
export function askedWords(call: string, language: Language): string {
  return call in kindOfCall
    ? deskCorrectionText[language][kindOfCall[call as keyof typeof kindOfCall]]
    : call;
}
