import type { ReactNode } from 'react';
import { receivedText } from '#content/messages/received.ts';
import { fill } from '#content/text-pack.ts';
import { AmountHero } from '#ui/figures/amount-hero.tsx';
import { Rows } from '#ui/figures/rows.tsx';
import { SavedPage } from '#ui/figures/saved-page.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { ProductHead } from '#ui/frame/product-head.tsx';
import { EmptyState } from '#ui/notice/empty-state.tsx';
import { Words } from '#ui/words.tsx';
import type { OpenScreen } from '../open-screen.ts';
import { PaperBlocks } from '../paper/paper-blocks.tsx';
import { PaperPage } from '../paper/paper-page.tsx';
import { screen } from '../screen.tsx';
import { ComplaintWays } from '../support/complaint-ways.tsx';
import { documentPaths, receiptPath } from './document-paths.ts';
import { loanMark } from './loan-mark.ts';
import { loadReceipt, type Receipt, type TakenBackPayment } from './receipt-paper.ts';

/** The receipt of one payment, by component; status 410 and a reason for a payment that was taken back. */
export const receipt = screen({
  path: () => receiptPath,
  script: 'receipt',
  async load(open) {
    const found = await loadReceipt(open);
    if (found.receipt === null) open.status(410);
    return { found };
  },
  title: ({ open, found }) => receivedText[open.language][found.receipt ? 'title' : 'notValid'],
  page: ({ open, found }) =>
    found.receipt ? (
      <ReceiptPage open={open} receipt={found.receipt} />
    ) : (
      <NotValid open={open} takenBack={found.takenBack} />
    ),
});

function ReceiptPage({
  open,
  receipt: { company, market, amount, time, facts, covered, remainder },
}: {
  readonly open: OpenScreen;
  readonly receipt: Receipt;
}): ReactNode {
  const text = receivedText[open.language];
  const { link, config } = open;
  const key = open.key();
  const paymentId = open.parameter('paymentId');
  return (
    <PaperPage
      title={text.title}
      backLink={link(config.paths.order, key)}
      pdfLink={link(documentPaths.receiptPdf, { ...key, paymentId })}
    >
      <section>
        <ProductHead logo={null} name={company.lenderName} note={company.registration} />
      </section>
      <SavedPage
        owner={open.query.userId}
        voucher={{
          id: `receipt ${paymentId}`,
          loan: loanMark(key.orderId),
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
        complaintLink={link(config.paths.complaint, { orderId: key.orderId })}
        givesNumber
      />
    </PaperPage>
  );
}

function NotValid({
  open,
  takenBack,
}: {
  readonly open: OpenScreen;
  readonly takenBack: TakenBackPayment;
}): ReactNode {
  const text = receivedText[open.language];
  const loanLink = open.link(open.config.paths.order, open.key());
  return (
    <>
      <Bar title={text.title} titleAs="span" backLink={loanLink} helpLink={open.helpLink} />
      <main>
        <EmptyState headingAs="h1" heading={text.notValid} line={fill(text.notValidLine, { ...takenBack })}>
          <ButtonLink href={loanLink}>{text.seeLoan}</ButtonLink>
        </EmptyState>
      </main>
    </>
  );
}
