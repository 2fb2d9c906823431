import { agreedFigureFacts } from '#content/legal/agreed-figures.ts';
import { agreementText } from '#content/messages/agreement.ts';
import { documentsText } from '#content/messages/documents.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { type AcceptedAgreement, type LoanAgreement, readAgreement } from '#contract/calls/loan.ts';
import { newPlanBlocks } from '../new-plan/new-plan-blocks.ts';
import type { OpenScreen } from '../open-screen.ts';
import { paperFile } from '../paper/file-answer.ts';
import { loanPaper } from '../paper/loan-paper.ts';
import type { PaperBlock } from '../paper/paper.ts';
import { documentPaths } from './document-paths.ts';
import { parseStoredText } from './stored-text.ts';

export interface ShownAgreementText extends AcceptedAgreement {
  /** In the page's language; the blocks are in the text's own. */
  readonly edition: string | null;
  readonly blocks: readonly PaperBlock[];
}

/** Loads the agreement that the address names, accepted or to accept, with its paper. */
export async function loadAgreement(open: OpenScreen) {
  const { config, language } = open;
  const text = agreementText[language];
  const orderNumber = open.parameter('orderNo');
  const agreement = await open.ask(readAgreement, { orderNumber });
  const { currency, lenderName } = agreement;
  const { day } = open.dates(currency);
  const dates = {
    disbursalDate: day(agreement.disbursalDate),
    repaymentDate: day(agreement.repaymentDate),
    agreementDate: day(agreement.agreementDate),
  };
  const facts = agreedFigureFacts({ ...agreement, ...dates }, language, config.amountStyle, agreement.payout)
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => ({ label: name, value }));
  const notice: PaperBlock[] =
    agreement.payout === 'never' ? [{ kind: 'paragraph', text: text.neverPaidOut }] : [];
  const accepted = shownText(open, agreement);
  const annex = newPlanBlocks(open, agreement.newPlans, currency);
  const paper = loanPaper(open, {
    currency,
    lenderName,
    number: orderNumber,
    title: text.title,
    blocks: [...notice, { kind: 'rows', rows: facts }, ...acceptedBlocks(accepted, text), ...annex],
  });
  const name = `${documentsText[language].agreement}-${orderNumber}`;
  return { agreement, facts, accepted, annex, orderNumber, paper, name };
}

function shownText(
  open: OpenScreen,
  { accepted, currency }: Pick<LoanAgreement, 'accepted' | 'currency'>,
): ShownAgreementText | null {
  if (!accepted) return null;
  const { day, moment } = open.dates(currency);
  const { edition, blocks } = parseStoredText(accepted.text);
  const text = agreementText[open.language];
  return {
    ...accepted,
    acceptedAt: accepted.acceptedAt && moment(accepted.acceptedAt),
    edition:
      edition &&
      fill(text[`edition-${edition.language}`], {
        version: edition.version,
        date: day(edition.effectiveDate),
      }),
    blocks,
  };
}

function acceptedBlocks(accepted: ShownAgreementText | null, text: TextsIn<typeof agreementText>) {
  if (!accepted) return [];
  const { acceptedAt, edition } = accepted;
  const blocks: PaperBlock[] = [
    { kind: 'heading', text: acceptedAt === null ? text.toAcceptTitle : text.acceptedTitle },
    ...(edition ? [{ kind: 'hint' as const, text: edition }] : []),
    ...accepted.blocks,
    { kind: 'hint', text: acceptanceProof(accepted, text) },
  ];
  return blocks;
}

export function acceptanceProof(
  { version, acceptedAt, hash }: { version?: string; acceptedAt: string | null; hash: string },
  text: TextsIn<typeof agreementText>,
): string {
  return [
    ...(version === undefined ? [] : [fill(text.version, { version })]),
    acceptedAt === null ? text.notAccepted : fill(text.acceptedAt, { time: acceptedAt }),
    fill(text.hash, { hash }),
  ].join('. ');
}

export const agreementPdf = paperFile(documentPaths.agreementPdf, loadAgreement);
