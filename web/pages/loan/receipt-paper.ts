import type { CompanyFacts } from '#content/legal/company-facts.ts';
import { complaintWaysInWords } from '#content/legal/complaint-ways.ts';
import { marketText, paymentWords } from '#content/market-words.ts';
import { chargeName } from '#content/messages/charge-dispute.ts';
import { receivedText } from '#content/messages/received.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { type LoanDetail, type LoanStatement, type ReceivedPayment, readLoan } from '#contract/calls/loan.ts';
import { lastSequence } from '#domain/loan/instalment-state.ts';
import { receiptNumber } from '#domain/loan/receipt-number.ts';
import type { Market } from '#domain/market.ts';
import {
  addMinor,
  type Currency,
  type MinorAmount,
  minorAmount,
  subtractMinor,
  zeroMinor,
} from '#domain/money/money.ts';
import type { OpenScreen } from '../open-screen.ts';
import { paperFile } from '../paper/file-answer.ts';
import { loanPaper } from '../paper/loan-paper.ts';
import type { Paper, PaperBlock, PaperRow } from '../paper/paper.ts';
import { Refusal } from '../problem.ts';
import { documentPaths, receiptPath } from './document-paths.ts';
import { keyName } from './key-name.ts';
import { shownSum } from './shown-sum.ts';

export interface Receipt {
  readonly company: CompanyFacts;
  readonly market: Market;
  readonly amount: string;
  readonly time: string;
  readonly facts: readonly PaperRow[];
  /** Owed and covered by component, a table for each instalment. */
  readonly covered: readonly PaperBlock[];
  readonly remainder: readonly PaperRow[];
  readonly paper: Paper;
  readonly name: string;
}

/** A payment that was taken back, ready to show; it has no receipt any more. */
export interface TakenBackPayment {
  readonly amount: string;
  readonly paid: string;
  readonly time: string;
}

/**
 * Loads the receipt that the address names; null for a payment that was taken back.
 * @throws Refusal 'not-found' for a payment that the loan does not have.
 */
export async function loadReceipt(
  open: OpenScreen,
): Promise<{ readonly receipt: Receipt } | { readonly receipt: null; readonly takenBack: TakenBackPayment }> {
  const loan = await open.ask(readLoan, open.key());
  const { statement, currency } = loan;
  const paymentId = open.parameter('paymentId');
  const isNamed = (each: { readonly paymentId: string }) => paymentId !== '' && each.paymentId === paymentId;
  const reversed = statement?.reversedPayments.find(isNamed);
  if (reversed) {
    const { minute } = open.dates(currency);
    const takenBack = {
      amount: open.money(currency)(reversed.amountMinor),
      paid: minute(reversed.paidAt),
      time: minute(reversed.reversedAt),
    };
    return { receipt: null, takenBack };
  }
  const payment = statement?.payments.find(isNamed);
  if (!statement || !payment) throw Refusal.coded('not-found');
  return { receipt: receiptOf(open, payment, { ...loan, statement }) };
}

function receiptOf(
  open: OpenScreen,
  payment: ReceivedPayment,
  loan: LoanDetail & { readonly statement: LoanStatement },
): Receipt {
  const { language } = open;
  const { currency, statement } = loan;
  const text = receivedText[language];
  const { market, company } = open.lenderOf(currency);
  const money = open.money(currency);
  const { minute } = open.dates(currency);
  const number = loan.orderNumber || loan.balance?.orderNumber || loan.productName;
  const folio = receiptNumber(payment.paymentId);
  const amount = money(payment.amountMinor);
  const time = minute(payment.paidAt);
  const { trackingKey, checkCode, method } = payment;
  const keyLabel = method === 'upi' ? text.upiKey : keyName(market, language, payment);
  const facts = [
    { label: text.folio, value: folio },
    { label: text.loan, value: number },
    { label: text.method, value: text[method] },
    ...(trackingKey ? [{ label: keyLabel, value: trackingKey }] : []),
    ...(checkCode ? [{ label: text.checkCode, value: checkCode }] : []),
  ];
  const partsBySequence = partsOf(open, payment);
  const covered = [...partsBySequence].map(([sequence, parts]) =>
    coveredTable(open, currency, { statement, sequence, parts }),
  );
  const remainder = [
    ...[...partsBySequence].map(([sequence, parts]) => ({
      label: fill(text.leftOfPayment, { ...paymentWords(market, language), number: sequence }),
      value: money(subtractMinor(owedIn(parts), coveredIn(parts))),
    })),
    ...(payment.heldMinor > zeroMinor ? [{ label: text.held, value: money(payment.heldMinor) }] : []),
    { label: text.leftInTotal, value: money(payment.owedAfterMinor), isTotal: true },
  ];
  const blocks: PaperBlock[] = [
    { kind: 'amount', label: text.received, amount, note: time },
    { kind: 'rows', rows: facts },
    ...(covered.length > 0 ? [{ kind: 'heading' as const, text: text.covered }, ...covered] : []),
    { kind: 'heading', text: text.afterwards },
    { kind: 'rows', rows: remainder },
    { kind: 'heading', text: text.doesNotMatch },
    { kind: 'list', items: complaintWaysInWords(company, market, language) },
  ];
  const paper = loanPaper(open, { currency, lenderName: '', number, title: text.title, blocks });
  return { company, market, amount, time, facts, covered, remainder, paper, name: `${text.title}-${folio}` };
}

