import type { ReactNode } from 'react';
import { quoteYears } from '#content/legal/quoted-figures.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskRetentionText } from '#content/messages/desk-retention.ts';
import { fill } from '#content/text-pack.ts';
import { type HostRetention, readRetention, startRetention } from '#contract/host/retention.ts';
import type { HostCall } from '#contract/host-call.ts';
import { CodedError } from '#domain/error-code.ts';
import { currencyOf, type Market } from '#domain/market.ts';
import { retentionKinds } from '#domain/retention-years.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { personalDataReasonField } from '../correction/correction-fields.ts';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { approvalPath, deskPaths } from '../paths.ts';
import { DeskForm, deskForm, type SentForm } from '../ui/desk-form.tsx';
import { FactList, type ShownFact } from '../ui/facts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Part } from '../ui/part.tsx';
import { SecondPersonNote } from '../ui/second-person.tsx';

const startForm = (desk: OpenDesk) => deskForm('start', { reason: personalDataReasonField(desk) });

export const retention = deskScreen<{ readonly markets: readonly HostRetention[] }, SentForm>({
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
    const { sent, values } = startForm(desk).read(form);
    if (!values) return desk.again(sent, 422);
    const messageId = fieldOf(form, 'messageId') || desk.newId();
    const proposal = {
      call: startRetention as HostCall,
      fields: { market, years },
      subject: `retention:${market}`,
      currency: currencyOf(market),
    };
    await desk.service.corrections.propose(desk.person, proposal, { messageId, reason: values.reason });
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
              <StartForm market={shown.market} sent={answer} />
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

/** Retention periods of a market by kind, and the data past them. */
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
  market,
  sent,
}: {
  readonly market: Market;
  readonly sent: SentForm | undefined;
}): ReactNode {
  const desk = useDesk();
  const isSent = sent && fieldOf(sent.typed, 'market') === market;
  return (
    <DeskForm
      form={startForm(desk)}
      sent={isSent ? sent : undefined}
      hidden={{ market }}
      action={deskPaths.retention}
      prefix={`${market}-`}
      send={deskRetentionText[desk.language].ask}
      sendKind="danger"
    >
      <SecondPersonNote>{deskCorrectionText[desk.language].needsSecondApprover}</SecondPersonNote>
    </DeskForm>
  );
}
