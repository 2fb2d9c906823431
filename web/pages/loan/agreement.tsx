// biome-ignore-all lint/a11y: the roles that CSS takes away.
import type { ReactNode } from 'react';
import { agreementText } from '#content/messages/agreement.ts';
import { documentsText } from '#content/messages/documents.ts';
import { siteFrameText } from '#content/messages/site.ts';
import { fill } from '#content/text-pack.ts';
import { sendAgreement } from '#contract/calls/loan.ts';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { paperIcon } from '#ui/frame/icons.tsx';
import { LinkBand, LinkLine } from '#ui/frame/link-list.tsx';
import { Pin } from '#ui/frame/pin.tsx';
import { Note } from '#ui/notice/note.tsx';
import { Words } from '#ui/words.tsx';
import { hostPageLink } from '../host-page.ts';
import type { OpenScreen } from '../open-screen.ts';
import { usePage, useText } from '../page-context.tsx';
import { PaperBlocks } from '../paper/paper-blocks.tsx';
import { screen } from '../screen.tsx';
import { sitePaths } from '../site/site-paths.ts';
import styles from './agreement.module.css';
import { loadAgreement, proofWords, type ShownAgreementText } from './agreement-paper.ts';
import { documentPaths, termsId } from './document-paths.ts';

/** Loan agreement of an order, to read, keep or print (specification, section 2; CONTRACT-1). */
export const agreement = screen({
  path: ({ paths }) => paths.contract,
  async load(open) {
    const shown = await loadAgreement(open);
    const own = { orderNo: shown.orderNumber };
    return {
      text: agreementText[open.language],
      documents: documentsText[open.language],
      site: siteFrameText[open.language],
      ...shown,
      backLink: originLink(open),
      pdfLink: open.link(documentPaths.agreementPdf, own),
      termsLink: shown.terms
        ? `#${termsId}`
        : shown.accepted
          ? null
          : `${open.link(sitePaths.loan)}#loan-terms`,
      textLink: open.link(documentPaths.agreementText, own),
      privacyLink: open.link(sitePaths.privacyPolicy),
      paperLink: shown.hasPaper ? open.link(documentPaths.keyFacts, { ...open.key(), ...own }) : null,
    };
  },
  async submit(open) {
    const orderNumber = open.parameter('orderNo');
    await open.ask(sendAgreement, { orderNumber });
    return open.leaveTo(
      open.link(open.config.paths.contract, { ...open.key(), orderNo: orderNumber, sent: 1 }),
    );
  },
  title: ({ text }) => text.title,
  page: ({ open, text, documents, notice, facts, accepted, terms, annex, paperName, backLink, ...links }) => (
    <>
      <Bar title={text.title} backLink={backLink} helpLink={open.helpLink} />
      <main>
        {notice && (
          <section>
            <Note tone="plain">{notice}</Note>
          </section>
        )}
        <section>
          <div className={styles.hold}>
            <table role="table" className={styles.table}>
              <caption className="sr">{text.caption}</caption>
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
        <LinkBand>
          {links.paperLink && (
            <LinkLine href={links.paperLink} icon={paperIcon}>
              {paperName}
            </LinkLine>
          )}
          {links.termsLink && (
            <LinkLine href={links.termsLink} icon={paperIcon}>
              {text.terms}
            </LinkLine>
          )}
          <LinkLine href={links.privacyLink} icon={paperIcon}>
            {links.site.privacy}
          </LinkLine>
        </LinkBand>
        {links.sendsFiles && (
          <section>
            {open.parameter('sent') === '1' ? (
              <Note tone="ok">{fill(documents.sentAgain, { lender: links.lender })}</Note>
            ) : (
              <form method="post">
                <Button kind="second">{documents.sendAgain}</Button>
              </form>
            )}
          </section>
        )}
        {accepted && (
          <AcceptedText accepted={accepted} exactText={<a href={links.textLink}>{documents.saveText}</a>} />
        )}
        {terms && (
          <section id={termsId} lang={terms.language} className={styles.hash}>
            <h2>{text.terms}</h2>
            <PaperBlocks blocks={terms.blocks} headingAs="h3" />
          </section>
        )}
        {annex.length > 0 && (
          <section id="annex">
            <PaperBlocks blocks={annex} />
          </section>
        )}
        <Pin>
          <ButtonLink href={links.pdfLink} kind="second">
            {documents.savePdf}
          </ButtonLink>
        </Pin>
      </main>
    </>
  ),
});

/** Back to the order or the offer that linked here, which gave its product and order along. */
export function originLink({ config: { paths, hostPages }, key, query, link }: OpenScreen): string {
  const { productId, orderId } = key();
  if (orderId) return link(paths.order, { productId, orderId });
  return productId ? link(paths.confirmLoan, { productId }) : hostPageLink(hostPages.main, query);
}

/** The text of an agreement as kept, with its version, time and hash (CONTRACT-1, LEGAL-3). */
function AcceptedText({
  accepted,
  exactText,
}: {
  readonly accepted: ShownAgreementText;
  /** Where the text is had letter by letter, as its hash proves it. */
  readonly exactText: ReactNode;
}): ReactNode {
  const { language } = usePage();
  const text = useText(agreementText);
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
        <Words text={proofWords(accepted, language)} />
      </p>
      <p className="hint">
        {text.hashNote} {exactText}
      </p>
    </section>
  );
}
