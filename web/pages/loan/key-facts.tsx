import { marketText } from '#content/market-words.ts';
import { accountStatementText } from '#content/messages/account-statement.ts';
import { agreementText } from '#content/messages/agreement.ts';
import { readAgreement, readLoan } from '#contract/calls/loan.ts';
import { listIcon } from '#ui/frame/icons.tsx';
import { LinkBand, LinkLine } from '#ui/frame/link-list.tsx';
import { Words } from '#ui/words.tsx';
import type { OpenScreen } from '../open-screen.ts';
import { paperFile } from '../paper/file-answer.ts';
import { loanPaper } from '../paper/loan-paper.ts';
import type { PaperBlock } from '../paper/paper.ts';
import { PaperBlocks } from '../paper/paper-blocks.tsx';
import { PaperPage } from '../paper/paper-page.tsx';
import { Refusal } from '../problem.ts';
import { screen } from '../screen.tsx';
import styles from './agreement.module.css';
import { originLink } from './agreement.tsx';
import { acceptanceProof } from './agreement-paper.ts';
import { documentPaths } from './document-paths.ts';
import { parseStoredText } from './stored-text.ts';

/** The market's paper as accepted with the agreement: Key Facts Statement in India, carátula in Mexico (LEGAL-6). */
export const keyFacts = screen({
  path: () => documentPaths.keyFacts,
  load: async (open) => ({ ...(await loadKeyFacts(open)), statementLink: await statementLink(open) }),
  title: ({ paper }) => paper.title,
  page: ({ open, paper, textLanguage, blocks, proof, statementLink: link }) => (
    <PaperPage
      title={paper.title}
      backLink={originLink(open)}
      pdfLink={open.link(documentPaths.keyFactsPdf, { orderNo: open.parameter('orderNo') })}
      pdfButton="second"
    >
      <section>
        <div lang={textLanguage} className="stack">
          <PaperBlocks blocks={blocks} />
        </div>
        <p className={`hint gap ${styles.hash}`}>
          <Words text={proof} />
        </p>
      </section>
      {link && (
        <LinkBand>
          <LinkLine icon={listIcon} href={link}>
            {accountStatementText[open.language].title}
          </LinkLine>
        </LinkBand>
      )}
    </PaperPage>
  ),
});

export const keyFactsPdf = paperFile(documentPaths.keyFactsPdf, loadKeyFacts);

/** The statement of account that the paper promises; null before there is a loan, and where the backend lists no movements. */
async function statementLink({ key, call, link }: OpenScreen): Promise<string | null> {
  if (!key().orderId) return null;
  const loan = await call(readLoan, key());
  return loan.success && loan.data.hasMovements ? link(documentPaths.accountStatement, key()) : null;
}

async function loadKeyFacts(open: OpenScreen) {
  const { language } = open;
  const orderNumber = open.parameter('orderNo');
  const { paper: accepted, currency, lenderName } = await open.ask(readAgreement, { orderNumber });
  if (!accepted) throw Refusal.coded('not-found');
  // The first two paragraphs are the paper's edition and title.
  const [, , ...rest] = accepted.text.trimEnd().split('\n\n');
  const { blocks } = parseStoredText(rest.join('\n\n'));
  const title = marketText(open.lenderOf(currency).market, language).paper;
  const acceptedAt = accepted.acceptedAt && open.dates(currency).moment(accepted.acceptedAt);
  const proof = acceptanceProof({ ...accepted, acceptedAt }, agreementText[language]);
  const proofBlock: PaperBlock = { kind: 'hint', text: proof };
  return {
    name: `${title}-${orderNumber}`,
    textLanguage: accepted.language,
    blocks,
    proof,
    paper: loanPaper(open, {
      currency,
      lenderName,
      number: accepted.proposalNumber,
      title,
      blocks: [...blocks, proofBlock],
    }),
  };
}
