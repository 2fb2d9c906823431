import type { ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskUnmatchedText } from '#content/messages/desk-unmatched.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskUnmatched } from '#contract/desk-unmatched.ts';
import { errorCodes } from '#contract/error-codes.ts';
import { assignPayment } from '#contract/host/repayment.ts';
import type { HostCall } from '#contract/host-call.ts';
import { type DeskEffect, effectKey, needsSecondPerson } from '#domain/desk/effect.ts';
import type { SuggestionReason } from '#domain/desk/payment-suggestion.ts';
import { plainReference } from '#domain/desk/payment-suggestion.ts';
import { DeskRefusal } from '#domain/desk/refusal.ts';
import { CodedError } from '#domain/error-code.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { BeforeAfter } from '../correction/before-after.tsx';
import { reasonOf } from '../correction/correction-kind.ts';
import { deskScreen } from '../desk-screen.tsx';
import { LoanState } from '../loan/loan-state.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { approvalPath, deskPaths, loanPath, unmatchedPath } from '../paths.ts';
import { Icon } from '../ui/icons.tsx';

type Found = NonNullable<Awaited<ReturnType<DeskUnmatched['read']>>>;

interface Answer {
  readonly typed: { readonly loan: string; readonly order: string; readonly reason: string };
  readonly effect?: DeskEffect;
  readonly wrong?: 'loan' | 'reason' | 'refused' | 'stale';
}

/** A payment that no loan was found for, with the loans it may be for and why; then to assign it. */
export const unmatchedPayment = deskScreen<Found, Answer>({
  path: deskPaths.unmatchedPayment,
  needs: 'see-money',
  async load({ service, person, part }) {
    const found = await service.unmatched.read(person, {
      provider: part('provider'),
      eventId: part('event'),
    });
    if (!found) throw new CodedError('not-found');
    return found;
  },
  async submit(desk, form) {
    const { service, person, part } = desk;
    const typed = {
      loan: fieldOf(form, 'loan'),
      order: fieldOf(form, 'order'),
      reason: fieldOf(form, 'reason'),
    };
    const orderNumber = (typed.loan === 'other' ? typed.order : typed.loan).trim().toUpperCase();
    const reason = reasonOf(typed.reason);
    if (!/^[^\p{Cc}]{1,32}$/u.test(orderNumber)) return desk.again({ typed, wrong: 'loan' }, 422);
    if (reason === null) return desk.again({ typed, wrong: 'reason' }, 422);
    const fields = { provider: part('provider'), eventId: part('event'), orderNumber, reason };
    const correction = { call: assignPayment as HostCall, fields, orderNumber };
    let isStale = false;
    try {
      if (fieldOf(form, 'step') === 'do') {
        const messageId = fieldOf(form, 'messageId');
        const step = { messageId, seen: fieldOf(form, 'seen'), reason };
        const outcome = await service.corrections.carryOut(person, correction, step).catch((error) => {
          if (error instanceof DeskRefusal && error.code === 'stale') return 'stale' as const;
          throw error;
        });
        if (outcome === 'done') return desk.goTo(loanPath(orderNumber));
        if (outcome === 'waiting') return desk.goTo(approvalPath(messageId));
        isStale = true;
      }
      const effect = await service.corrections.preview(person, correction);
      return isStale
        ? desk.again({ typed, effect, wrong: 'stale' }, 409)
        : desk.again({ typed, effect }, 200);
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      const { status } = errorCodes[error.code];
      if (status === 404) return desk.again({ typed, wrong: 'loan' }, 422);
      if (status !== 409 && status !== 422) throw error;
      return desk.again({ typed, wrong: 'refused' }, status);
    }
  },
  title: ({ desk, payment }) => `${deskUnmatchedText[desk.language].title} ${payment.reference}`,
  page({ desk, payment, suggestions, answer }) {
    const text = deskUnmatchedText[desk.language];
    const typed = plainReference(payment.reference);
    const marks = suggestions.flatMap(({ reasons }) =>
      reasons.flatMap((each) => (each.kind === 'reference' ? [each.difference.typedMarks] : [])),
    );
    return (
      <>
        <p className="crumb">
          <a href={deskPaths.unmatched}>{text.title}</a>
        </p>
        <div className="top">
          <h1>{desk.money(payment.amountMinor, payment.currency)}</h1>
          <p className="sub">{payment.provider}</p>
        </div>
        <div className="with-side">
          <section className="part" aria-labelledby="suggestions">
            <div className="line">
              <h2 id="suggestions">{text.suggestions}</h2>
            </div>
            {payment.outcome !== 'unmatched' ? (
              <p className="sub">{text.done}</p>
            ) : (
              <Assign desk={desk} payment={payment} suggestions={suggestions} answer={answer} />
            )}
          </section>
          <section className="part" aria-labelledby="arrived">
            <div className="line">
              <h2 id="arrived">{text.arrived}</h2>
            </div>
            <dl className="facts">
              <div>
                <dt>{text.reference}</dt>
                <dd className="num">
                  <Marked text={typed} marks={marks[0] ?? []} />
                </dd>
              </div>
              {(
                [
                  [text.paid, desk.time(payment.paidAt)],
                  [text.received, desk.time(payment.receivedAt)],
                ] as const
              ).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd className="num">{value}</dd>
                </div>
              ))}
              <div>
                <dt>{text.event}</dt>
                <dd className="hash">{payment.eventId}</dd>
              </div>
            </dl>
          </section>
        </div>
      </>
    );
  },
});

