import type { Effect, LoanFigures } from '../desk/effect.ts';
import { outstandingOf } from '../loan/instalment-state.ts';
import { addMinor, type MinorAmount, minorAmount, zeroMinor } from '../money/money.ts';
import type { Component } from '../repayment/allocation.ts';
import { begin } from './booking.ts';
import type { AnswerTo, Command, Decided } from './decide.ts';
import { amountDueAt, settlementToday } from './early-settlement.ts';
import { dayOf } from './loan-day.ts';
import type { ProposedPlan } from './new-plan.ts';
import { upToDate } from './penalties.ts';
import { dueThrough } from './settlement.ts';
import type { Circumstances, LoanState } from './state.ts';

type Act = Command['act'];
type CommandOf<Of extends Act> = Extract<Command, { readonly act: Of }>;
type Moved<Of extends Act> = (
  command: CommandOf<Of>,
  answer: AnswerTo<CommandOf<Of>>,
  after: LoanState,
) => MinorAmount;

const nothing = () => zeroMinor;
const owed = (_command: unknown, { owedMinor }: { readonly owedMinor: MinorAmount }) => owedMinor;
const waived = (_command: unknown, { waivedMinor }: { readonly waivedMinor: MinorAmount }) => waivedMinor;
const paid = ({ payment }: { readonly payment: { readonly amountMinor: MinorAmount } }) =>
  payment.amountMinor;
/** The whole amount when the day changes, else the difference. */
const changed = ({ payment, amountMinor, paidAt }: CommandOf<'change-payment'>) =>
  paidAt.getTime() === payment.paidAt.getTime()
    ? minorAmount(Math.abs(amountMinor - payment.amountMinor))
    : minorAmount(Math.max(amountMinor, payment.amountMinor));
const refunded = ({ refund }: { readonly refund: { readonly amountMinor: MinorAmount } }) =>
  refund.amountMinor;
const lent = (_command: unknown, _answer: unknown, { loan }: LoanState) => loan.principalMinor;

const movedBy: { readonly [Of in Act]: Moved<Of> } = {
  accrue: nothing,
  look: nothing,
  decline: nothing,
  cancel: nothing,
  approve: lent,
  disburse: lent,
  receive: paid,
  'take-back': paid,
  'put-back': paid,
  'change-payment': changed,
  waive: waived,
  'take-back-waiver': waived,
  'request-refund': refunded,
  'send-refund': refunded,
  'fail-refund': refunded,
  'take-back-penalties': (_command, { reversedMinor }) => reversedMinor,
  'dispute-charge': nothing,
  'withdraw-dispute': nothing,
  'answer-dispute': (_command, { takenOffMinor, vatTakenOffMinor }) =>
    addMinor(takenOffMinor, vatTakenOffMinor),
  'write-off': owed,
  reinstate: owed,
  sell: owed,
  'propose-plan': (_command, { isMoved, owedMinor, waivedMinor }) => (isMoved ? owedMinor : waivedMinor),
  'undo-plan': (_command, { movedMinor }) => movedMinor,
  'accept-plan': nothing,
  'decline-plan': nothing,
  'expire-plan': nothing,
  'cool-off': (_command, { forgivenMinor }) => forgivenMinor,
};

function figuresOf(state: LoanState, circumstances: Circumstances): LoanFigures {
  const { after } = upToDate(begin(state, circumstances), circumstances);
  const { loan, instalments } = after;
  const { due } = amountDueAt(after, circumstances.now);
  const owing = { ...after, entries: after.journal };
  return {
    status: loan.status,
    owedMinor: settlementToday(after, circumstances),
    dueMinor: dueThrough(owing, dayOf(loan, circumstances.now))?.amountMinor ?? zeroMinor,
    chargesMinor: addMinor(
      ...instalments.flatMap((each) => [
        outstandingOf(each).penaltyMinor,
        minorAmount(each.charged.fee - each.paid.fee),
      ]),
    ),
    paidMinor: addMinor(...instalments.flatMap(({ paid: settled }) => Object.values(settled))),
    heldMinor: loan.suspenseMinor,
    payoutMinor: loan.status === 'paying-out' ? loan.principalMinor : zeroMinor,
    daysLate: due?.daysLate ?? 0,
    unpaidMinor: unpaidOf(instalments),
  };
}

function unpaidOf(instalments: LoanState['instalments']): Record<Component, MinorAmount> {
  const sumOf = (component: Component) =>
    addMinor(
      ...instalments.map(({ charged, paid: settled }) =>
        minorAmount(charged[component] - settled[component]),
      ),
    );
  return {
    penalty: sumOf('penalty'),
    fee: sumOf('fee'),
    vat: sumOf('vat'),
    interest: sumOf('interest'),
    principal: sumOf('principal'),
  };
}

/**
 * Figures of the loan before and after a decision, and the amount moved, in minor units; books nothing. For a proposal, the effect of the
 * borrower's agreement.
 */
export function effectOf(
  { before, command, after, answer }: Decided<LoanState>,
  circumstances: Circumstances,
): Effect {
  const moved = movedBy[command.act] as (command: Command, answer: unknown, after: LoanState) => MinorAmount;
  const proposed = command.act === 'propose-plan' ? (answer as ProposedPlan) : null;
  const figures = {
    currency: before.loan.currency,
    amountMinor: moved(command, answer, after),
    before: figuresOf(before, circumstances),
    after: figuresOf(proposed?.ifAgreed ?? after, circumstances),
  };
  if (!proposed) return figures;
  const payments = proposed.payments.map(({ dueDate, amountMinor }) => ({ dueDate, amountMinor }));
  return { ...figures, payments };
}
