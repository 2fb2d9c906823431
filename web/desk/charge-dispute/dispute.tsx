import type { ReactNode } from 'react';
import { chargeName } from '#content/messages/charge-dispute.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskDisputeText } from '#content/messages/desk-dispute.ts';
import { fill } from '#content/text-pack.ts';
import {
  readChargeDispute,
  rejectChargeDispute,
  upholdChargeDispute,
} from '#contract/host/charge-dispute.ts';
import type { HostCall } from '#contract/host-call.ts';
import { answerClock } from '#domain/complaint/answer-clock.ts';
import { effectKey } from '#domain/desk/effect.ts';
import { disputeAnswerHours } from '#domain/loan/charge-dispute.ts';
import { marketOfCurrency } from '#domain/market.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { Clock } from '../complaint/clock.tsx';
import { FolioLink } from '../complaint/folio-link.tsx';
import { BeforeAfter } from '../correction/before-after.tsx';
import { CorrectionButtons } from '../correction/correction-buttons.tsx';
import { reasonOf } from '../correction/correction-kind.ts';
import { goUnlessConflict, type ShownCorrection, submitCorrection } from '../correction/submit-correction.ts';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { Steps } from '../matter/steps.tsx';
import { deskPaths, disputePath, loanPath } from '../paths.ts';
import { AnswerForm } from '../ui/answer-form.tsx';
import { AuditLine } from '../ui/audit-line.tsx';
import { FactList, type ShownFact } from '../ui/facts.tsx';
import { TextField } from '../ui/field.tsx';
import { FormPart } from '../ui/fields.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Unsent } from '../ui/unsent.tsx';
import { Warning } from '../ui/warning.tsx';

type DisputeView = typeof readChargeDispute extends HostCall<infer _Request, infer View> ? View : never;

interface Answer extends Omit<ShownCorrection, 'wrong'> {
  /** Which of the page's forms was sent. */
  readonly part: 'uphold' | 'reject';
  readonly typed: { readonly amount: string; readonly answer: string };
  readonly wrong?: 'amount' | 'answer' | ShownCorrection['wrong'];
}

interface DisputePage {
  readonly dispute: DisputeView;
  readonly loanTime: Date;
}

/** A charge that a borrower does not agree with: what they say of it, and either answer to it. */
export const dispute = deskScreen<DisputePage, Answer>({
  path: deskPaths.dispute,
  needs: 'see-money',
  async load(desk) {
    const disputeId = desk.part('dispute');
    const disputeView = await desk.readRecorded(
      readChargeDispute,
      { disputeId },
      `charge-dispute:${disputeId}`,
    );
    return { dispute: disputeView, loanTime: await desk.service.loanTime() };
  },
  async submit(desk, form): Promise<Response | Again<Answer>> {
    const disputeId = desk.part('dispute');
    const part = fieldOf(form, 'part') === 'reject' ? 'reject' : 'uphold';
    const typed = { amount: fieldOf(form, 'amount'), answer: fieldOf(form, 'answer') };
    if (part === 'reject') {
      const answer = typed.answer.trim();
      if (!/^[^\p{Cc}]{1,300}$/u.test(answer)) return desk.again({ part, typed, wrong: 'answer' }, 422);
      const step = {
        messageId: fieldOf(form, 'step'),
        subject: `charge-dispute:${disputeId}`,
        reason: answer,
      };
      return goUnlessConflict(desk, () => desk.change(rejectChargeDispute, { disputeId, answer }, step), {
        doneAt: desk.inList(disputePath(disputeId)),
        formAnswer: { part, typed },
      });
    }
    await desk.require('correct-loan');
    const { orderNumber, currency } = await desk.read(readChargeDispute, { disputeId });
    const amountMinor = amountFromText(typed.amount, currency) ?? 0;
    if (amountMinor <= 0) return desk.again({ part, typed, wrong: 'amount' }, 422);
    const answer = reasonOf(typed.answer);
    if (answer === null) return desk.again({ part, typed, wrong: 'answer' }, 422);
    const correction = {
      ...{ call: upholdChargeDispute as HostCall, fields: { disputeId, amountMinor, answer }, orderNumber },
    };
    const doneAt = desk.inList(disputePath(disputeId));
    const submitted = await submitCorrection(desk, form, { correction, reason: answer, doneAt });
    if (submitted instanceof Response) return submitted;
    return desk.again({ part, typed, ...submitted.correction }, submitted.status);
  },
  title: ({ desk }) => deskDisputeText[desk.language].one,
  page({ desk, dispute: disputeView, loanTime, answer }) {
    const text = deskDisputeText[desk.language];
    const isOpen = disputeView.state === 'open';
    const { currency } = disputeView;
    const time = (instant: string) => desk.time(instant, marketOfCurrency(currency));
    const amount = (minor: number) => <span className="num">{desk.money(minor, currency)}</span>;
    const facts: readonly ShownFact[] = [
      [
        text.loan,
        <a key="loan" className="num" href={loanPath(disputeView.orderNumber)}>
          {disputeView.orderNumber}
        </a>,
      ],
      [text.charge, chargeName(disputeView.kind, desk.language, currency)],
      [text.payment, disputeView.sequence],
      [text.disputed, amount(disputeView.amountMinor)],
      ...(isOpen ? [[text.charged, amount(disputeView.chargedMinor)] as const] : []),
      [text.reason, text[disputeView.reason]],
      [text.words, disputeView.words || text.none],
      [text.filedAt, time(disputeView.filedAt)],
      ...(disputeView.folio === null
        ? []
        : [[text.complaint, <FolioLink key="folio" folio={disputeView.folio} />] as const]),
      ...(disputeView.endedAt === null ? [] : [[text.endedAt, time(disputeView.endedAt)] as const]),
      ...(disputeView.answer === null ? [] : [[text.answer, disputeView.answer] as const]),
      ...(disputeView.takenOffMinor > 0 ? [[text.takenOff, amount(disputeView.takenOffMinor)] as const] : []),
      ...(disputeView.vatTakenOffMinor > 0
        ? [[text.vatTakenOff, amount(disputeView.vatTakenOffMinor)] as const]
        : []),
    ];
    return (
      <>
        <Steps kind="charge-dispute" />
        <PageHead>
          <h1>{text.one}</h1>
          <p className="sub">
            {isOpen ? (
              <Clock
                clock={answerClock(new Date(disputeView.filedAt), disputeAnswerHours, loanTime)}
                language={desk.language}
              />
            ) : (
              text[disputeView.state]
            )}
          </p>
        </PageHead>
        {answer && !isOpen && (
          <Unsent
            fields={[
              [text.amount, answer.typed.amount],
              [text.answerLabel, answer.typed.answer],
            ]}
          />
        )}
        <FactList facts={facts} />
        {isOpen && desk.may('correct-loan') && (
          <>
            {disputeView.chargedMinor > 0 && (
              <Uphold dispute={disputeView} answer={answer?.part === 'uphold' ? answer : undefined} />
            )}
            <Reject dispute={disputeView} answer={answer?.part === 'reject' ? answer : undefined} />
          </>
        )}
        <AuditLine subject={`charge-dispute:${disputeView.disputeId}`} market={marketOfCurrency(currency)} />
      </>
    );
  },
});

