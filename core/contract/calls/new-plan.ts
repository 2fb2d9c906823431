import { z } from 'zod';
import { newPlanStates } from '#domain/loan/new-plan.ts';
import { defineCall, v3Call } from '../call.ts';
import { wireObject } from '../wire.ts';
import { amount, dateString, dateText, flag, id, idOrEmpty, listOf } from '../wire-values.ts';

const payment = wireObject({ dueDate: dateString, amountMinor: amount });

const newPlan = wireObject({
  planId: id.describe('Id of the plan'),
  state: z.enum(newPlanStates).describe('State'),
  moratoriumDays: z.int().describe('Days after the agreement without due dates and penalties'),
  validThrough: dateString.describe('Last day on which the borrower can agree'),
  agreedOn: dateText.describe('Day of the agreement; empty before'),
  owedMinor: amount.describe('Amount left in the plan today, or at the agreement, in minor units'),
  waivedMinor: amount.describe('Waived part of it, in minor units'),
  payments: listOf(payment).describe('Instalments of the new plan in order'),
  seen: z.string().describe('Id of these figures, to which alone the borrower agrees; empty once answered'),
}).meta({ id: 'NewPlan' });

export const statementNewPlan = newPlan;
export type StatementNewPlan = z.output<typeof newPlan>;

/** Accepts a new plan with the figures that the borrower saw. Idempotent. */
export const acceptNewPlan = defineCall({
  ...v3Call,
  name: 'acceptNewPlan',
  announcedBy: ['statement.newPlans[].seen'],
  area: 'loan',
  summary: 'Agree to a new plan',
  refusals: ['not-found', 'status-conflict', 'quote-expired', 'quote-mismatch'],
  path: '/v3/installment/new-plan-acceptance',
  request: wireObject({
    productId: idOrEmpty,
    orderId: id,
    planId: id.describe('Id of the plan'),
    seen: z.string().max(2_000).describe('`seen` of the statement with the figures shown'),
  }),
  response: wireObject({
    planId: id.describe('Id of the plan'),
    isRepeated: flag.describe('1: it was already agreed'),
  }),
});

/** Declines a new plan. Idempotent. */
export const declineNewPlan = defineCall({
  ...v3Call,
  name: 'declineNewPlan',
  announcedBy: ['statement.newPlans[].seen'],
  area: 'loan',
  summary: 'Decline a new plan',
  refusals: ['not-found', 'status-conflict'],
  path: '/v3/installment/new-plan-refusal',
  request: wireObject({ productId: idOrEmpty, orderId: id, planId: id.describe('Id of the plan') }),
  response: wireObject({ planId: id.describe('Id of the plan') }),
});
