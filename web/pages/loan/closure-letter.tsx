import { marketText } from '#content/market-words.ts';
import { documentsText } from '#content/messages/documents.ts';
import { receivedText } from '#content/messages/received.ts';
import { fill } from '#content/text-pack.ts';
import { type LoanAgreement, type LoanDetail, readAgreement, readLoan } from '#contract/calls/loan.ts';
import { receiptNumber } from '#domain/loan/receipt-number.ts';
import { ProductHead } from '#ui/frame/product-head.tsx';
import { newPlanBlocks } from '../new-plan/new-plan-blocks.ts';
import type { OpenScreen } from '../open-screen.ts';
import { type NamedPaper, paperFile } from '../paper/file-answer.ts';
import { loanPaper } from '../paper/loan-paper.ts';
import type { Paper } from '../paper/paper.ts';
import { PaperBlocks } from '../paper/paper-blocks.tsx';
import { PaperPage } from '../paper/paper-page.tsx';
import { Refusal } from '../problem.ts';
import { screen } from '../screen.tsx';
import { documentPaths } from './document-paths.ts';

/** Whether a loan has a closure letter: it was repaid to this lender. A sold loan has no balance here. */
export function hasLetter({ status, statement, balance }: LoanDetail): boolean {
  return status === 'settled' && statement?.remainingMinor === 0 && balance !== null;
}

async function loadLetter(open: OpenScreen): Promise<NamedPaper> {
  const loan = await open.ask(readLoan, open.key());
  if (!hasLetter(loan) || !loan.balance) throw Refusal.coded('not-found');
  const { orderNumber } = loan.balance;
  const paper = letterOf(open, loan, await open.ask(readAgreement, { orderNumber }));
  return { paper, name: paper.title };
}

/** Writes the letter that nothing is owed. @throws Refusal 'not-found' for a loan that has none. */
export function letterOf(open: OpenScreen, loan: LoanDetail, agreement: LoanAgreement): Paper {
  const text = documentsText[open.language];
  const received = receivedText[open.language];
  const { statement, balance, currency, details } = loan;
  if (!hasLetter(loan) || !statement || !balance) throw Refusal.coded('not-found');
  const { market, company } = open.lenderOf(currency);
  const { day } = open.dates(currency);
  const { lenderName, borrowerName, amountMinor, disbursalDate } = agreement;
  const number = balance.orderNumber;
  const [lastPayment] = statement.payments;
  const paid = fill(text.statesPaid, {
    lender: lenderName || company.lenderName,
    borrower: borrowerName,
    number,
    amount: open.money(currency)(amountMinor),
    date: day(disbursalDate),
  });
  const receiptRows = lastPayment?.checkCode
    ? [
        { label: received.folio, value: receiptNumber(lastPayment.paymentId) },
        { label: received.checkCode, value: lastPayment.checkCode },
      ]
    : [];
  return loanPaper(open, {
    currency,
    lenderName,
    number,
    title: text.letter,
    blocks: [
      { kind: 'hint', text: fill(text.date, { date: day(statement.today) }) },
      { kind: 'paragraph', text: paid },
      {
        kind: 'paragraph',
        text: fill(text.statesNothing, { tax: marketText(market, open.language).taxName }),
      },
      { kind: 'paragraph', text: text.statesReport },
      { kind: 'heading', text: text.whatWasPaid },
      {
        kind: 'rows',
        rows: [
          ...details.map(({ label, value }) => ({ label, value })),
          ...(lastPayment ? [{ label: text.lastPayment, value: day(lastPayment.paidAt) }] : []),
          ...receiptRows,
        ],
      },
      ...newPlanBlocks(open, statement.newPlans, currency),
    ],
  });
}

/** The closure letter of a settled loan: finiquito in Mexico, no-dues letter in India. */
export const closureLetter = screen({
  path: () => documentPaths.letter,
  load: loadLetter,
  title: ({ paper }) => paper.title,
  page: ({ open, paper }) => (
    <PaperPage
      title={paper.title}
      backLink={open.link(open.config.paths.order, open.key())}
      pdfLink={open.link(documentPaths.letterPdf, open.key())}
    >
      <section>
        <ProductHead logo={null} name={paper.issuer.name} note={paper.issuer.note} />
      </section>
      <section>
        <PaperBlocks blocks={paper.blocks} />
      </section>
    </PaperPage>
  ),
});

export const letterPdf = paperFile(documentPaths.letterPdf, loadLetter);
