import type { ReactNode } from 'react';
import { deskApplicationText } from '#content/messages/desk-application.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskApplicationDetail } from '#contract/desk.ts';
import { readLoanStatement } from '#contract/host/loan.ts';
import { effectKey } from '#domain/desk/effect.ts';
import { CodedError } from '#domain/error-code.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { FieldError } from '#ui/form/field-error.tsx';
import { FieldFrame } from '#ui/form/field-frame.tsx';
import { Hold } from '#ui/form/hold.tsx';
import { TextArea } from '#ui/form/text-area.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { ApplicationFigures, OtherLoans } from '../loan/application.tsx';
import { LoanState } from '../loan/loan-state.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { correctLoanPath, deskPaths, loanPath } from '../paths.ts';
import { FormFold } from '../ui/form-fold.tsx';
import { Crumb, PageHead } from '../ui/page-head.tsx';
import { PlainPart } from '../ui/part.tsx';
import { Warning } from '../ui/warning.tsx';
import { AnotherPayment } from './another-payment.tsx';
import { BeforeAfter } from './before-after.tsx';
import { CorrectionButtons } from './correction-buttons.tsx';
import {
  actOfKind,
  type CorrectionKind,
  cardPayments,
  chargeOwed,
  correctionKinds,
  correctionOf,
  emptyForm,
  fieldsOfKind,
  openKinds,
  openPlans,
  paymentName,
  paymentsFor,
  standingWaivers,
  type Typed,
  type Wrong,
  wholeFields,
} from './correction-kind.ts';
import { type ShownCorrection, submitCorrection } from './submit-correction.ts';

/** What becomes of a form that was sent: what was typed, and the effect or what is wrong with it. */
interface Answer extends Omit<ShownCorrection, 'wrong'> {
  readonly kind: CorrectionKind;
  readonly typed: Typed;
  readonly wrong?: Wrong | ShownCorrection['wrong'];
}

type Statement = Awaited<ReturnType<typeof statementOf>>;

interface Shown {
  readonly statement: Statement;
  /** While it is to be decided. */
  readonly application: DeskApplicationDetail | null;
}

const statementOf = (desk: OpenDesk) => desk.read(readLoanStatement, { orderNumber: desk.part('order') });

/** Corrections of a loan: each is previewed in figures, then done by a button that says the amount. */
export const correctLoan = deskScreen<Shown, Answer>({
  path: deskPaths.correctLoan,
  needs: 'see-loans',
  async load(desk) {
    const orderNumber = desk.part('order');
    const statement = await desk.readRecorded(readLoanStatement, { orderNumber }, `loan:${orderNumber}`);
    const { status } = statement.loan;
    const isApplication = status === 'under-review';
    return {
      statement,
      application: isApplication ? await desk.service.loans.application(desk.person, orderNumber) : null,
    };
  },
  async submit(desk, form) {
    const { loan, payments, newPlans, entries } = await statementOf(desk);
    const kind = correctionKinds.find((each) => each === fieldOf(form, 'kind'));
    if (kind === undefined) throw new CodedError('request-invalid', 'kind');
    await desk.require(actOfKind(kind));
    const typed = Object.fromEntries(
      Object.keys(emptyForm).map((name) => [name, fieldOf(form, name)]),
    ) as Typed;
    const messageId = fieldOf(form, 'messageId');
    const { orderNumber, currency } = loan;
    const of = { orderNumber, currency, payments, newPlans, entries, messageId };
    const request = correctionOf(kind, typed, of);
    if ('wrong' in request) return desk.again({ kind, typed, wrong: request.wrong }, 422);
    const { correction, reason } = request;
    const doneAt = desk.inList(loanPath(orderNumber));
    const submitted = await submitCorrection(desk, form, { correction, reason, doneAt });
    if (submitted instanceof Response) return submitted;
    return desk.again({ kind, typed, ...submitted.correction }, submitted.status);
  },
  title: ({ desk, statement, application }) =>
    `${headOf(desk, application).title} ${statement.loan.orderNumber}`,
  page({ desk, statement, application, answer }) {
    const text = deskCorrectionText[desk.language];
    const head = headOf(desk, application);
    const { orderNumber, status } = statement.loan;
    const kinds = openKinds(statement).filter((kind) => desk.may(actOfKind(kind)));
    const shown = answer && !kinds.includes(answer.kind) ? [...kinds, answer.kind] : kinds;
    return (
      <>
        <Crumb>
          <a className="num" href={loanPath(orderNumber)}>
            {orderNumber}
          </a>
        </Crumb>
        <PageHead>
          <h1>{head.title}</h1>
          <LoanState status={status} language={desk.language} />
          <p className="sub">{head.line}</p>
        </PageHead>
        {application && (
          <>
            <ApplicationFigures application={application} />
            <OtherLoans application={application} />
          </>
        )}
        <PlainPart>
          {shown.length === 0 && <p className="sub">{text.nothing}</p>}
          {shown.map((kind) => (
            <Fold
              key={kind}
              kind={kind}
              statement={statement}
              isOwnOffer={application?.offeredBy.includes(desk.person.personId)}
              answer={answer?.kind === kind ? answer : undefined}
            />
          ))}
        </PlainPart>
      </>
    );
  },
});

