import type { ReactNode } from 'react';
import { paymentWords } from '#content/market-words.ts';
import { chargeDisputeText, chargeName } from '#content/messages/charge-dispute.ts';
import { fill } from '#content/text-pack.ts';
import type { ChargeDispute } from '#contract/calls/charge-dispute.ts';
import type { LoanStatement } from '#contract/calls/loan.ts';
import { componentOfCharge } from '#domain/loan/charge-dispute.ts';
import { zeroMinor } from '#domain/money/money.ts';
import { Note } from '#ui/notice/note.tsx';
import { asSentence, Words } from '#ui/words.tsx';
import { complaintPaths } from '../complaint/complaint-paths.ts';
import { usePage, useText } from '../page-context.tsx';
import { chargeDisputePath } from './charges.tsx';

/** State of each disputed charge: deadline, complaint, or answer. */
export function DisputeNotices({
  statement: { disputes },
}: {
  readonly statement: Pick<LoanStatement, 'disputes'>;
}): ReactNode {
  if (!disputes || disputes.length === 0) return null;
  return (
    <section id="disputes">
      {disputes.map((dispute) => (
        <DisputeNotice key={dispute.disputeId} dispute={dispute} />
      ))}
    </section>
  );
}

/** Answered disputes and the amounts they removed; the order page itself shows open ones. */
export function DisputeAnswers({
  statement: { disputes },
}: {
  readonly statement: Pick<LoanStatement, 'disputes'>;
}): ReactNode {
  const answered =
    disputes?.filter(({ state, amountMinor }) => state !== 'open' || amountMinor === zeroMinor) ?? [];
  return <DisputeNotices statement={{ disputes: answered }} />;
}

export function DisputedPart({
  statement: { disputedMinor, disputes },
}: {
  readonly statement: Pick<LoanStatement, 'disputedMinor' | 'disputes'>;
}): ReactNode {
  const { money } = usePage();
  const text = useText(chargeDisputeText);
  if (disputedMinor <= 0) return null;
  const isStill = disputes?.every(({ state, isPaused }) => state !== 'open' || isPaused) ?? false;
  return (
    <p className="hint">
      <Words text={fill(isStill ? text.disputedStill : text.disputed, { amount: money(disputedMinor) })} />
    </p>
  );
}

export function DisputeNotice({
  dispute,
  isOnOwnPage = false,
}: {
  readonly dispute: ChargeDispute;
  readonly isOnOwnPage?: boolean;
}): ReactNode {
  const { language, market, currency, money, dates, paths, key, link } = usePage();
  const text = useText(chargeDisputeText);
  const { kind, sequence, amountMinor, takenOffMinor, vatTakenOffMinor, state } = dispute;
  const { answer, answerBy, complaintId, folio, isPaused } = dispute;
  const charge = chargeName(kind, language, currency);
  const said = { ...paymentWords(market, language), charge, amount: money(amountMinor), number: sequence };
  if (state === 'upheld') {
    const taken = money(takenOffMinor);
    const isPart = takenOffMinor < amountMinor;
    return (
      <Note tone="ok">
        <Words
          text={isPart ? fill(text.upheldPart, { ...said, taken }) : fill(text.upheld, { ...said, taken })}
        />{' '}
        {vatTakenOffMinor > 0 && (
          <>
            <Words
              text={fill(text.upheldTax, {
                vat: money(vatTakenOffMinor),
                tax: chargeName('vat', language, currency),
              })}
            />{' '}
          </>
        )}
        {asSentence(answer)} {text.upheldPaid}
      </Note>
    );
  }
  const isGone = amountMinor === zeroMinor;
  if (state === 'rejected' && isGone) {
    return (
      <Note tone="ok">
        <Words text={fill(text.rejectedGone, said)} /> {asSentence(answer)}
      </Note>
    );
  }
  if (state === 'rejected') {
    return (
      <Note tone="warn">
        <Words text={fill(text.rejected, said)} /> {asSentence(answer)} {text.rejectedNext}{' '}
        <a href={link(paths.complaint, { orderId: key.orderId })}>{text.complain}</a>
      </Note>
    );
  }
  if (state === 'withdrawn') return null;
  const time = dates.minute(answerBy);
  const words = isGone
    ? fill(text.gone, said)
    : complaintId === null
      ? fill(text.open, { ...said, time })
      : folio
        ? fill(text.openTold, { ...said, folio })
        : fill(text.openToldPlain, said);
  const isPenalty = componentOfCharge[kind] === 'penalty';
  return (
    <Note tone="brand">
      <Words text={words} /> {isPaused && !isGone && `${isPenalty ? text.pausedPenalty : text.paused} `}
      {complaintId !== null && (
        <a href={link(complaintPaths.details, { problemId: complaintId })}>{text.seeComplaint}</a>
      )}
      {complaintId !== null && !isOnOwnPage && ' · '}
      {!isOnOwnPage && <a href={link(chargeDisputePath, { ...key, charge: dispute.chargeId })}>{text.see}</a>}
    </Note>
  );
}