type Parts = ReceivedPayment['parts'];

const owedIn = (parts: Parts) => addMinor(...parts.map(({ owedMinor }) => owedMinor));
const coveredIn = (parts: Parts) => addMinor(...parts.map(({ coveredMinor }) => coveredMinor));

/** The parts of a payment by instalment; those that cannot be added are left out (MONEY-3). */
function partsOf(open: OpenScreen, { parts }: ReceivedPayment): ReadonlyMap<number, Parts> {
  const owed = shownSum(open, parts, ({ owedMinor }) => owedMinor).rows;
  const { rows } = shownSum(open, owed, ({ coveredMinor }) => coveredMinor);
  return Map.groupBy(rows, ({ sequence }) => sequence);
}

function coveredTable(
  open: OpenScreen,
  currency: Currency | null,
  {
    statement: { instalments },
    sequence,
    parts,
  }: { readonly statement: LoanStatement; readonly sequence: number; readonly parts: Parts },
): PaperBlock {
  const text = receivedText[open.language];
  const { market } = open.lenderOf(currency);
  const money = open.money(currency);
  const dueDate = instalments.find((each) => each.sequence === sequence)?.dueDate ?? '';
  const names = { ...text, vat: marketText(market, open.language).taxName };
  const rows = parts
    .flatMap((part) => splitExtension(part, names, chargeName('extension-fee', open.language, currency)))
    .filter(({ owedMinor, coveredMinor }) => owedMinor > 0 || coveredMinor > 0);
  return {
    kind: 'table',
    caption: fill(text.ofPayment, {
      ...paymentWords(market, open.language),
      number: sequence,
      count: lastSequence(instalments),
      date: open.dates(currency).day(dueDate),
    }),
    columns: [text.component, text.was, text.paid],
    rows: [
      ...rows.map(({ name, owedMinor, coveredMinor }) => [name, money(owedMinor), money(coveredMinor)]),
      [text.total, money(owedIn(parts)), money(coveredIn(parts))],
    ],
    hasTotal: true,
  };
}

interface CoveredRow {
  readonly name: string;
  readonly owedMinor: MinorAmount;
  readonly coveredMinor: MinorAmount;
}

/** A component without its extension fee, then that fee, which is covered first. */
function splitExtension(
  { component, owedMinor, extensionMinor, coveredMinor }: Parts[number],
  names: TextsIn<typeof receivedText> & { readonly vat: string },
  extensionName: string,
): CoveredRow[] {
  const ofExtension = minorAmount(Math.min(extensionMinor, coveredMinor));
  return [
    {
      name: names[component],
      owedMinor: subtractMinor(owedMinor, extensionMinor),
      coveredMinor: subtractMinor(coveredMinor, ofExtension),
    },
    { name: extensionName, owedMinor: extensionMinor, coveredMinor: ofExtension },
  ];
}

/** The receipt as a PDF; for a payment that was taken back, a redirect to the page that says so. */
export const receiptPdf = paperFile(documentPaths.receiptPdf, async (open) => {
  const { receipt } = await loadReceipt(open);
  return (
    receipt ?? open.showAt(open.link(receiptPath, { ...open.key(), paymentId: open.parameter('paymentId') }))
  );
});
