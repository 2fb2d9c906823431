import type { ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { fill } from '#content/text-pack.ts';
import { errorCodes } from '#contract/error-codes.ts';
import { readLoanStatement } from '#contract/host/loan.ts';
import { type DeskEffect, effectKey, needsSecondPerson } from '#domain/desk/effect.ts';
import { DeskRefusal } from '#domain/desk/refusal.ts';
import { CodedError } from '#domain/error-code.ts';
import { amountInField } from '#domain/money/amount-input.ts';
import { minorAmount } from '#domain/money/money.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { deskScreen } from '../desk-screen.tsx';
import { LoanState } from '../loan/loan-state.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { approvalPath, correctLoanPath, deskPaths, loanPath } from '../paths.ts';
import { Icon } from '../ui/icons.tsx';
import { BeforeAfter } from './before-after.tsx';
import {
  actOfKind,
  type CorrectionKind,
  cardPayments,
  chargeOwed,
  correctionKinds,
  correctionOf,
  fieldsOfKind,
  openKinds,
  paymentName,
  type Typed,
  type Wrong,
} from './correction-kind.ts';

/** What becomes of a form that was sent: what was typed, and the effect or what is wrong with it. */
interface Answer {
  readonly kind: CorrectionKind;
  readonly typed: Typed;
  readonly effect?: DeskEffect;
  readonly wrong?: Wrong | 'refused' | 'stale';
}

type Statement = Awaited<ReturnType<typeof statementOf>>;

const statementOf = (desk: OpenDesk) => desk.read(readLoanStatement, { orderNumber: desk.part('order') });

/** Corrections of a loan: each is previewed in figures, then done by a button that says the amount. */
export const correctLoan = deskScreen<{ readonly statement: Statement }, Answer>({
  path: deskPaths.correctLoan,
  needs: 'see-loans',
  async load(desk) {
    return { statement: await statementOf(desk) };
  },
  async submit(desk, form) {
    const { service, person } = desk;
    const { loan, payments } = await statementOf(desk);
    const kind = correctionKinds.find((each) => each === fieldOf(form, 'kind'));
    if (kind === undefined) throw new CodedError('request-invalid', 'kind');
    if (!desk.may(actOfKind[kind])) throw new DeskRefusal('not-allowed');
    const typed: Typed = {
      amount: fieldOf(form, 'amount'),
      payment: fieldOf(form, 'payment'),
      backTo: fieldOf(form, 'backTo'),
      fromDay: fieldOf(form, 'fromDay'),
      throughDay: fieldOf(form, 'throughDay'),
      reason: fieldOf(form, 'reason'),
    };
    const messageId = fieldOf(form, 'messageId');
    const { orderNumber } = loan;
    const asked = correctionOf(kind, typed, { orderNumber, payments, messageId });
    if ('wrong' in asked) return desk.again({ kind, typed, wrong: asked.wrong }, 422);
    const { correction, reason } = asked;
    let isStale = false;
    try {
      if (fieldOf(form, 'step') === 'do') {
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
        ? desk.again({ kind, typed, effect, wrong: 'stale' }, 409)
        : desk.again({ kind, typed, effect }, 200);
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      const { status } = errorCodes[error.code];
      if (status !== 409 && status !== 422) throw error;
      return desk.again({ kind, typed, wrong: 'refused' }, status);
    }
  },
  title: ({ desk, statement }) => `${deskCorrectionText[desk.language].title} ${statement.loan.orderNumber}`,
  page({ desk, statement, answer }) {
    const text = deskCorrectionText[desk.language];
    const { orderNumber, status } = statement.loan;
    const kinds = openKinds(statement).filter((kind) => desk.may(actOfKind[kind]));
    const shown = answer && !kinds.includes(answer.kind) ? [...kinds, answer.kind] : kinds;
    return (
      <>
        <p className="crumb">
          <a className="num" href={loanPath(orderNumber)}>
            {orderNumber}
          </a>
        </p>
        <div className="top">
          <h1>{text.title}</h1>
          <LoanState status={status} language={desk.language} />
          <p className="sub">{text.line}</p>
        </div>
        <div className="part">
          {shown.length === 0 && <p className="sub">{text.nothing}</p>}
          {shown.map((kind) => (
            <Fold
              key={kind}
              desk={desk}
              kind={kind}
              statement={statement}
              answer={answer?.kind === kind ? answer : undefined}
            />
          ))}
        </div>
      </>
    );
  },
});

interface FoldParts {
  readonly desk: OpenDesk;
  readonly kind: CorrectionKind;
  readonly statement: Statement;
  readonly answer: Answer | undefined;
}

function Fold({ desk, kind, statement, answer }: FoldParts): ReactNode {
  const text = deskCorrectionText[desk.language];
  const { loan } = statement;
  const { currency } = loan;
  const at = (name: string) => `${kind}-${name}`;
  const typed = answer?.typed ?? { ...emptyForm, amount: wholeAmount(kind, statement) };
  const effect = answer?.effect;
  const wrong = answer?.wrong;
  const limit = desk.money(desk.service.corrections.limitOf(currency), currency);
  const isAbove =
    effect && needsSecondPerson(effect.amountMinor, 0, desk.service.corrections.limitOf(currency));
  const what = fill(text[`do-${kind}`], { amount: effect ? desk.money(effect.amountMinor, currency) : '' });
  const describedBy = (name: string, isWrong: boolean) =>
    isWrong ? { 'aria-invalid': true, 'aria-describedby': at(`${name}-wrong`) } : {};
  const alert = (name: string, isWrong: boolean) =>
    isWrong && (
      <p className="error" id={at(`${name}-wrong`)}>
        {text[`wrong-${wrong ?? 'refused'}`]}
      </p>
    );
  return (
    <details className="do" name="correct" open={answer !== undefined}>
      <summary>{text[kind]}</summary>
      <form method="post" action={correctLoanPath(loan.orderNumber)}>
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="messageId" value={desk.newId()} />
        {effect && <input type="hidden" name="seen" value={effectKey(effect)} />}
        {(wrong === 'refused' || wrong === 'stale') && (
          <div className="note" data-tone="warn" role="alert">
            <p>{text[`wrong-${wrong}`]}</p>
          </div>
        )}
        {fieldsOfKind[kind].map((name) => {
          const payments = name === 'backTo' ? cardPayments(statement) : postedPayments(statement);
          if (name === 'backTo' && payments.length === 0) return null;
          const isWrong = wrong === name || (wrong === 'days' && name === 'throughDay');
          return (
            <div className="field" key={name}>
              <label htmlFor={at(name)}>{text[name]}</label>
              <div className="hold">
                {name === 'payment' || name === 'backTo' ? (
                  <select
                    id={at(name)}
                    name={name}
                    defaultValue={typed[name]}
                    {...describedBy(name, isWrong)}
                  >
                    {name === 'backTo' && <option value="">{text.byTransfer}</option>}
                    {payments.map((payment) => (
                      <option key={paymentName(payment)} value={paymentName(payment)}>
                        {desk.time(payment.paidAt, loan.market).slice(0, 10)},{' '}
                        {desk.money(payment.amountMinor, currency)}, {payment.provider}
                      </option>
                    ))}
                  </select>
                ) : (
                  <input
                    id={at(name)}
                    name={name}
                    type={name === 'amount' ? 'text' : 'date'}
                    inputMode={name === 'amount' ? 'decimal' : undefined}
                    defaultValue={typed[name]}
                    maxLength={20}
                    autoComplete="off"
                    {...describedBy(name, isWrong)}
                  />
                )}
              </div>
              {alert(name, isWrong)}
            </div>
          );
        })}
        {effect && <BeforeAfter desk={desk} effect={effect} />}
        <div className="field">
          <label htmlFor={at('reason')}>{text.reason}</label>
          <div className="hold">
            <textarea
              id={at('reason')}
              name="reason"
              maxLength={200}
              defaultValue={typed.reason}
              aria-invalid={wrong === 'reason' || undefined}
              aria-describedby={wrong === 'reason' ? at('reason-wrong') : at('reason-hint')}
            />
          </div>
          {alert('reason', wrong === 'reason')}
          <p className="hint" id={at('reason-hint')}>
            {text.reasonHint}
          </p>
        </div>
        <div className="acts g3">
          {effect && (
            <button className="btn" type="submit" name="step" value="do">
              {isAbove ? fill(text.ask, { what }) : what}
            </button>
          )}
          <button className={effect ? 'btn second' : 'btn'} type="submit" name="step" value="preview">
            {effect ? text.previewAgain : text.preview}
          </button>
        </div>
        {actOfKind[kind] === 'correct-loan' && (
          <p className="two-eyes g2" data-tone={isAbove ? 'warn' : undefined}>
            <Icon name="two" />
            <span>{fill(isAbove ? text.above : text.mayNeed, { limit })}</span>
          </p>
        )}
      </form>
    </details>
  );
}

function postedPayments({ payments }: Statement): Statement['payments'] {
  return payments.filter(({ outcome }) => outcome === 'posted');
}

const emptyForm: Typed = { amount: '', payment: '', backTo: '', fromDay: '', throughDay: '', reason: '' };

/** What the amount field has at first: all there is. */
function wholeAmount(kind: CorrectionKind, statement: Statement): string {
  const wholes: Partial<Record<CorrectionKind, number>> = {
    'waive-penalty': chargeOwed(statement, 'penalty'),
    'waive-fee': chargeOwed(statement, 'fee'),
    refund: statement.loan.heldMinor,
  };
  const whole = wholes[kind];
  return whole === undefined || whole <= 0 ? '' : amountInField(minorAmount(whole));
}
