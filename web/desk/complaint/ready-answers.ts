import { marketText } from '#content/market-words.ts';
import { answerText, deskComplaintText } from '#content/messages/desk-complaint.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskComplaint, DeskLoan } from '#contract/desk.ts';
import { amountsInText } from '#domain/desk/amounts-in-text.ts';
import { type Language, localeOf } from '#domain/language.ts';
import { dayIn, marketOf } from '#domain/market.ts';
import type { OpenDesk } from '../open-desk.ts';

export type ReadyAnswer = keyof (typeof answerText)['es'];

/** The language of the data request, else of the accepted agreement, else of the market. */
export function languageOfAnswer(
  loan: DeskLoan | null,
  { market, dataRequest }: Pick<DeskComplaint, 'market' | 'dataRequest'>,
): Language {
  if (dataRequest) return dataRequest.language;
  return loan?.agreement?.language ?? marketOf[loan?.market ?? market].language;
}

/** The ready answers that are true of the loan. `loan` is null for a complaint about no loan. */
export function readyAnswers(loan: DeskLoan | null, request: DeskComplaint['dataRequest']): ReadyAnswer[] {
  if (request) {
    const extended = request.extendedDueAt ? (['extended'] as const) : [];
    return ['copySent', 'personalData', 'dataGranted', 'dataRefused', ...extended, 'looking'];
  }
  const isOwed = loan !== null && loan.settlesMinor > 0;
  const isSettled = loan !== null && loan.disbursedOn !== null && loan.balanceMinor === 0;
  return [
    'looking',
    ...(isOwed ? (['owed'] as const) : []),
    ...(isOwed && loan.daysLate > 0 && (loan.due?.penaltyMinor ?? 0) > 0 ? (['feeStands'] as const) : []),
    ...(isSettled ? (['nothingOwed'] as const) : []),
    'collectors',
    'personalData',
  ];
}

/** A ready answer with the ledger's current amounts. */
export function readyAnswer(
  name: ReadyAnswer,
  loan: DeskLoan | null,
  complaint: Pick<DeskComplaint, 'market' | 'dataRequest'>,
  desk: Pick<OpenDesk, 'money'>,
): string {
  const { market, dataRequest: request } = complaint;
  const language = languageOfAnswer(loan, complaint);
  const money = (amountMinor: number) => desk.money(amountMinor, loan?.currency, language);
  return fill(answerText[language][name], {
    order: loan?.orderNumber ?? '',
    owed: money(loan?.due?.amountMinor ?? 0),
    fees: money(loan?.due?.penaltyMinor ?? 0),
    rest: money(loan?.settlesMinor ?? 0),
    date: loan?.dueDate ?? '',
    effect: request ? dayIn(market, request.effectDueAt) : '',
    extended: request?.extendedDueAt ? dayIn(market, request.extendedDueAt) : '',
    remedy: request ? marketText(market, language).dataAuthority : '',
  });
}

/** How a late answer begins, in whole hours or days; empty before the deadline. */
export function lateOpening(
  { clock: { minutesLeft } }: Pick<DeskComplaint, 'clock'>,
  language: Language,
): string {
  if (minutesLeft >= 0) return '';
  const text = deskComplaintText[language];
  const hours = Math.floor(-minutesLeft / 60);
  const [count, unit] = hours < 24 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day'];
  const inWords = new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'long' });
  return fill(text.lateOpening, { time: hours === 0 ? text.lessThanHour : inWords.format(count) });
}

/** Why an answer is not sent. `words` quotes the part of the answer at fault. */
export interface AnswerProblem {
  readonly kind:
    | 'promise'
    | 'empty'
    | 'long'
    | 'gap'
    | 'figures'
    | 'changed'
    | 'photoLarge'
    | 'photoBad'
    | 'photosMany';
  readonly words: string;
}

/**
 * Checks an answer before it is sent. It must not be empty or too long, leave a gap such as `[date]` unfilled, or name an amount
 * that the ledger does not have; a final answer must not merely promise one.
 */
export function problemOfAnswer(
  text: string,
  loan: DeskLoan | null,
  { isInterim, maxLength }: { readonly isInterim: boolean; readonly maxLength: number },
): AnswerProblem | null {
  if (text.trim() === '') return { kind: 'empty', words: '' };
  const promises = Object.values(answerText).map(({ looking }) => looking);
  if (!isInterim && promises.some((promise) => text.trim() === promise))
    return { kind: 'promise', words: '' };
  if (text.length > maxLength) return { kind: 'long', words: String(maxLength) };
  const [gap] = /\{[^}]*\}|\[[^\]]*\]|_{3,}/u.exec(text) ?? [];
  if (gap !== undefined) return { kind: 'gap', words: gap };
  const figures = figuresOf(loan);
  const unknown = amountsInText(text).filter(
    ({ amountMinor }) => amountMinor === null || !figures.has(amountMinor),
  );
  if (unknown.length === 0) return null;
  return { kind: 'figures', words: [...new Set(unknown.map(({ text: written }) => written))].join(', ') };
}

/** Every amount of a loan in the ledger, in minor units: the debt, its parts and each movement. */
function figuresOf(loan: DeskLoan | null): ReadonlySet<number> {
  if (!loan) return new Set();
  const { due, instalments, story } = loan;
  return new Set([
    loan.balanceMinor,
    loan.settlesMinor,
    loan.savesMinor,
    loan.principalMinor,
    loan.suspenseMinor,
    due?.amountMinor ?? 0,
    due?.penaltyMinor ?? 0,
    loan.balanceMinor - (due?.amountMinor ?? 0),
    ...instalments.flatMap(({ chargedMinor, paidMinor, penaltyOwedMinor }) => [
      chargedMinor,
      paidMinor,
      chargedMinor - paidMinor,
      chargedMinor - paidMinor - penaltyOwedMinor,
    ]),
    ...story.flatMap(({ owedMinor }) => (owedMinor === null ? [] : [Math.abs(owedMinor)])),
  ]);
}
