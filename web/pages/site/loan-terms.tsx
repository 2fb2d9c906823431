import { loanPageText } from '#content/messages/site.ts';
import { LegalArticle } from '#ui/frame/legal-article.tsx';
import { SiteFrame } from '#ui/frame/site-frame.tsx';
import { publicScreen } from '../screen.tsx';
import { legalPage } from './legal-page.ts';
import { LoanDrawing, loanDrawingView } from './loan-drawing.tsx';
import styles from './loan-terms.module.css';
import { PageHead, pageTitle } from './page-head.tsx';
import { siteFrameView } from './site-frame-view.ts';
import { sitePaths } from './site-paths.ts';

/** Loan terms, drawn and in full, and the loan agreement (specification, section 2; SITE-6, LEGAL-2, LEGAL-3). */
export const loanTerms = publicScreen({
  path: () => sitePaths.loan,
  load: (open) => ({
    text: loanPageText[open.language],
    drawing: loanDrawingView(open.language, open.config.amountStyle, open.company.documentSet),
    pages: [legalPage(open, 'loan-terms'), legalPage(open, 'loan-agreement')],
  }),
  title: ({ open, text }) => pageTitle(open, text.title),
  head: ({ text }) => <PageHead path={sitePaths.loan} title={text.title} description={text.summary} />,
  page: ({ open, text, drawing, pages }) => (
    <SiteFrame frame={siteFrameView(open, sitePaths.loan)} isText>
      <section>
        <h1>{text.title}</h1>
        <p>{text.summary}</p>
        <LoanDrawing view={drawing} />
        <nav className={styles.contents} aria-label={text.contents}>
          <ul>
            {pages.map(({ document }) => (
              <li key={document.id}>
                <a href={`#${document.id}`}>{document.title}</a>
              </li>
            ))}
          </ul>
        </nav>
      </section>
      {pages.map(({ document, text: { edition } }) => (
        <article key={document.id} id={document.id} className={styles.document}>
          <LegalArticle
            document={document}
            title={<h2 className={styles.title}>{document.title}</h2>}
            text={{ edition }}
            headingAs="h3"
          />
        </article>
      ))}
    </SiteFrame>
  ),
});
