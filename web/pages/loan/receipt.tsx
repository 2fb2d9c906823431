import { documentsText } from '#content/messages/documents.ts';
import { receivedText } from '#content/messages/received.ts';
import { fill } from '#content/text-pack.ts';
import { AmountHero } from '#ui/figures/amount-hero.tsx';
import { Rows } from '#ui/figures/rows.tsx';
import { SavedPage } from '#ui/figures/saved-page.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { Pin } from '#ui/frame/pin.tsx';
import { ProductHead } from '#ui/frame/product-head.tsx';
import { EmptyState } from '#ui/notice/empty-state.tsx';
import { Words } from '#ui/words.tsx';
import { PaperBlocks } from '../paper/paper-blocks.tsx';
import { screen } from '../screen.tsx';
import { ComplaintWays } from '../support/complaint-ways.tsx';
import { documentPaths, receiptPath } from './document-paths.ts';
import { loanMark } from './loan-mark.ts';
import { loadReceipt } from './receipt-paper.ts';

/**
 * The receipt of one payment: who received it, what it covered component by component, and what it left. Of a payment that was taken
 * back it says so, with the status of what is gone.
 */
export const receipt = screen({
  path: () => receiptPath,
  script: 'receipt',
  async load(open) {
    const { config, language, link } = open;
    const key = open.key();
    const paymentId = open.parameter('paymentId');
    const receiptPage = await loadReceipt(open);
    if (receiptPage.receipt === null) open.status(410);
    return {
      text: receivedText[language],
      documents: documentsText[language],
      found: receiptPage,
      loanLink: link(config.paths.order, key),
      complaintLink: link(config.paths.complaint, { orderId: key.orderId }),
      pdfLink: link(documentPaths.receiptPdf, { ...key, paymentId }),
    };
  },
  title: ({ text, found: receiptPage }) => (receiptPage.receipt === null ? text.notValid : text.title),
  page({ open, text, documents, found: receiptPage, loanLink, complaintLink, pdfLink }) {
    if (receiptPage.receipt === null) {
      return (
        <>
          <Bar title={text.title} titleAs="span" backLink={loanLink} helpLink={open.helpLink} />
          <main>
            <EmptyState
              headingAs="h1"
              heading={text.notValid}
              line={fill(text.notValidLine, { ...receiptPage.takenBack })}
            >
              <ButtonLink href={loanLink}>{text.seeLoan}</ButtonLink>
            </EmptyState>
          </main>
        </>
      );
    }
    const { company, market, amount, time, facts, covered, remainder } = receiptPage.receipt;
    return (
      <>
        <Bar title={text.title} backLink={loanLink} helpLink={open.helpLink} />
        <main>
          <section>
            <ProductHead logo={null} name={company.lenderName} note={company.registration} />
          </section>
          <SavedPage
            owner={open.query.userId}
            voucher={{
              id: `receipt ${open.parameter('paymentId')}`,
              loan: loanMark(open.key().orderId),
              title: text.title,
              rows: [{ label: text.received, value: amount }, ...facts],
            }}
          />
          <section>
            <AmountHero label={text.received} amount={amount} note={<Words text={time} />} />
            <div className="gap">
              <Rows rows={facts} />
            </div>
          </section>
          {covered.length > 0 && (
            <section>
              <h2>{text.covered}</h2>
              <PaperBlocks blocks={covered} />
            </section>
          )}
          <section>
            <h2>{text.afterwards}</h2>
            <Rows rows={remainder} />
          </section>
          <ComplaintWays
            heading={text.doesNotMatch}
            company={company}
            market={market}
            language={open.language}
            complaintLink={complaintLink}
            givesNumber
          />
          <Pin>
            <ButtonLink href={pdfLink}>{documents.savePdf}</ButtonLink>
          </Pin>
        </main>
      </>
    );
  },
});
