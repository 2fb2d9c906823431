import { agreedFigureFacts } from '#content/legal/agreed-figures.ts';
import { agreementText } from '#content/messages/agreement.ts';
import { documentsText } from '#content/messages/documents.ts';
import { fill } from '#content/text-pack.ts';
import { type AcceptedAgreement, readAgreement } from '#contract/calls/loan.ts';
import type { OpenScreen } from '../open-screen.ts';
import type { Paper, PaperRow } from '../paper/paper.ts';
import { keptTextBlocks } from './kept-text.ts';

/** An agreement with its fields and its kept text, dates ready to show. */
export interface Agreement {
  readonly facts: readonly PaperRow[];
  readonly accepted: AcceptedAgreement | null;
  readonly orderNumber: string;
  readonly paper: Paper;
}

/** The agreement that an address names, accepted or to accept. */
export async function loadAgreement(open: OpenScreen): Promise<Agreement> {
  const { config, language, now } = open;
  const text = agreementText[language];
  const orderNumber = open.parameter('orderNo');
  const given = await open.ask(readAgreement, { orderNumber });
  const { day, moment } = open.dates(given.currency);
  const dates = {
    disbursalDate: day(given.disbursalDate),
    repaymentDate: day(given.repaymentDate),
    agreementDate: day(given.agreementDate),
  };
  const facts = agreedFigureFacts({ ...given, ...dates }, language, config.amountStyle).map(
    ({ name, value }) => ({ label: name, value }),
  );
  const accepted = given.accepted && {
    ...given.accepted,
    acceptedAt: given.accepted.acceptedAt && moment(given.accepted.acceptedAt),
  };
  const { market, company } = open.lenderOf(given.currency);
  const lender = given.lenderName || company.lenderName;
  return {
    ...{ facts, accepted, orderNumber },
    paper: {
      ...{ language, market, title: text.title, madeAt: now() },
      issuer: { name: lender, note: company.registration },
      blocks: [
        { kind: 'rows', rows: facts },
        ...(accepted
          ? [
              {
                kind: 'heading' as const,
                text: accepted.acceptedAt === null ? text.toAcceptTitle : text.acceptedTitle,
              },
              ...keptTextBlocks(accepted.text),
              { kind: 'hint' as const, text: proofWords(accepted, language) },
            ]
          : []),
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
