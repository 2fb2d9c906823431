import type { Language } from '#domain/language.ts';
import type { ChargeKind } from '#domain/loan/charge-dispute.ts';
import { marketOfCurrency } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';
import { marketText } from '../market-words.ts';
import { textPack } from '../text-pack.ts';

/** Charges beside principal, without the tax, which depends on the market. */
const chargeNameText = textPack({
  es: {
    penalty: 'Recargo por atraso',
    'late-fee': 'Recargo único por atraso',
    interest: 'Intereses',
    fee: 'Comisión',
    'extension-fee': 'Costo de aplazar',
  },
  en: {
    penalty: 'Late penalty',
    'late-fee': 'One-time late fee',
    interest: 'Interest',
    fee: 'Processing fee',
    'extension-fee': 'Cost of extending',
  },
});

/** @param currency of the loan; it decides the name of the tax. */
export function chargeName(kind: ChargeKind, language: Language, currency: Currency | null): string {
  if (kind !== 'vat') return chargeNameText[language][kind];
  return marketText(marketOfCurrency(currency), language).taxName;
}

/** Disputing a charge, and the answer. */
export const chargeDisputeText = textPack({
  es: {
    title: 'No estoy de acuerdo',
    inReview: 'En revisión',
    inReviewUntil: 'En revisión hasta el {date}',
    reviewCharges: 'Revisar cargos',
    whichCharge: '¿Qué cargo no está bien?',
    chooseCharge: 'Elija un cargo.',
    chooseLine: 'Elija un cargo. Revisarlo no cuesta nada.',
    dueOn: 'Vence el {date}',
    planNote: 'En revisión hasta el {date}: {charges}',
    disputed: 'De esto, {amount} está en revisión.',
    disputedStill: 'De esto, {amount} está en revisión y no crece.',
    inReviewRow: '{charge} en revisión',
    charge: 'Cargo',
    partOf: 'Es parte de',
    payment: '{Payment} {number}',
    amount: 'Le cobramos',
    why: '¿Por qué no está de acuerdo?',
    'not-agreed': 'No lo acepté en mi contrato',
    'wrong-amount': 'El monto está mal',
    'paid-on-time': 'Pagué a tiempo',
    'told-otherwise': 'Me dijeron otra cosa',
    other: 'Otra razón',
    whyMissing: 'Elija una razón.',
    words: 'Cuéntenos más',
    wordsHint: 'Hasta 300 letras. Hace falta si elige “Otra razón”.',
    wordsMissing: 'Escriba su razón.',
    wordsTooLong: 'Escriba hasta 300 letras.',
    intro:
      'Una persona lo revisa y le responde en 72 horas. Si no lo hace, abrimos una queja por usted. No le cuesta nada.',
    stillDue: 'Mientras se revisa, el cargo sigue en su cuenta.',
    send: 'Enviar',
    open: 'En revisión: {charge}, {amount}, {payment} {number}. Le respondemos a más tardar el {time}.',
    openTold:
      'En revisión: {charge}, {amount}, {payment} {number}. No le respondimos a tiempo y abrimos por usted la queja {folio}.',
    openToldPlain:
      'En revisión: {charge}, {amount}, {payment} {number}. No le respondimos a tiempo y abrimos una queja por usted.',
    gone: 'Ya no le cobramos: {charge}, {payment} {number}. Si con eso basta, puede retirar lo que nos dijo.',
    rejectedGone: '{charge}, {payment} {number}: lo revisamos, y ya no se le cobra.',
    seeComplaint: 'Ver la queja',
    pausedPenalty: 'Mientras tanto este recargo no crece.',
    paused: 'Mientras tanto no le sumamos recargo por este cargo.',
    see: 'Ver o retirar',
    upheld: 'Tiene razón. {charge}, {payment} {number}: le quitamos {taken}.',
    upheldPart: '{charge}, {payment} {number}: le quitamos {taken} de {amount}.',
    upheldTax: 'También {vat} de {tax}.',
    upheldPaid: 'Si ya había pagado algo de eso, se usó en lo que debe o quedó a su favor.',
    rejected: '{charge}, {amount}, {payment} {number}: lo revisamos y se queda.',
    rejectedNext: 'Si no está de acuerdo con la respuesta, presente una queja.',
    complain: 'Presentar una queja',
    yourReason: 'Su razón',
    yourWords: 'Lo que nos dijo',
    withdraw: 'Retirar',
    withdrawLine: 'Si ya está de acuerdo, puede retirarlo.',
    withdrawAgain: 'Puede volver a decirlo cuando quiera.',
    complaint:
      'No estoy de acuerdo con un cargo: {charge}, {amount}, {payment} {number}. No me respondieron en {hours} horas.',
  },
  en: {
    title: 'I do not agree',
    inReview: 'Under review',
    inReviewUntil: 'Under review until {date}',
    reviewCharges: 'Review charges',
    whichCharge: 'Which charge is not right?',
    chooseCharge: 'Choose a charge.',
    chooseLine: 'Choose a charge. Having it reviewed costs nothing.',
    dueOn: 'Due on {date}',
    planNote: 'Under review until {date}: {charges}',
    disputed: 'Of this, {amount} is under review.',
    disputedStill: 'Of this, {amount} is under review and does not grow.',
    inReviewRow: '{charge} under review',
    charge: 'Charge',
    partOf: 'Part of',
    payment: '{Payment} {number}',
    amount: 'We charged you',
    why: 'Why do you not agree?',
    'not-agreed': 'I did not accept it in my agreement',
    'wrong-amount': 'The amount is wrong',
    'paid-on-time': 'I paid on time',
    'told-otherwise': 'I was told something else',
    other: 'Another reason',
    whyMissing: 'Choose a reason.',
    words: 'Tell us more',
    wordsHint: 'Up to 300 characters. Needed if you choose “Another reason”.',
    wordsMissing: 'Write your reason.',
    wordsTooLong: 'Write up to 300 characters.',
    intro:
      'A person reviews it and answers you in 72 hours. If nobody does, we open a complaint for you. It costs you nothing.',
    stillDue: 'The charge stays on your account while it is reviewed.',
    send: 'Send',
    open: 'Under review: {charge}, {amount}, {payment} {number}. We answer you by {time}.',
    openTold:
      'Under review: {charge}, {amount}, {payment} {number}. We did not answer in time and opened complaint {folio} for you.',
    openToldPlain:
      'Under review: {charge}, {amount}, {payment} {number}. We did not answer in time and opened a complaint for you.',
    gone: 'We no longer charge you: {charge}, {payment} {number}. If that is enough, you can take back what you told us.',
    rejectedGone: '{charge}, {payment} {number}: we looked at it, and it is no longer charged.',
    seeComplaint: 'See the complaint',
    pausedPenalty: 'This penalty does not grow in the meantime.',
    paused: 'No penalty is added for this charge in the meantime.',
    see: 'See or withdraw',
    upheld: 'You are right. {charge}, {payment} {number}: we took off {taken}.',
    upheldPart: '{charge}, {payment} {number}: we took off {taken} of {amount}.',
    upheldTax: 'And {vat} of {tax}.',
    upheldPaid: 'If you had paid any of it, that was used for what you owe or is in your favour.',
    rejected: '{charge}, {amount}, {payment} {number}: we reviewed it, and it stays.',
    rejectedNext: 'If you do not agree with the answer, file a complaint.',
    complain: 'File a complaint',
    yourReason: 'Your reason',
    yourWords: 'What you told us',
    withdraw: 'Withdraw',
    withdrawLine: 'If you agree now, you can withdraw it.',
    withdrawAgain: 'You can say it again at any time.',
    complaint:
      'I do not agree with a charge: {charge}, {amount}, {payment} {number}. Nobody answered me in {hours} hours.',
  },
});
