import { marketText } from '#content/market-words.ts';
import { accountStatementText } from '#content/messages/account-statement.ts';
import { agreementText } from '#content/messages/agreement.ts';
import { documentsText } from '#content/messages/documents.ts';
import { fill } from '#content/text-pack.ts';
import { readAgreement, readLoan } from '#contract/calls/loan.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { listIcon } from '#ui/frame/icons.tsx';
import { LinkBand, LinkLine } from '#ui/frame/link-list.tsx';
import { Pin } from '#ui/frame/pin.tsx';
import { Words } from '#ui/words.tsx';
import type { OpenScreen } from '../open-screen.ts';
import { paperAnswer } from '../paper/file-answer.ts';
import type { Paper } from '../paper/paper.ts';
import { PaperBlocks } from '../paper/paper-blocks.tsx';
import { Refusal } from '../problem.ts';
import { resource, screen } from '../screen.tsx';
import styles from './agreement.module.css';
import { originLink } from './agreement.tsx';
import { documentPaths } from './document-paths.ts';
import { parseStoredText } from './stored-text.ts';

/** The market's paper whole, as it is accepted with the agreement: the Key Facts Statement, the carátula (LEGAL-6). */
export const keyFacts = screen({
  path: () => documentPaths.keyFacts,
  async load(open) {
    const { paper, textLanguage } = await loadKeyFacts(open);
    return {
      text: agreementText[open.language],
      documents: documentsText[open.language],
      ...{ paper, textLanguage },
      backLink: originLink(open),
      statementLink: await statementLink(open),
      pdfLink: open.link(documentPaths.keyFactsPdf, { orderNo: open.parameter('orderNo') }),
    };
  },
  title: ({ paper }) => paper.title,
  page: ({ open, paper, textLanguage, documents, backLink, statementLink, pdfLink, text }) => (
    <>
      <Bar title={paper.title} backLink={backLink} helpLink={open.helpLink} text={text} />
      <main>
        <section>
          <div lang={textLanguage} className="stack">
            <PaperBlocks blocks={paper.blocks.slice(0, -1)} />
          </div>
          <p className={`hint gap ${styles.hash}`}>
            <Words text={lastHint(paper)} />
          </p>
        </section>
        {statementLink && (
          <LinkBand>
            <LinkLine icon={listIcon} href={statementLink}>
              {accountStatementText[open.language].title}
            </LinkLine>
          </LinkBand>
        )}
        <Pin>
          <ButtonLink href={pdfLink} kind="second">
            {documents.savePdf}
          </ButtonLink>
        </Pin>
      </main>
    </>
  ),
});

/** The same as a PDF. */
export const keyFactsPdf = resource({
  path: () => documentPaths.keyFactsPdf,
  get: (open) =>
    paperAnswer(open, async () => {
      const { paper } = await loadKeyFacts(open);
      return { paper, name: `${paper.title}-${open.parameter('orderNo')}` };
    }),
});

/** The statement of account that the paper promises; null before there is a loan, and where the backend lists no movements. */
async function statementLink({ key, call, link }: OpenScreen): Promise<string | null> {
  if (!key().orderId) return null;
  const loan = await call(readLoan, key());
  return loan.success && loan.data.hasMovements ? link(documentPaths.accountStatement, key()) : null;
}

async function loadKeyFacts(open: OpenScreen): Promise<{ paper: Paper; textLanguage: Paper['language'] }> {
  const { language, now } = open;
  const words = agreementText[language];
  const orderNumber = open.parameter('orderNo');
  const { paper, currency, lenderName } = await open.ask(readAgreement, { orderNumber });
  if (!paper) throw Refusal.coded('not-found');
  const { market, company } = open.lenderOf(currency);
  const { moment } = open.dates(currency);
  const lender = lenderName || company.lenderName;
  const [, , ...rest] = paper.text.trimEnd().split('\n\n');
  const proof = [
    paper.acceptedAt === null
      ? words.notAccepted
      : fill(words.acceptedAt, { time: moment(paper.acceptedAt) }),
    fill(words.hash, { hash: paper.hash }),
  ].join('. ');
  return {
    textLanguage: paper.language,
    paper: {
      ...{ language, market, title: marketText(market, language).paper, madeAt: now() },
      issuer: { name: lender, note: company.registration },
      blocks: [...parseStoredText(rest.join('\n\n')).blocks, { kind: 'hint', text: proof }],
      footer: fill(documentsText[language].footer, { lender, number: paper.proposalNumber }),
    },
  };
}

function lastHint({ blocks }: Paper): string {
  const last = blocks.at(-1);
  return last?.kind === 'hint' ? last.text : '';
}
