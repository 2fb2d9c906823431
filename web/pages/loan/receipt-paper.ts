import type { CompanyFacts } from '#content/legal/company-facts.ts';
import { complaintWaysInWords } from '#content/legal/complaint-ways.ts';
import { marketText, paymentWords } from '#content/market-words.ts';
import { chargeName } from '#content/messages/charge-dispute.ts';
import { documentsText } from '#content/messages/documents.ts';
import { receivedText } from '#content/messages/received.ts';
import { fill } from '#content/text-pack.ts';
import { type ReceivedPayment, readLoan } from '#contract/calls/loan.ts';
import { lastSequence } from '#domain/loan/instalment-state.ts';
import { receiptNumber } from '#domain/loan/receipt-number.ts';
import type { Market } from '#domain/market.ts';
import { addMinor, type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import type { OpenScreen } from '../open-screen.ts';
import type { Paper, PaperBlock, PaperRow } from '../paper/paper.ts';
import { Refusal } from '../problem.ts';
import { keyName } from './key-name.ts';
import { shownSum } from './shown-sum.ts';

/** One payment that was received, with what its receipt says of it, ready to show. */
export interface Receipt {
  readonly payment: ReceivedPayment;
  readonly company: CompanyFacts;
  readonly market: Market;
  readonly amount: string;
  readonly time: string;
  /** Folio, loan, way of paying and tracking key. */
  readonly facts: readonly PaperRow[];
  /** What was owed and covered, a table for each payment of the plan. */
  readonly covered: readonly Extract<PaperBlock, { kind: 'table' }>[];
  readonly remainder: readonly PaperRow[];
  readonly footer: string;
}

/** A payment that was taken back, ready to show: of it there is no receipt any more. */
export interface TakenBackPayment {
  readonly amount: string;
  readonly paid: string;
  readonly time: string;
}

/**
 * The receipt that an address names; null for a payment that was taken back.
 * @throws Refusal 'not-found' for a payment that the loan does not have.
 */
export async function loadReceipt(
  open: OpenScreen,
): Promise<{ readonly receipt: Receipt } | { readonly receipt: null; readonly takenBack: TakenBackPayment }> {
  const { config, language } = open;
  const text = receivedText[language];
  const { statement, currency, orderNumber, balance, productName } = await open.ask(readLoan, open.key());
  const { day, minute } = open.dates(currency);
  const { market, company } = open.lenderOf(currency);
  const money = (amountMinor: MinorAmount) =>
    formatMoney(amountMinor, language, config.amountStyle, currency);
  const isAsked = ({ paymentId }: { readonly paymentId: string }) =>
    paymentId !== '' && paymentId === open.parameter('paymentId');
  const reversed = statement?.reversedPayments.find(isAsked);
  if (reversed) {
    const { amountMinor, paidAt, reversedAt } = reversed;
    const takenBack = { amount: money(amountMinor), paid: minute(paidAt), time: minute(reversedAt) };
    return { receipt: null, takenBack };
  }
  const payment = statement?.payments.find(isAsked);
  if (!statement || !payment) throw Refusal.coded('not-found');
  const { heldMinor, owedAfterMinor, trackingKey, checkCode } = payment;
  const owedParts = shownSum(open, payment.parts, ({ owedMinor }) => owedMinor).rows;
  const { rows: parts } = shownSum(open, owedParts, ({ coveredMinor }) => coveredMinor);
  const sequences = [...new Set(parts.map(({ sequence }) => sequence))];
  const partsOf = (number: number) => parts.filter(({ sequence }) => sequence === number);
  const nameOf = (component: ReceivedPayment['parts'][number]['component']) =>
    component === 'vat' ? marketText(market, language).taxName : text[component];
  const rowsOf = ({
    component,
    owedMinor,
    extensionMinor,
    coveredMinor,
  }: ReceivedPayment['parts'][number]) => {
    const coveredOfExtension = minorAmount(Math.min(extensionMinor, coveredMinor));
    return [
      [
        nameOf(component),
        subtractMinor(owedMinor, extensionMinor),
        subtractMinor(coveredMinor, coveredOfExtension),
      ],
      [chargeName('extension-fee', language, currency), extensionMinor, coveredOfExtension],
    ] as const;
  };
  const number = orderNumber || balance?.orderNumber || productName;
  const keyLabel = payment.method === 'upi' ? text.upiKey : keyName(market, language, payment);
  const receipt = {
    ...{ payment, company, market, amount: money(payment.amountMinor), time: minute(payment.paidAt) },
    facts: [
      { label: text.folio, value: receiptNumber(payment.paymentId) },
      { label: text.loan, value: number },
      { label: text.method, value: text[payment.method] },
      ...(trackingKey ? [{ label: keyLabel, value: trackingKey }] : []),
      ...(checkCode ? [{ label: text.checkCode, value: checkCode }] : []),
    ],
    covered: sequences.map((sequence) => ({
      kind: 'table' as const,
      caption: fill(text.ofPayment, {
        ...paymentWords(market, language),
        ...{ number: sequence, count: lastSequence(statement.instalments) },
        date: day(statement.instalments.find((each) => each.sequence === sequence)?.dueDate ?? ''),
      }),
      columns: [text.component, text.was, text.paid],
      rows: [
        ...partsOf(sequence)
          .flatMap(rowsOf)
          .filter(([, owedMinor, coveredMinor]) => owedMinor > 0 || coveredMinor > 0)
          .map(([name, owedMinor, coveredMinor]) => [name, money(owedMinor), money(coveredMinor)]),
        [
          text.total,
          money(addMinor(...partsOf(sequence).map(({ owedMinor }) => owedMinor))),
          money(addMinor(...partsOf(sequence).map(({ coveredMinor }) => coveredMinor))),
        ],
      ],
      hasTotal: true,
    })),
    remainder: [
      ...sequences.map((sequence) => ({
        label: fill(text.leftOfPayment, { ...paymentWords(market, language), number: sequence }),
        value: money(leftOf(partsOf(sequence))),
      })),
      ...(heldMinor > zeroMinor ? [{ label: text.held, value: money(heldMinor) }] : []),
      { label: text.leftInTotal, value: money(owedAfterMinor), isTotal: true },
    ],
    footer: fill(documentsText[language].footer, { lender: company.lenderName, number }),
  };
  return { receipt };
}

function leftOf(parts: ReceivedPayment['parts']): MinorAmount {
  return addMinor(...parts.map(({ owedMinor, coveredMinor }) => subtractMinor(owedMinor, coveredMinor)));
}

/** A receipt as a paper. */
export function receiptPaper({ language, now }: OpenScreen, receipt: Receipt): Paper {
  const text = receivedText[language];
  const { company, market, covered } = receipt;
  return {
    ...{ language, market, title: text.title, footer: receipt.footer, madeAt: now() },
    issuer: { name: company.lenderName, note: company.registration },
    blocks: [
      { kind: 'amount', label: text.received, amount: receipt.amount, note: receipt.time },
      { kind: 'rows', rows: receipt.facts },
      ...(covered.length > 0 ? [{ kind: 'heading' as const, text: text.covered }, ...covered] : []),
      { kind: 'heading', text: text.afterwards },
      { kind: 'rows', rows: receipt.remainder },
      { kind: 'heading', text: text.doesNotMatch },
      { kind: 'list', items: complaintWaysInWords(company, market, language) },
    ],
  };
}
