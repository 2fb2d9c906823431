import type { ReactNode } from 'react';
import { quoteYears } from '#content/legal/quoted-figures.ts';
import { deskBorrowerText } from '#content/messages/desk-borrower.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskRetentionText } from '#content/messages/desk-retention.ts';
import { fill } from '#content/text-pack.ts';
import { type HostRetention, readRetention, startRetention } from '#contract/host/retention.ts';
import type { HostCall } from '#contract/host-call.ts';
import { CodedError } from '#domain/error-code.ts';
import { currencyOf } from '#domain/market.ts';
import { retentionKinds } from '#domain/retention-years.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { isLoggedReason } from '../logged-reason.ts';
import type { OpenDesk } from '../open-desk.ts';
import { approvalPath, deskPaths } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { FactList, type ShownFact } from '../ui/facts.tsx';
import { TextField } from '../ui/field.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Part } from '../ui/part.tsx';
import { SecondPersonNote } from '../ui/second-person.tsx';

/** A reason that was sent for a market and not taken. */
interface UnreasonedStart {
  readonly market: string;
  readonly reason: string;
}

/** For how long data are kept in each market, what is older, and asking that it be erased. */
export const retention = deskScreen<{ readonly markets: readonly HostRetention[] }, UnreasonedStart>({
  path: deskPaths.retention,
  needs: 'see-operations',
  load: (desk) => desk.read(readRetention, {}),
  async submit(desk, form) {
    await desk.require('answer-data-request');
    const { markets } = await desk.read(readRetention, {});
    const found = markets.find(({ market }) => market === fieldOf(form, 'market'));
    if (!found) throw new CodedError('request-invalid', 'market');
    if (!canStart(found)) throw new CodedError('status-conflict');
    const { market, years } = found;
    const reason = fieldOf(form, 'reason').trim();
    if (!isLoggedReason(reason)) return desk.again({ market, reason }, 422);
    const messageId = fieldOf(form, 'id') || desk.newId();
    const proposal = {
      ...{ call: startRetention as HostCall, fields: { market, years } },
      ...{ subject: `retention:${market}`, currency: currencyOf(market) },
    };
    await desk.service.corrections.propose(desk.person, proposal, { messageId, reason });
    return desk.goTo(approvalPath(messageId));
  },
  title: ({ desk }) => deskRetentionText[desk.language].title,
  page({ desk, markets, answer }) {
    const text = deskRetentionText[desk.language];
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">{text.line}</p>
        </PageHead>
        {markets.map((shown) => (
          <Part key={shown.market} id={shown.market} title={shown.market}>
            <FactList facts={retentionFacts(desk, shown)} />
            <p className="hint g2">{standingOf(desk, shown)}</p>
            {canStart(shown) && desk.may('answer-data-request') && (
              <StartForm shown={shown} answer={answer?.market === shown.market ? answer : undefined} />
            )}
          </Part>
        ))}
      </>
    );
  },
});

function canStart({ isConfirmed, countedAt, approvedAt }: HostRetention): boolean {
  return isConfirmed && countedAt !== null && approvedAt === null;
}

/** The years of a market by kind, and what is older. */
export function retentionFacts(
  desk: OpenDesk,
  { market, years, countedAt, ...found }: HostRetention,
): ShownFact[] {
  const text = deskRetentionText[desk.language];
  return [
    ...retentionKinds.map((kind): ShownFact => [text[kind], quoteYears(years[kind], desk.language)]),
    ...(countedAt === null
      ? []
      : ([
          [text.borrowers, found.borrowerCount],
          [text.registrations, found.registrationCount],
          [text.oldest, found.oldestAt === null ? text.none : desk.time(found.oldestAt, market)],
          [text.counted, desk.time(countedAt, market)],
        ] satisfies ShownFact[])),
  ];
}

function standingOf(desk: OpenDesk, { market, ...shown }: HostRetention): string {
  const text = deskRetentionText[desk.language];
  if (!shown.isConfirmed) return fill(text.unconfirmed, { variable: `RETENTION_CONFIRMED_${market}` });
  if (shown.approvedAt !== null) return fill(text.running, { time: desk.time(shown.approvedAt, market) });
  return shown.countedAt === null ? text.counting : text.waiting;
}

function StartForm({
  shown: { market },
  answer,
}: {
  readonly shown: HostRetention;
  readonly answer: UnreasonedStart | undefined;
}): ReactNode {
  const desk = useDesk();
  const { reason, reasonHint, reasonMissing } = deskBorrowerText[desk.language];
  return (
    <form method="post" action={deskPaths.retention} noValidate>
      <input type="hidden" name="market" value={market} />
      <input type="hidden" name="id" value={desk.newId()} />
      <TextField
        id={`reason-${market}`}
        name="reason"
        label={reason}
        value={answer?.reason ?? ''}
        hint={answer ? undefined : reasonHint}
        error={answer && reasonMissing}
        maxLength={300}
      />
      <SecondPersonNote>{deskCorrectionText[desk.language].takesTwo}</SecondPersonNote>
      <Acts>
        <Button kind="danger">{deskRetentionText[desk.language].ask}</Button>
      </Acts>
    </form>
  );
}