interface AssignParts extends Found {
  readonly desk: OpenDesk;
  readonly answer: Answer | undefined;
}

function Assign({ desk, payment, suggestions, answer }: AssignParts): ReactNode {
  const text = deskUnmatchedText[desk.language];
  const correction = deskCorrectionText[desk.language];
  const { amountMinor, currency } = payment;
  const { typed, effect, wrong } = answer ?? {};
  const limit = desk.service.corrections.limitOf(currency);
  const isAbove = needsSecondPerson(amountMinor, 0, limit);
  const what = fill(text.assign, { amount: desk.money(amountMinor, currency) });
  const words = wrong && (wrong === 'loan' ? text.chooseLoan : correction[`wrong-${wrong}`]);
  const chosen = typed?.loan ?? suggestions[0]?.loan.orderNumber ?? 'other';
  return (
    <form method="post" action={unmatchedPath(payment)}>
      <input type="hidden" name="messageId" value={desk.newId()} />
      {effect && <input type="hidden" name="seen" value={effectKey(effect)} />}
      {words && (
        <div className="note" data-tone="warn" role="alert">
          <p>{words}</p>
        </div>
      )}
      <fieldset>
        <legend className="sr">{text.suggestions}</legend>
        {suggestions.length === 0 && <p className="sub">{text.noSuggestion}</p>}
        {suggestions.map((suggestion) => (
          <Guess
            key={suggestion.loan.orderNumber}
            desk={desk}
            suggestion={suggestion}
            isChosen={chosen === suggestion.loan.orderNumber}
          />
        ))}
        <div className="guess">
          <input type="radio" name="loan" value="other" id="other" defaultChecked={chosen === 'other'} />
          <label htmlFor="other">
            <b>{text.another}</b>
          </label>
          <span className="hold">
            <input
              name="order"
              aria-label={text.anotherNumber}
              defaultValue={typed?.order}
              maxLength={32}
              spellCheck={false}
              autoComplete="off"
            />
          </span>
        </div>
      </fieldset>
      {effect && <BeforeAfter desk={desk} effect={effect} />}
      {desk.may('match-payment') && (
        <>
          <div className="field">
            <label htmlFor="reason">{correction.reason}</label>
            <div className="hold">
              <textarea
                id="reason"
                name="reason"
                maxLength={200}
                defaultValue={typed?.reason}
                aria-invalid={wrong === 'reason' || undefined}
                aria-describedby="reason-hint"
              />
            </div>
            <p className="hint" id="reason-hint">
              {correction.reasonHint}
            </p>
          </div>
          <div className="acts g3">
            {effect && (
              <button className="btn" type="submit" name="step" value="do">
                {isAbove ? fill(correction.ask, { what }) : what}
              </button>
            )}
            <button className={effect ? 'btn second' : 'btn'} type="submit" name="step" value="preview">
              {effect ? correction.previewAgain : correction.preview}
            </button>
          </div>
          <p className="two-eyes g2" data-tone={isAbove ? 'warn' : undefined}>
            <Icon name="two" />
            <span>
              {fill(isAbove ? correction.above : correction.mayNeed, { limit: desk.money(limit, currency) })}
            </span>
          </p>
        </>
      )}
    </form>
  );
}

function Guess({
  desk,
  suggestion: { loan, reasons },
  isChosen,
}: {
  readonly desk: OpenDesk;
  readonly suggestion: Found['suggestions'][number];
  readonly isChosen: boolean;
}): ReactNode {
  const text = deskUnmatchedText[desk.language];
  const { orderNumber, status, daysLate, currency } = loan;
  return (
    <label className="guess">
      <input type="radio" name="loan" value={orderNumber} defaultChecked={isChosen} />
      <span>
        <span className="first">
          <b className="num">{orderNumber}</b>
          <LoanState status={status} daysLate={daysLate} language={desk.language} />
          <span>{fill(text.owes, { amount: desk.money(loan.owedMinor, currency) })}</span>
        </span>
        <span className="whys">
          {reasons.map((reason) => (
            <Why key={reason.kind} desk={desk} reason={reason} />
          ))}
        </span>
      </span>
    </label>
  );
}

function Why({ desk, reason }: { readonly desk: OpenDesk; readonly reason: SuggestionReason }): ReactNode {
  const text = deskUnmatchedText[desk.language];
  const isOther = reason.kind === 'amount-other' || reason.kind === 'reference-other';
  const isNear = reason.kind === 'reference' && reason.difference.way !== 'same';
  const words = () => {
    if (reason.kind !== 'reference') {
      return fill(text[reason.kind], { sequence: 'sequence' in reason ? reason.sequence : '' });
    }
    const { given, difference } = reason;
    if (difference.way === 'same') return text.same;
    return (
      <>
        <Marked text={given} marks={difference.givenMarks} />, {text[difference.way]}
      </>
    );
  };
  return (
    <span>
      <Icon name={isOther ? 'no' : isNear ? 'near' : 'yes'} />
      <span className="sr">{isOther ? text.fitsNot : isNear ? text.nearly : text.fits}</span>
      <span>{words()}</span>
    </span>
  );
}

/** A reference in which some places are marked. */
function Marked({ text, marks }: { readonly text: string; readonly marks: readonly number[] }): ReactNode {
  return [...text].map((character, place) =>
    marks.includes(place) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a character is its place
      <mark key={place}>{character}</mark>
    ) : (
      character
    ),
  );
}