/** An application is decided, any other loan corrected. */
function headOf({ language }: OpenDesk, application: Shown['application']) {
  const { decide: title, decideLine: line } = deskApplicationText[language];
  return application ? { title, line } : deskCorrectionText[language];
}

/** Fields that take a day. */
const days: readonly string[] = ['fromDay', 'throughDay', 'receivedOn', 'paidOn'];

/** Why a payment is not put right (docs/decisions/133-a-payment-put-right.md). */
const paymentRefusals = [
  'money-left',
  'loan-sold',
  'borrower-erased',
  'time-told',
  'not-by-hand',
  'extension',
] as const;

function whyRefused(answer: Answer | undefined): `wrong-${(typeof paymentRefusals)[number]}` | undefined {
  const why = paymentRefusals.find((each) => each === answer?.refusedField);
  return why && `wrong-${why}`;
}

/** What a form says before it is filled in. */
const kindHints = {
  recovery: 'recoveryHint',
  'new-plan': 'newPlanHint',
  'move-payment': 'movePaymentHint',
  'change-day': 'changeDayHint',
  'unmatch-payment': 'unmatchPaymentHint',
  'reverse-payment': 'reversePaymentHint',
} as const satisfies Partial<Record<CorrectionKind, string>>;

interface FoldParts {
  readonly kind: CorrectionKind;
  readonly statement: Statement;
  /** Whether the offer of an application is of who sits there. */
  readonly isOwnOffer: boolean | undefined;
  readonly answer: Answer | undefined;
}

