// biome-ignore-all lint/a11y: the roles that CSS takes away.
import type { ReactNode } from 'react';
import { marketText } from '#content/market-words.ts';
import { agreementText } from '#content/messages/agreement.ts';
import { documentsText } from '#content/messages/documents.ts';
import { siteFrameText } from '#content/messages/site.ts';
import { fill } from '#content/text-pack.ts';
import { sendAgreement } from '#contract/calls/loan.ts';
import { Button } from '#ui/form/button.tsx';
import { paperIcon } from '#ui/frame/icons.tsx';
import { LinkBand, LinkLine } from '#ui/frame/link-list.tsx';
import { Note } from '#ui/notice/note.tsx';
import { Words } from '#ui/words.tsx';
import { hostPageLink } from '../host-page.ts';
import type { OpenScreen } from '../open-screen.ts';
import { usePage, useText } from '../page-context.tsx';
import type { PaperRow } from '../paper/paper.ts';
import { PaperBlocks } from '../paper/paper-blocks.tsx';
import { PaperPage } from '../paper/paper-page.tsx';
import { screen } from '../screen.tsx';
import { sitePaths } from '../site/site-paths.ts';
import styles from './agreement.module.css';
import { acceptanceProof, loadAgreement, type ShownAgreementText } from './agreement-paper.ts';
import { documentPaths, termsId } from './document-paths.ts';
import { parseStoredText } from './stored-text.ts';

/** Loan agreement of an order, to read, keep or print (specification, section 2; CONTRACT-1). */
export const agreement = screen({
  path: ({ paths }) => paths.contract,
  load: loadAgreement,
  async submit(open) {
    const orderNumber = open.parameter('orderNo');
    await open.ask(sendAgreement, { orderNumber });
    return open.leaveTo(
      open.link(open.config.paths.contract, { ...open.key(), orderNo: orderNumber, sent: 1 }),
    );
  },
  title: ({ paper }) => paper.title,
  page({ open, ...shown }) {
    const { paper, orderNumber, facts, accepted, annex } = shown;
    const { payout, sendsFiles, terms } = shown.agreement;
    const text = agreementText[open.language];
    const documents = documentsText[open.language];
    const own = { orderNo: orderNumber };
    return (
      <PaperPage
        title={paper.title}
        backLink={originLink(open)}
        pdfLink={open.link(documentPaths.agreementPdf, own)}
        pdfButton="second"
      >
        {payout === 'never' && (
          <section>
            <Note tone="plain">{text.neverPaidOut}</Note>
          </section>
        )}
        <Facts facts={facts} caption={text.caption} />
        <AgreementLinks {...shown} open={open} />
        {sendsFiles && (
          <section>
            {open.parameter('sent') === '1' ? (
              <Note tone="ok">{fill(documents.sentAgain, { lender: paper.issuer.name })}</Note>
            ) : (
              <form method="post">
                <Button kind="second">{documents.sendAgain}</Button>
              </form>
            )}
          </section>
        )}
        {accepted && (
          <AcceptedText accepted={accepted} textLink={open.link(documentPaths.agreementText, own)} />
        )}
        {terms && (
          <section id={termsId} lang={terms.language} className={styles.hash}>
            <h2>{text.terms}</h2>
            <PaperBlocks blocks={parseStoredText(terms.text).blocks} headingAs="h3" />
          </section>
        )}
        {annex.length > 0 && (
          <section id="annex">
            <PaperBlocks blocks={annex} />
          </section>
        )}
      </PaperPage>
    );
  },
});

/** Link back to the order or the offer that the page was opened from, by the order or product in its address. */
export function originLink({ config: { paths, hostPages }, key, query, link }: OpenScreen): string {
  const { productId, orderId } = key();
  if (orderId) return link(paths.order, { productId, orderId });
  return productId ? link(paths.confirmLoan, { productId }) : hostPageLink(hostPages.main, query);
}

function Facts({
  facts,
  caption,
}: {
  readonly facts: readonly PaperRow[];
  readonly caption: string;
}): ReactNode {
  return (
    <section>
      <div className={styles.hold}>
        <table role="table" className={styles.table}>
          <caption className="sr">{caption}</caption>
          <tbody role="rowgroup">
            {facts.map(({ label, value }) => (
              <tr key={label} role="row">
                <th scope="row" role="rowheader">
                  {label}
                </th>
                <td role="cell">
                  <Words text={value} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function AgreementLinks({
  open,
  agreement: { paper, terms, currency },
  accepted,
  orderNumber,
}: Omit<Awaited<ReturnType<typeof loadAgreement>>, 'paper'> & { readonly open: OpenScreen }): ReactNode {
  const { language } = usePage();
  const publicTerms = accepted ? null : `${open.link(sitePaths.loan)}#loan-terms`;
  const termsLink = terms ? `#${termsId}` : publicTerms;
  return (
    <LinkBand>
      {paper && (
        <LinkLine
          href={open.link(documentPaths.keyFacts, { ...open.key(), orderNo: orderNumber })}
          icon={paperIcon}
        >
          {marketText(open.lenderOf(currency).market, language).paper}
        </LinkLine>
      )}
      {termsLink && (
        <LinkLine href={termsLink} icon={paperIcon}>
          {agreementText[language].terms}
        </LinkLine>
      )}
      <LinkLine href={open.link(sitePaths.privacyPolicy)} icon={paperIcon}>
        {siteFrameText[language].privacy}
      </LinkLine>
    </LinkBand>
  );
}

/** The stored text with its version, time and hash, and a link to its exact bytes (CONTRACT-1, LEGAL-3). */
function AcceptedText({
  accepted,
  textLink,
}: {
  readonly accepted: ShownAgreementText;
  readonly textLink: string;
}): ReactNode {
  const text = useText(agreementText);
  const { saveText } = useText(documentsText);
  const isToAccept = accepted.acceptedAt === null;
  return (
    <section>
      <h2>{isToAccept ? text.toAcceptTitle : text.acceptedTitle}</h2>
      <p className="hint">{isToAccept ? text.toAcceptNote : text.acceptedNote}</p>
      {accepted.edition && (
        <p className="hint">
          <Words text={accepted.edition} />
        </p>
      )}
      <div lang={accepted.language} className={`stack ${styles.hash}`}>
        <PaperBlocks blocks={accepted.blocks} headingAs="h3" />
      </div>
      <p className={`hint gap ${styles.hash}`}>
        <Words text={acceptanceProof(accepted, text)} />
      </p>
      <p className="hint">
        {text.hashNote} <a href={textLink}>{saveText}</a>
      </p>
    </section>
  );
}
