import { CodedError } from '../error-code.ts';
import {
  type Cancel,
  cancel,
  type DecideApplication,
  type Disburse,
  decideApplication,
  disburse,
} from './begin-loan.ts';
import { begin, type Decision, type Draft, type Refusal } from './booking.ts';
import {
  type AnswerDispute,
  answerDispute,
  type ChargeRemoval,
  type DisputeCharge,
  type DisputedCharge,
  disputeCharge,
  type WithdrawDispute,
  withdrawDispute,
} from './charges.ts';
import { type CoolOff, coolOff } from './cooling-off.ts';
import { recoveryKey } from './derecognition.ts';
import { extensionFeeKey } from './extension.ts';
import { followIncome } from './income.ts';
import {
  type AcceptPlan,
  type AgreedPlan,
  acceptPlan,
  type DeclinePlan,
  declinePlan,
  type ExpirePlan,
  expirePlan,
  type ProposedPlan,
  type ProposePlan,
  proposePlan,
  type UndonePlan,
  type UndoPlan,
  undoPlan,
} from './new-plan.ts';
import { accrue, upToDate } from './penalties.ts';
import { bookingName, paymentKey, type Receive, receive } from './receive.ts';
import {
  type FailRefund,
  failRefund,
  type RequestRefund,
  refundKey,
  requestRefund,
  type SendRefund,
  sendRefund,
} from './refund.ts';
import {
  type ChangePayment,
  changePayment,
  type PutBack,
  putBack,
  type TakeBack,
  takeBack,
} from './reversal.ts';
import { type Sell, sell } from './sale.ts';
import type { Circumstances, JournalPart, LoanState, Payment } from './state.ts';
import { type ReversedPenalties, type TakeBackPenalties, takeBackPenalties } from './take-back-penalties.ts';
import { type TakeBackWaiver, takeBackWaiver, type Waive, type Waived, waive } from './waive.ts';
import { type Owed, reinstate, type WriteOff, writeOff } from './write-off.ts';

/** Books a loan's penalties through today. With `look` it does so only for a running loan. */
export interface Accrue {
  readonly act: 'accrue' | 'look';
}

export type Command =
  | Accrue
  | DecideApplication
  | Cancel
  | Disburse
  | Receive
  | TakeBack
  | PutBack
  | ChangePayment
  | Waive
  | TakeBackWaiver
  | RequestRefund
  | SendRefund
  | FailRefund
  | TakeBackPenalties
  | DisputeCharge
  | WithdrawDispute
  | AnswerDispute
  | ProposePlan
  | AcceptPlan
  | DeclinePlan
  | ExpirePlan
  | UndoPlan
  | WriteOff
  | Sell
  | CoolOff;

interface Answers {
  readonly waive: Waived;
  readonly 'take-back-waiver': Waived;
  readonly 'take-back-penalties': ReversedPenalties;
  readonly 'dispute-charge': DisputedCharge;
  readonly 'answer-dispute': ChargeRemoval;
  readonly 'propose-plan': ProposedPlan;
  readonly 'accept-plan': AgreedPlan;
  readonly 'undo-plan': UndonePlan;
  readonly 'write-off': Owed;
  readonly reinstate: Owed;
  readonly sell: Owed;
  readonly 'cool-off': { readonly forgivenMinor: ChargeRemoval['takenOffMinor'] };
}

export type AnswerTo<Of extends Command> = Of['act'] extends keyof Answers ? Answers[Of['act']] : undefined;

export interface Decided<State extends LoanState, Of extends Command = Command, Answer = unknown>
  extends Decision<State, Answer> {
  readonly before: State;
  readonly command: Of;
}

/**
 * Decides what a command does to a loan: what is written, the loan after it, and the answer; or why it is refused. Pure: equal state,
 * command and circumstances give equal decisions.
 */
export function decide<State extends LoanState, Of extends Command>(
  state: State,
  command: Of,
  circumstances: Circumstances,
): Decided<State, Of, AnswerTo<Of>> | Refusal {
  const rule = rules[command.act] as (state: LoanState, command: Of, circumstances: Circumstances) => Outcome;
  const decided = rule(state, command, circumstances);
  if (decided instanceof CodedError) return decided;
  const { draft, answer } = 'draft' in decided ? decided : { draft: decided, answer: undefined };
  const { booking, after } = followIncome(state, draft, circumstances);
  return { before: state, command, booking, after: after as State, answer: answer as AnswerTo<Of> };
}

type Outcome = Draft | { readonly draft: Draft; readonly answer: Answers[keyof Answers] } | Refusal;

const rules: {
  readonly [Act in Command['act']]: (
    state: LoanState,
    command: Command & { readonly act: Act },
    circumstances: Circumstances,
  ) => Outcome;
} = {
  accrue: (state, _command, circumstances) => accrue(begin(state, circumstances), circumstances),
  look: (state, _command, circumstances) => upToDate(begin(state, circumstances), circumstances),
  approve: decideApplication,
  decline: decideApplication,
  cancel,
  disburse,
  receive,
  'take-back': takeBack,
  'put-back': putBack,
  'change-payment': changePayment,
  waive,
  'take-back-waiver': takeBackWaiver,
  'request-refund': requestRefund,
  'send-refund': sendRefund,
  'fail-refund': failRefund,
  'take-back-penalties': takeBackPenalties,
  'dispute-charge': disputeCharge,
  'withdraw-dispute': withdrawDispute,
  'answer-dispute': answerDispute,
  'propose-plan': proposePlan,
  'accept-plan': acceptPlan,
  'decline-plan': declinePlan,
  'expire-plan': expirePlan,
  'undo-plan': undoPlan,
  'write-off': writeOff,
  reinstate,
  sell,
  'cool-off': coolOff,
};

export const acts = Object.keys(rules) as readonly Command['act'][];

/** How long before a UTC day that day can begin anywhere, in milliseconds. */
const earliestZoneMs = 14 * 3_600_000;

function keysOf(payment: Payment): string[] {
  const name = bookingName(payment);
  return [paymentKey(name), extensionFeeKey(name), recoveryKey(name)];
}

export function journalOf(command: Command, { now }: Pick<Circumstances, 'now'>): JournalPart {
  switch (command.act) {
    case 'receive':
      return { since: command.creditedAt };
    case 'take-back-penalties': {
      const fromMs = Date.parse(command.fromDay) - earliestZoneMs;
      return { since: new Date(Math.max(0, Math.min(fromMs, now.getTime()))) };
    }
    case 'take-back':
    case 'put-back':
      return { keys: keysOf(command.payment) };
    case 'change-payment':
      return { keys: keysOf(command.payment), since: command.creditedAt };
    case 'fail-refund':
      return { keys: [refundKey(command.refund, 'requested'), refundKey(command.refund, 'sent')] };
    default:
      return {};
  }
}
