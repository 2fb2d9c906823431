import { complaintWaysInWords } from '#content/legal/complaint-ways.ts';
import { marketText } from '#content/market-words.ts';
import { receivedText } from '#content/messages/received.ts';
import { repayText } from '#content/messages/repay.ts';
import { settlementQuoteText } from '#content/messages/settlement-quote.ts';
import { fill } from '#content/text-pack.ts';
import {
  type LoanAgreement,
  readAgreement,
  readLoan,
  type SentSettlementView,
} from '#contract/calls/loan.ts';
import type { Language } from '#domain/language.ts';
import { dayIn, type Market } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';
import type { OpenScreen } from '../open-screen.ts';
import { type NamedPaper, paperFile } from '../paper/file-answer.ts';
import { loanPaper } from '../paper/loan-paper.ts';
import type { Paper, PaperBlock, PaperRow } from '../paper/paper.ts';
import { Refusal } from '../problem.ts';
import { documentPaths } from './document-paths.ts';

type SettlementAmounts = Omit<SentSettlementView, 'madeOn' | 'place'>;

/** The rows of a settlement, which add up to its last one. */
export function settlementRows(
  { parts, owedMinor }: SettlementAmounts,
  { language, market, money }: { language: Language; market: Market; money: (minor: number) => string },
): PaperRow[] {
  const names = { ...receivedText[language], vat: marketText(market, language).taxName };
  return [
    ...parts.map(({ component, amountMinor }) => ({ label: names[component], value: money(amountMinor) })),
    { label: settlementQuoteText[language].total, value: money(owedMinor), isTotal: true },
  ];
}

/** Writes what settles a loan on a day, with its validity. @param place whose midnight ends the day. */
export function settlementPaper(
  open: OpenScreen,
  figure: SettlementAmounts,
  {
    number,
    currency,
    agreement: { lenderName, borrowerName },
    place,
    madeOn,
  }: {
    readonly number: string;
    readonly currency: Currency | null;
    readonly agreement: Pick<LoanAgreement, 'lenderName' | 'borrowerName'>;
    readonly place: string;
    /** Today if absent. */
    readonly madeOn?: string;
  },
): Paper {
  const { language } = open;
  const text = settlementQuoteText[language];
  const { market, company } = open.lenderOf(currency);
  const money = open.money(currency) as (minor: number) => string;
  const { day } = open.dates(currency);
  const date = day(figure.day);
  const { owedMinor, savesMinor, heldMinor } = figure;
  const { everything } = repayText[language];
  const hint = (words: string): PaperBlock => ({ kind: 'hint', text: words });
  return loanPaper(open, {
    currency,
    lenderName,
    number,
    title: text.title,
    blocks: [
      hint(fill(text.madeOn, { date: day(madeOn ?? dayIn(market, open.now())) })),
      {
        kind: 'amount',
        label: fill(text.settlesOn, { date }),
        amount: money(owedMinor),
        note: fill(text.byMidnight, { place }),
      },
      {
        kind: 'rows',
        rows: [
          { label: text.number, value: number },
          { label: text.borrower, value: borrowerName },
        ],
      },
      { kind: 'heading', text: text.madeOf },
      { kind: 'rows', rows: settlementRows(figure, { language, market, money }) },
      ...(savesMinor > 0 ? [hint(fill(text.saves, { amount: money(savesMinor) }))] : []),
      ...(heldMinor > 0 ? [hint(fill(text.held, { amount: money(heldMinor) }))] : []),
      { kind: 'heading', text: text.validity },
      { kind: 'list', items: [fill(text.onlyThen, { date }), text.nothingBetween, text.notLess] },
      { kind: 'heading', text: text.howToPay },
      { kind: 'paragraph', text: fill(text.inApp, { appName: open.config.appName, number, everything }) },
      { kind: 'heading', text: receivedText[language].doesNotMatch },
      { kind: 'list', items: complaintWaysInWords(company, market, language) },
    ],
  });
}

async function loadSettlement(open: OpenScreen): Promise<NamedPaper> {
  const { settlementQuote, orderNumber, currency } = await open.ask(readLoan, open.key());
  if (!settlementQuote) throw Refusal.coded('not-found');
  const agreement = await open.ask(readAgreement, { orderNumber });
  const paper = settlementPaper(open, settlementQuote, {
    ...{ ...settlementQuote, currency, agreement, number: orderNumber },
  });
  return { paper, name: `${paper.title}-${orderNumber}-${settlementQuote.day}` };
}

/** The settlement quote that the lender sent, for its borrower. */
export const settlementPdf = paperFile(documentPaths.settlementPdf, loadSettlement);
