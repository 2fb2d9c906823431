import { proposeNewPlan, undoNewPlan } from '#contract/host/new-plan.ts';
import { settlementToday } from '#domain/booking/early-settlement.ts';
import { borrowerStatuses } from '#domain/loan/loan-status.ts';
import { planValidDays } from '#domain/loan/new-plan.ts';
import { answerDecision } from '../decision/answer-decision.ts';
import type { AnsweredHostCall } from '../http/host-gate.ts';
import { decideOf } from '../ledger/act.ts';

export const answeredNewPlans: readonly AnsweredHostCall[] = [
  answerDecision(proposeNewPlan, async (context, request) => {
    const { orderNumber, moratoriumDays = 0, spread = null, waivesPenalties = false, reason } = request;
    const { validDays = planValidDays } = request;
    const terms = { moratoriumDays, spread, waivesPenalties };
    const command = { act: 'propose-plan', terms, validDays, reason } as const;
    const decided = await decideOf(context.reading, { orderNumber }, command, context);
    const { planId, validThrough, owedMinor, waivedMinor, payments } = decided.answer;
    const data = {
      planId,
      orderNumber,
      validThrough,
      currency: decided.after.loan.currency,
      owedMinor,
      waivedMinor,
      payments: payments.map(({ dueDate, amountMinor }) => ({ dueDate, amountMinor })),
    };
    return { decided, data };
  }),
  answerDecision(undoNewPlan, async (context, { orderNumber, planId, reason }) => {
    const command = { act: 'undo-plan', planId: planId.toLowerCase(), reason } as const;
    const decided = await decideOf(context.reading, { orderNumber }, command, context);
    const orderStatus = borrowerStatuses[decided.after.loan.status];
    const { movedMinor } = decided.answer;
    const owedMinor = settlementToday(decided.after, context);
    return { decided, data: { planId, orderNumber, orderStatus, movedMinor, owedMinor } };
  }),
];
