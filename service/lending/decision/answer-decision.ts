import { isDeepStrictEqual } from 'node:util';
import { sendsCommand } from '#contract/doors.ts';
import type { HostCall } from '#contract/host-call.ts';
import type { Decided } from '#domain/booking/decide.ts';
import { effectOf } from '#domain/booking/effect.ts';
import type { CashFigures, Effect } from '#domain/desk/effect.ts';
import { CodedError } from '#domain/error-code.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import { type AnsweredHostCall, answerHost, type HostContext } from '../http/host-gate.ts';
import type { WithDates } from '../instants.ts';
import { carryOutPlan, circumstancesOf, type Plan } from '../ledger/act.ts';
import { asItStands, lookUnderLock, type Reading, underLock } from '../ledger/reading.ts';
import type { LoanSnapshot } from '../ledger/states.ts';

export interface DecisionContext<State extends LoanSnapshot>
  extends Omit<HostContext, 'transaction' | 'judge'> {
  readonly reading: Reading<State>;
}

export interface CallPlan<State extends LoanSnapshot, Answer> extends Plan<State> {
  readonly status?: 200 | 202;
  readonly data: WithDates<Answer>;
  /** The money it is about, where it changes no loan (a repetition, or money on no loan) or makes two changes to one. */
  readonly money?: { readonly currency: Currency; readonly amountMinor: MinorAmount };
  readonly cash?: CashFigures;
}

/**
 * Answers a host call that is a command on a loan, or concerns money on no loan. Carrying it out and previewing it share the same decision.
 * @param plan decides it. @throws CodedError as the call refuses.
 */
export function answerDecision<Request, Answer>(
  call: HostCall<Request, Answer>,
  plan: <State extends LoanSnapshot>(
    context: DecisionContext<State>,
    request: Request,
  ) => Promise<CallPlan<State, Answer>>,
): AnsweredHostCall {
  const planIn = async <State extends LoanSnapshot>(context: DecisionContext<State>, request: Request) => {
    const made = await plan(context, request);
    for (const { command } of [made.first, made.decided].filter((each) => each != null))
      if (!sendsCommand(call.name, command.act))
        throw new Error(`No door of ${call.name} sends '${command.act}'.`);
    return made;
  };
  return answerHost(
    call,
    async (context, request) => {
      const { transaction, judge } = context;
      const looked =
        judge && shown(await planIn({ ...context, reading: lookUnderLock(transaction) }, request), context);
      if (looked && !(await judge?.(looked))) return null;
      const made = await planIn({ ...context, reading: underLock(transaction) }, request);
      // The same payment was reported meanwhile.
      if (looked && !isDeepStrictEqual(shown(made, context), looked)) throw new CodedError('status-conflict');
      await carryOutPlan(transaction, made, context);
      return made;
    },
    {
      show: async (context, request) =>
        shown(await planIn({ ...context, reading: asItStands(context.transaction) }, request), context),
    },
  );
}

function shown(
  { decided, first, money, cash }: Omit<CallPlan<LoanSnapshot, unknown>, 'data'>,
  context: HostContext,
): Effect {
  const figuresOf = (each: Decided<LoanSnapshot>) => effectOf(each, circumstancesOf(each.before, context));
  if (decided && !first) return figuresOf(decided);
  if (!money) throw new Error('A call says neither what it decided nor what money it is about.');
  const { currency, amountMinor } = money;
  if (decided && first && decided.before.loan.id !== first.before.loan.id) {
    const { before, after } = figuresOf(decided);
    const other = { orderNumber: decided.before.loan.orderNumber, before, after };
    return { ...figuresOf(first), other };
  }
  if (decided && first)
    return { ...figuresOf(decided), before: figuresOf(first).before, currency, amountMinor };
  return { currency, amountMinor, before: null, after: null, ...(cash && { cash }) };
}
