import type { ReactNode } from 'react';
import { complaintStateText } from '#content/messages/complaint-states.ts';
import { complaintTypeText } from '#content/messages/complaint-types.ts';
import { deskComplaintText } from '#content/messages/desk-complaint.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskComplaint, DeskLoan } from '#contract/desk.ts';
import { answerComplaint, closeComplaint, reviewComplaint } from '#contract/host/complaint.ts';
import { CodedError } from '#domain/error-code.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { deskScreen } from '../desk-screen.tsx';
import { LoanState } from '../loan/loan-state.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { complaintPath, deskPaths, loanPath } from '../paths.ts';
import { AuditLine } from '../ui/audit-line.tsx';
import { boundedCount } from '../ui/bounded-count.ts';
import { AnswerForm, type Draft } from './answer-form.tsx';
import { Clock } from './clock.tsx';
import { ComplaintHistory } from './history.tsx';
import { problemOfAnswer, readyAnswer, readyAnswers } from './ready-answers.ts';

interface Opened {
  readonly complaint: DeskComplaint;
  /** The loan it is about; null for none, and for those who may not see loans. */
  readonly loan: DeskLoan | null;
}

async function openComplaint({ service, person, part, may }: OpenDesk): Promise<Opened> {
  const complaint = await service.complaints.read(person, part('folio'));
  if (!complaint) throw new CodedError('not-found');
  const { orderNumber } = complaint;
  const loan =
    orderNumber !== null && may('see-loans') ? await service.loans.read(person, orderNumber) : null;
  return { complaint, loan };
}

/** A complaint: what was written, about which loan, what was done; and the answer to it. */
export const complaint = deskScreen<Opened, Draft>({
  path: deskPaths.complaint,
  needs: 'see-complaints',
  load: openComplaint,
  async submit(desk, form) {
    const folio = desk.part('folio');
    const step = { messageId: fieldOf(form, 'step'), subject: `complaint:${folio}` };
    const finished = desk.goTo(complaintPath(folio));
    if (step.messageId === '') throw new CodedError('request-invalid', 'step');
    switch (fieldOf(form, 'do')) {
      case 'review':
        await desk.change(reviewComplaint, { folio }, step);
        return finished;
      case 'close':
        await desk.change(closeComplaint, { folio }, step);
        return finished;
      case 'insert': {
        const { loan } = await openComplaint(desk);
        const ready = readyAnswers(loan).find((each) => each === fieldOf(form, 'template'));
        const inserted = ready ? readyAnswer(ready, loan, desk) : '';
        const text = [fieldOf(form, 'reply').trimEnd(), inserted].filter(Boolean).join('\n\n');
        return desk.again({ text, template: ready, closesToo: closesTooIn(form), problem: null }, 200);
      }
      case 'send': {
        const text = fieldOf(form, 'reply');
        const draft = { text, template: undefined, closesToo: closesTooIn(form) };
        const { loan } = await openComplaint(desk);
        const problem = problemOfAnswer(text, loan);
        const isConfirmed = problem?.kind === 'figures' && fieldOf(form, 'figures') === problem.words;
        if (problem && !isConfirmed) return desk.again({ ...draft, problem }, 422);
        try {
          await desk.change(answerComplaint, { folio, reply: text }, step);
        } catch (error) {
          if (!(error instanceof CodedError) || error.code !== 'status-conflict') throw error;
          return desk.again({ ...draft, problem: { kind: 'changed', words: '' } }, 409);
        }
        if (draft.closesToo) {
          await desk.change(closeComplaint, { folio }, { ...step, messageId: `${step.messageId}:close` });
        }
        return finished;
      }
      default:
        throw new CodedError('request-invalid', 'do');
    }
  },
  title: ({ complaint: { folio } }) => folio,
  page({ desk, complaint: shown, loan, answer: draft }) {
    const { language } = desk;
    const text = deskComplaintText[language];
    const { folio, state, typeId, subtypeId, reply, score } = shown;
    const isOpen = state === 'received' || state === 'in-review';
    return (
      <>
        <p className="crumb">
          <a href={deskPaths.complaints}>{text.back}</a>
        </p>
        <div className="top">
          <h1 className="num">{folio}</h1>
          {isOpen ? (
            <Clock clock={shown.clock} language={language}>
              , <span className="num">{fill(text.until, { time: desk.time(shown.clock.dueAt) })}</span>
            </Clock>
          ) : (
            <p className="sub">{complaintStateText[language][state]}</p>
          )}
          {state !== 'closed' && state !== 'in-review' && desk.may('answer-complaint') && (
            <form className="end" method="post" action={complaintPath(folio)}>
              <input type="hidden" name="step" value={desk.newId()} />
              <button
                className="btn second"
                type="submit"
                name="do"
                value={state === 'received' ? 'review' : 'close'}
              >
                {state === 'received' ? text.review : text.close}
              </button>
            </form>
          )}
        </div>
        <p className="sub">
          {fill(text.filed, {
            type: complaintTypeText[language][subtypeId ?? typeId],
            time: desk.time(shown.filedAt),
          })}
        </p>
        <Said text={shown.content} />
        <Photos desk={desk} folio={folio} names={shown.images} words={text.photo} />
        <About desk={desk} complaint={shown} loan={loan} />
        {reply !== null && (
          <section className="part" aria-labelledby="answered">
            <div className="line">
              <h2 id="answered">{text.answer}</h2>
              {score !== null && <span className="end">{fill(text.rated, { score })}</span>}
            </div>
            <Said text={reply} />
            <Photos desk={desk} folio={folio} names={shown.replyImages} words={text.answerPhoto} />
          </section>
        )}
        {!isOpen && draft?.problem?.kind === 'changed' && (
          <div className="note g3" data-tone="warn" role="alert">
            <p>
              <b>{text.changed}</b>
            </p>
            <Said text={draft.text} />
          </div>
        )}
        {isOpen && desk.may('answer-complaint') && (
          <AnswerForm desk={desk} folio={folio} loan={loan} draft={draft} />
        )}
        <ComplaintHistory desk={desk} complaint={shown} />
        <AuditLine desk={desk} subject={`complaint:${folio}`} />
      </>
    );
  },
});

