import { marketText } from '#content/market-words.ts';
import { documentsText } from '#content/messages/documents.ts';
import { receivedText } from '#content/messages/received.ts';
import { fill } from '#content/text-pack.ts';
import { type LoanAgreement, type LoanDetail, readAgreement, readLoan } from '#contract/calls/loan.ts';
import { receiptNumber } from '#domain/loan/receipt-number.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { Pin } from '#ui/frame/pin.tsx';
import { ProductHead } from '#ui/frame/product-head.tsx';
import { newPlanBlocks } from '../new-plan/new-plan-blocks.ts';
import type { OpenScreen } from '../open-screen.ts';
import type { Paper } from '../paper/paper.ts';
import { PaperBlocks } from '../paper/paper-blocks.tsx';
import { Refusal } from '../problem.ts';
import { screen } from '../screen.tsx';
import { documentPaths } from './document-paths.ts';

/** Whether a loan has its letter: it was paid here, and the backend tells that nothing is left. One that was sold has none. */
export function hasLetter({ status, statement, balance }: LoanDetail): boolean {
  return status === 'settled' && statement?.remainingMinor === 0 && balance !== null;
}

/**
 * The letter that nothing is owed any more.
 * @throws Refusal 'not-found' for a loan that has none.
 */
export async function loadLetter(open: OpenScreen): Promise<Paper> {
  const loan = await open.ask(readLoan, open.key());
  if (!hasLetter(loan) || !loan.balance) throw Refusal.coded('not-found');
  const { orderNumber } = loan.balance;
  return letterOf(open, loan, await open.ask(readAgreement, { orderNumber }));
}

/** The same of what is known. @throws Refusal 'not-found' for a loan that has none. */
export function letterOf(open: OpenScreen, loan: LoanDetail, agreement: LoanAgreement): Paper {
  const { config, language, now } = open;
  const text = documentsText[language];
  const received = receivedText[language];
  const { statement, balance, currency, details } = loan;
  if (!hasLetter(loan) || !statement || !balance) throw Refusal.coded('not-found');
  const { market, company } = open.lenderOf(currency);
  const { day } = open.dates(currency);
  const money = (amountMinor: MinorAmount) =>
    formatMoney(amountMinor, language, config.amountStyle, currency);
  const lender = agreement.lenderName || company.lenderName;
  const number = balance.orderNumber;
  const [lastPayment] = statement.payments;
  return {
    ...{ language, market, title: text.letter, madeAt: now() },
    issuer: { name: lender, note: company.registration },
    blocks: [
      { kind: 'hint', text: fill(text.date, { date: day(statement.today) }) },
      {
        kind: 'paragraph',
        text: fill(text.statesPaid, {
          ...{ lender, borrower: agreement.borrowerName, number },
          ...{ amount: money(agreement.amountMinor), date: day(agreement.disbursalDate) },
        }),
      },
      {
        kind: 'paragraph',
        text: fill(text.statesNothing, { tax: marketText(market, language).taxName }),
      },
      { kind: 'paragraph', text: text.statesReport },
      { kind: 'heading', text: text.whatWasPaid },
      {
        kind: 'rows',
        rows: [
          ...details.map(({ label, value }) => ({ label, value })),
          ...(lastPayment ? [{ label: text.lastPayment, value: day(lastPayment.paidAt) }] : []),
          ...(lastPayment?.checkCode
            ? [
                { label: received.folio, value: receiptNumber(lastPayment.paymentId) },
                { label: received.checkCode, value: lastPayment.checkCode },
              ]
            : []),
        ],
      },
      ...newPlanBlocks(open, statement.newPlans, currency),
    ],
    footer: fill(text.footer, { lender, number }),
  };
}

/** The closure letter of a settled loan: finiquito in Mexico, no-dues letter in India. */
export const closureLetter = screen({
  path: () => documentPaths.letter,
  async load(open) {
    const key = open.key();
    return {
      text: documentsText[open.language],
      paper: await loadLetter(open),
      loanLink: open.link(open.config.paths.order, key),
      pdfLink: open.link(documentPaths.letterPdf, { ...key }),
    };
  },
  title: ({ text }) => text.letter,
  page: ({ open, text, paper, loanLink, pdfLink }) => (
    <>
      <Bar title={text.letter} backLink={loanLink} helpLink={open.helpLink} />
      <main>
        <section>
          <ProductHead logo={null} name={paper.issuer.name} note={paper.issuer.note} />
        </section>
        <section>
          <PaperBlocks blocks={paper.blocks} />
        </section>
        <Pin>
          <ButtonLink href={pdfLink}>{text.savePdf}</ButtonLink>
        </Pin>
      </main>
    </>
  ),
});
