import type { ReactNode } from 'react';
import { paymentClaimText } from '#content/messages/payment-claim.ts';
import { fill } from '#content/text-pack.ts';
import type { LoanStatement } from '#contract/calls/loan.ts';
import type { PaymentClaim } from '#contract/calls/payment-claim.ts';
import { Note } from '#ui/notice/note.tsx';
import { asSentence, Words } from '#ui/words.tsx';
import { complaintPaths } from '../complaint/complaint-paths.ts';
import { usePage, useText } from '../page-context.tsx';

/** State of each reported payment: deadline, complaint, or not found. */
export function ClaimNotices({
  statement: { claims, isPenaltyPaused },
}: {
  readonly statement: Pick<LoanStatement, 'claims' | 'isPenaltyPaused'>;
}): ReactNode {
  if (!claims || claims.length === 0) return null;
  return (
    <section id="claims">
      {claims.map((claim) => (
        <ClaimNotice key={claim.claimId} claim={claim} isPenaltyPaused={isPenaltyPaused} />
      ))}
    </section>
  );
}

/** Only the answered ones; the order page itself shows those that wait. */
export function ClaimAnswers({
  statement: { claims, isPenaltyPaused },
}: {
  readonly statement: Pick<LoanStatement, 'claims' | 'isPenaltyPaused'>;
}): ReactNode {
  const answered = claims?.filter(({ state }) => state !== 'waiting') ?? [];
  return <ClaimNotices statement={{ claims: answered, isPenaltyPaused }} />;
}

function ClaimNotice({
  claim,
  isPenaltyPaused,
}: {
  readonly claim: PaymentClaim;
  readonly isPenaltyPaused: boolean;
}): ReactNode {
  const { money, dates, paths, key, link } = usePage();
  const text = useText(paymentClaimText);
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
        <a href={link(paths.complaint, { orderId: key.orderId })}>{text.complain}</a>
      </Note>
    );
  }
  const shownWords = complaintId === null ? text.waiting : folio ? text.complained : text.complainedPlain;
  return (
    <Note tone="brand">
      <Words text={words(shownWords)} /> {isPenaltyPaused && `${text.paused} `}
      {text.noPayAgain}{' '}
      {complaintId !== null && (
        <a href={link(complaintPaths.details, { problemId: complaintId })}>{text.seeComplaint}</a>
      )}
    </Note>
  );
}
