/** The loan terms, drawn and in full, and the loan agreement (specification, section 2; SITE-6, LEGAL-2, LEGAL-3). */
import { loanPageText } from '#content/messages/site.ts';
import { openScreen } from '../open-screen.server.ts';
import { LegalArticle } from '../ui/frame/legal-article.tsx';
import { SiteFrame } from '../ui/frame/site-frame.tsx';
import type { Route } from './+types/loan-terms.ts';
import { legalPage } from './legal-page.ts';
import { LoanDrawing } from './loan-drawing.tsx';
import { loanDrawingView } from './loan-drawing-view.ts';
import styles from './loan-terms.module.css';
import { pageHead, pageMeta } from './page-head.ts';
import { siteFrameView } from './site-frame-view.ts';
import { sitePaths } from './site-paths.ts';

export const handle = { script: false };

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData?.head);

export function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const { title, summary, contents } = loanPageText[screen.language];
  return {
    head: pageHead(screen, args.request, sitePaths.loan, { title, description: summary }),
    frame: siteFrameView(screen, sitePaths.loan),
    title,
    summary,
    contents,
    drawing: loanDrawingView(screen.language, screen.config.amountStyle),
    pages: [legalPage(screen, 'loan-terms'), legalPage(screen, 'loan-agreement')],
  };
}

export default function LoanTerms({ loaderData }: Route.ComponentProps) {
  const { frame, title, summary, contents, drawing, pages } = loaderData;
  return (
    <SiteFrame frame={frame} isText>
      <section>
        <h1>{title}</h1>
        <p>{summary}</p>
        <LoanDrawing view={drawing} />
        <nav className={styles.contents} aria-label={contents}>
          <ul>
            {pages.map(({ document }) => (
              <li key={document.id}>
                <a href={`#${document.id}`}>{document.title}</a>
              </li>
            ))}
          </ul>
        </nav>
      </section>
      {pages.map(({ document, text }) => (
        <article key={document.id} id={document.id} className={styles.document}>
          <LegalArticle
            document={document}
            title={<h2 className={styles.title}>{document.title}</h2>}
            text={{ edition: text.edition }}
            headingAs="h3"
          />
        </article>
      ))}
    </SiteFrame>
  );
}