function Fold({ kind, statement, isOwnOffer, answer }: FoldParts): ReactNode {
  const desk = useDesk();
  const text = deskCorrectionText[desk.language];
  const { loan } = statement;
  const { currency } = loan;
  const at = (name: string) => `${kind}-${name}`;
  const typed = answer?.typed ?? { ...emptyForm, amount: wholeAmount(kind, statement, desk) };
  const effect = answer?.effect;
  const wrong = answer?.wrong;
  const what = fill(text[`do-${kind}`], { amount: effect ? desk.money(effect.amountMinor, currency) : '' });
  const describedBy = (name: string, isWrong: boolean) =>
    isWrong ? { 'aria-invalid': true, 'aria-describedby': at(`${name}-wrong`) } : {};
  const alert = (name: string, isWrong: boolean) =>
    isWrong && <FieldError id={at(`${name}-wrong`)}>{text[`wrong-${wrong ?? 'refused'}`]}</FieldError>;
  return (
    <FormFold name="correct" isOpen={answer !== undefined} title={text[kind]}>
      <form method="post" action={desk.inList(correctLoanPath(loan.orderNumber))}>
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="messageId" value={desk.newId()} />
        {effect && <input type="hidden" name="seen" value={effectKey(effect)} />}
        {(wrong === 'refused' || wrong === 'stale') && (
          <Warning words={text[whyRefused(answer) ?? `wrong-${wrong}`]} />
        )}
        <AnotherPayment answer={answer} isAnother={typed.anotherPayment === 'yes'} />
        {fieldsOfKind[kind].map((name) => {
          const payments = name === 'backTo' ? cardPayments(statement) : paymentsFor(kind, statement);
          if (name === 'backTo' && payments.length === 0) return null;
          const isWrong =
            wrong === name ||
            (wrong === 'dates' && name === 'throughDay') ||
            (wrong === 'numbers' && name === 'validDays');
          return (
            <FieldFrame key={name} id={at(name)} label={text[name]}>
              <Hold>
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
                ) : name === 'plan' || name === 'penalties' || name === 'waiver' ? (
                  <select
                    id={at(name)}
                    name={name}
                    defaultValue={typed[name]}
                    {...describedBy(name, isWrong)}
                  >
                    {name === 'penalties' && <option value="waive">{text.penaltiesWaived}</option>}
                    {name === 'penalties' && <option value="keep">{text.penaltiesCharged}</option>}
                    {name === 'waiver' &&
                      standingWaivers(statement).map(({ transactionId, bookedAt, postings }) => (
                        <option key={transactionId} value={transactionId}>
                          {desk.time(bookedAt, loan.market).slice(0, 10)},{' '}
                          {desk.money(waivedOf(postings), currency)}
                        </option>
                      ))}
                    {name === 'plan' &&
                      openPlans(statement).map(({ planId, state, proposedAt, agreedOn }) => (
                        <option key={planId} value={planId}>
                          {fill(text[state === 'agreed' ? 'planAgreed' : 'planProposed'], {
                            date: agreedOn ?? desk.time(proposedAt, loan.market).slice(0, 10),
                          })}
                        </option>
                      ))}
                  </select>
                ) : (
                  <input
                    id={at(name)}
                    name={name}
                    type={days.includes(name) ? 'date' : 'text'}
                    inputMode={inputModeOf(name)}
                    defaultValue={typed[name]}
                    maxLength={60}
                    autoComplete="off"
                    {...describedBy(name, isWrong)}
                  />
                )}
              </Hold>
              {alert(name, isWrong)}
            </FieldFrame>
          );
        })}
        {kind in kindHints && <p className="hint">{text[kindHints[kind as keyof typeof kindHints]]}</p>}
        {effect && <BeforeAfter effect={effect} />}
        <TextArea
          id={at('reason')}
          name="reason"
          label={text.reason}
          hint={text.reasonHint}
          error={wrong === 'reason' ? text['wrong-reason'] : undefined}
          maxLength={200}
          defaultValue={typed.reason}
        />
        <CorrectionButtons
          words={what}
          currency={currency}
          amountMinor={effect?.amountMinor}
          allowance={answer?.allowance}
          movesMoney={kind !== 'decline' && kind !== 'cancel'}
          isOwnOffer={kind === 'approve' && isOwnOffer}
        />
      </form>
    </FormFold>
  );
}

/** What a waiver let the borrower off, in minor units. */
function waivedOf(postings: Statement['entries'][number]['postings']): number {
  return postings.reduce((sum, { amountMinor }) => sum + Math.max(0, amountMinor), 0);
}

function inputModeOf(name: (typeof fieldsOfKind)[CorrectionKind][number]): 'decimal' | 'numeric' | undefined {
  if (name === 'amount') return 'decimal';
  return (wholeFields as readonly string[]).includes(name) ? 'numeric' : undefined;
}

/** What the amount field has at first: all there is. */
function wholeAmount(kind: CorrectionKind, statement: Statement, desk: OpenDesk): string {
  const wholes: Partial<Record<CorrectionKind, number>> = {
    'waive-penalty': chargeOwed(statement, 'penalty'),
    'waive-fee': chargeOwed(statement, 'fee'),
    refund: statement.loan.heldMinor,
  };
  const whole = wholes[kind];
  return whole === undefined || whole <= 0 ? '' : desk.amountField(whole, statement.loan.currency);
}
