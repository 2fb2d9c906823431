import { agreedFigureFacts } from '#content/legal/agreed-figures.ts';
import { marketText } from '#content/market-words.ts';
import { agreementText } from '#content/messages/agreement.ts';
import { documentsText } from '#content/messages/documents.ts';
import { fill } from '#content/text-pack.ts';
import { type AcceptedAgreement, readAgreement } from '#contract/calls/loan.ts';
import { newPlanBlocks } from '../new-plan/new-plan-blocks.ts';
import type { OpenScreen } from '../open-screen.ts';
import type { Paper, PaperBlock, PaperRow } from '../paper/paper.ts';
import { parseStoredText } from './stored-text.ts';

/** An agreement with its fields and its kept text, dates ready to show. */
export interface Agreement {
  /** What to know before its figures; null for nothing. */
  readonly notice: string | null;
  readonly facts: readonly PaperRow[];
  readonly accepted: ShownAgreementText | null;
  /** The terms that are part of it, as kept or to accept; null where none are known. */
  readonly terms: {
    readonly language: OpenScreen['language'];
    readonly blocks: readonly PaperBlock[];
  } | null;
  readonly orderNumber: string;
  /** Whether the market's paper was accepted with it, and what that is called. */
  readonly hasPaper: boolean;
  readonly paperName: string;
  readonly lender: string;
  /** Whether the borrower may ask to have it sent again. */
  readonly sendsFiles: boolean;
  /** New plans that were agreed since. */
  readonly annex: readonly PaperBlock[];
  readonly paper: Paper;
}

/** A kept text to show: its edition in the page's language, and what it says in its own. */
export interface ShownAgreementText extends AcceptedAgreement {
  readonly edition: string | null;
  readonly blocks: readonly PaperBlock[];
}

/** The agreement that an address names, accepted or to accept. */
export async function loadAgreement(open: OpenScreen): Promise<Agreement> {
  const { config, language, now } = open;
  const text = agreementText[language];
  const orderNumber = open.parameter('orderNo');
  const agreement = await open.ask(readAgreement, { orderNumber });
  const { day, moment } = open.dates(agreement.currency);
  const dates = {
    disbursalDate: day(agreement.disbursalDate),
    repaymentDate: day(agreement.repaymentDate),
    agreementDate: day(agreement.agreementDate),
  };
  const facts = agreedFigureFacts({ ...agreement, ...dates }, language, config.amountStyle, agreement.payout)
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => ({ label: name, value }));
  const notice = agreement.payout === 'never' ? text.neverPaidOut : null;
  const typed = agreement.accepted && parseStoredText(agreement.accepted.text);
  const accepted = agreement.accepted &&
    typed && {
      ...agreement.accepted,
      acceptedAt: agreement.accepted.acceptedAt && moment(agreement.accepted.acceptedAt),
      edition:
        typed.edition &&
        fill(text[`edition-${typed.edition.language}`], {
          version: typed.edition.version,
          date: day(typed.edition.effectiveDate),
        }),
      blocks: typed.blocks,
    };
  const terms = agreement.terms && {
    language: agreement.terms.language,
    blocks: parseStoredText(agreement.terms.text).blocks,
  };
  const annex = newPlanBlocks(open, agreement.newPlans, agreement.currency);
  const { market, company } = open.lenderOf(agreement.currency);
  const lender = agreement.lenderName || company.lenderName;
  return {
    ...{ notice, facts, accepted, terms, orderNumber, annex, lender, sendsFiles: agreement.sendsFiles },
    hasPaper: agreement.paper !== null,
    paperName: marketText(market, language).paper,
    paper: {
      ...{ language, market, title: text.title, madeAt: now() },
      issuer: { name: lender, note: company.registration },
      blocks: [
        ...(notice === null ? [] : [{ kind: 'paragraph' as const, text: notice }]),
        { kind: 'rows', rows: facts },
        ...(accepted
          ? [
              {
                kind: 'heading' as const,
                text: accepted.acceptedAt === null ? text.toAcceptTitle : text.acceptedTitle,
              },
              ...(accepted.edition ? [{ kind: 'hint' as const, text: accepted.edition }] : []),
              ...accepted.blocks,
              { kind: 'hint' as const, text: proofWords(accepted, language) },
            ]
          : []),
        ...annex,
      ],
      footer: fill(documentsText[language].footer, { lender, number: orderNumber }),
    },
  };
}

/** Version, time and hash of an agreement, as a sentence each. */
export function proofWords(
  { version, acceptedAt, hash }: AcceptedAgreement,
  language: OpenScreen['language'],
): string {
  const text = agreementText[language];
  return [
    fill(text.version, { version }),
    acceptedAt === null ? text.notAccepted : fill(text.acceptedAt, { time: acceptedAt }),
    fill(text.hash, { hash }),
  ].join('. ');
}