function closesTooIn(form: FormData): boolean {
  return fieldOf(form, 'close') === 'yes';
}

/** What somebody wrote, line by line as they wrote it. */
function Said({ text }: { readonly text: string }): ReactNode {
  return <blockquote className="said lines">{text}</blockquote>;
}

function Photos({
  desk,
  folio,
  names,
  words,
}: {
  readonly desk: OpenDesk;
  readonly folio: string;
  readonly names: readonly string[];
  readonly words: string;
}): ReactNode {
  if (names.length === 0) return null;
  const text = deskComplaintText[desk.language];
  return (
    <div className="shots">
      {names.map((name, index) => {
        const label = fill(words as typeof text.photo, { number: index + 1 });
        return desk.may('see-personal-data') ? (
          <a key={name} href={`${complaintPath(folio)}/images/${name}`}>
            <Photo />
            {label}
          </a>
        ) : (
          <span key={name} className="sub">
            {label}
          </span>
        );
      })}
      <p className="hint">{desk.may('see-personal-data') && text.photosLogged}</p>
    </div>
  );
}

function Photo(): ReactNode {
  return (
    <svg viewBox="0 0 92 92" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d="M28 14h36v64l-6-4-6 4-6-4-6 4-6-4-6 4z" />
      <path d="M35 26h22M35 34h22M35 42h14M35 54h22" />
    </svg>
  );
}

function About({
  desk,
  complaint: { orderNumber, earlierCount },
  loan,
}: Opened & { readonly desk: OpenDesk }): ReactNode {
  const text = deskComplaintText[desk.language];
  const paid = loan?.instalments.filter(({ chargedMinor, paidMinor }) => paidMinor >= chargedMinor) ?? [];
  const amount = (amountMinor: number) => (
    <span className="num">{desk.money(amountMinor, loan?.currency)}</span>
  );
  const facts: (readonly [string, ReactNode])[] = [
    [
      text.loan,
      loan ? (
        <a key="loan" href={loanPath(loan.orderNumber)}>
          {loan.orderNumber}
        </a>
      ) : (
        (orderNumber ?? text.noLoan)
      ),
    ],
    ...(loan
      ? ([
          [
            text.state,
            <LoanState key="state" status={loan.status} daysLate={loan.daysLate} language={desk.language} />,
          ],
          [text.owed, amount(loan.due?.amountMinor ?? 0)],
          [text.fees, amount(loan.due?.penaltyMinor ?? 0)],
          [text.paid, fill(text.paidOf, { paid: paid.length, count: loan.instalments.length })],
        ] as const)
      : []),
    [text.earlier, boundedCount(earlierCount)],
  ];
  return (
    <dl className="strip g4">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
