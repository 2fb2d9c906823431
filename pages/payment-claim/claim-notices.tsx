import type { ReactNode } from 'react';
import { paymentClaimText } from '#content/messages/payment-claim.ts';
import { fill } from '#content/text-pack.ts';
import type { LoanStatement } from '#contract/calls/loan.ts';
import type { PaymentClaim } from '#contract/calls/payment-claim.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { Note } from '#ui/notice/note.tsx';
import { asSentence, Words } from '#ui/words.tsx';
import { complaintPaths } from '../complaint/complaint-paths.ts';
import type { OpenScreen } from '../open-screen.ts';

interface ClaimNoticesProperties {
  readonly open: OpenScreen;
  readonly statement: LoanStatement;
  readonly money: (amountMinor: MinorAmount) => string;
  /** A day and a time, ready to show. */
  readonly dates: ReturnType<OpenScreen['dates']>;
}

/** What became of each payment that the borrower told of: its clock, its complaint, or that it did not arrive. */
export function ClaimNotices({ open, statement, money, dates }: ClaimNoticesProperties): ReactNode {
  const { claims, isPenaltyPaused } = statement;
  if (!claims || claims.length === 0) return null;
  return (
    <section id="claims">
      {claims.map((claim) => (
        <ClaimNotice key={claim.claimId} {...{ open, claim, money, dates, isPenaltyPaused }} />
      ))}
    </section>
  );
}

/** The answers alone: what waits is told by the order page itself. */
export function ClaimAnswers({ statement, ...properties }: ClaimNoticesProperties): ReactNode {
  const claims = statement.claims?.filter(({ state }) => state !== 'waiting') ?? [];
  return <ClaimNotices {...properties} statement={{ ...statement, claims }} />;
}

function ClaimNotice({
  open,
  claim,
  money,
  dates,
  isPenaltyPaused,
}: Omit<ClaimNoticesProperties, 'statement'> & {
  readonly claim: PaymentClaim;
  readonly isPenaltyPaused: boolean;
}): ReactNode {
  const text = paymentClaimText[open.language];
  const { amountMinor, paidOn, answerBy, answer, complaintId, folio, state } = claim;
  const words = (template: string) =>
    fill(template, {
      amount: money(amountMinor),
      day: dates.day(paidOn),
      time: dates.minute(answerBy),
      folio,
    });
  if (state === 'received') {
    return (
      <Note tone="ok">
        <Words text={words(text.found)} /> {answer}
      </Note>
    );
  }
  if (state === 'not-found') {
    return (
      <Note tone="warn">
        <Words text={words(text.notFound)} /> {asSentence(answer)} {text.notFoundNext}{' '}
        <a href={open.link(open.config.paths.complaint, { orderId: open.parameter('orderId') })}>
          {text.complain}
        </a>
      </Note>
    );
  }
  const told = complaintId === null ? text.waiting : folio ? text.complained : text.complainedPlain;
  return (
    <Note tone="brand">
      <Words text={words(told)} /> {isPenaltyPaused && `${text.paused} `}
      {text.noPayAgain}{' '}
      {complaintId !== null && (
        <a href={open.link(complaintPaths.details, { problemId: complaintId })}>{text.seeComplaint}</a>
      )}
    </Note>
  );
}