interface FormParts {
  readonly dispute: DisputeView;
  readonly answer: Answer | undefined;
}

function Uphold({ dispute: disputeView, answer }: FormParts): ReactNode {
  const desk = useDesk();
  const text = deskDisputeText[desk.language];
  const words = deskCorrectionText[desk.language];
  const { effect, typed, wrong } = answer ?? {};
  const shown = effect ? desk.money(effect.amountMinor, disputeView.currency) : '';
  return (
    <FormPart action={desk.inList(disputePath(disputeView.disputeId))}>
      <input type="hidden" name="messageId" value={desk.newId()} />
      {effect && <input type="hidden" name="seen" value={effectKey(effect)} />}
      <h2>{text.upholdTitle}</h2>
      <p className="hint">{text.upholdLine}</p>
      {(wrong === 'refused' || wrong === 'stale') && <Warning words={words[`wrong-${wrong}`]} />}
      <TextField
        id="amount"
        label={text.amount}
        value={typed?.amount ?? desk.amountField(disputeView.chargedMinor, disputeView.currency)}
        error={wrong === 'amount' ? words['wrong-amount'] : undefined}
        inputMode="decimal"
        maxLength={60}
        isRequired
      />
      {effect && <BeforeAfter effect={effect} />}
      <TextField
        id="answer"
        label={text.answerLabel}
        value={typed?.answer ?? ''}
        hint={text.answerHint}
        error={wrong === 'answer' ? text.answerMissing : undefined}
        maxLength={200}
        isRequired
      />
      <CorrectionButtons
        words={fill(text.doUphold, { amount: shown })}
        currency={disputeView.currency}
        amountMinor={effect?.amountMinor}
        allowance={answer?.allowance}
      />
    </FormPart>
  );
}

function Reject({ dispute: disputeView, answer }: FormParts): ReactNode {
  const desk = useDesk();
  const text = deskDisputeText[desk.language];
  return (
    <AnswerForm
      action={desk.inList(disputePath(disputeView.disputeId))}
      part="reject"
      id="reject-answer"
      title={text.rejectTitle}
      label={text.answerLabel}
      hint={text.rejectLine}
      typed={answer?.typed.answer}
      error={answer?.wrong && text.rejectMissing}
      send={text.doReject}
    />
  );
}
