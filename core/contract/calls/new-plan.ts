import { z } from 'zod';
import { newPlanStates } from '#domain/loan/new-plan.ts';
import { defineCall, v3Call } from '../call.ts';
import { wireObject } from '../wire.ts';
import { amount, dateString, dateText, flag, id, idOrEmpty, listOf } from '../wire-values.ts';

const payment = wireObject({ dueDate: dateString, amountMinor: amount });

const newPlan = wireObject({
  planId: id.describe('Names the plan'),
  state: z.enum(newPlanStates).describe('Where it stands'),
  moratoriumDays: z
    .int()
    .describe('Days from the agreement on in which nothing falls due and no penalty grows'),
  validThrough: dateString.describe('The last day on which it can be agreed'),
  agreedOn: dateText.describe('The day it was agreed; empty until then'),
  owedMinor: amount.describe('What the plan has left today, or had when it was agreed, in minor units'),
  waivedMinor: amount.describe('What of it is let off, in minor units'),
  payments: listOf(payment).describe('What is then to be paid, first to last'),
  seen: z
    .string()
    .describe(
      'Names these figures: the borrower agrees to them and to no others; empty once it was answered',
    ),
}).meta({ id: 'NewPlan' });

/** A plan proposed to a borrower in difficulty, or an agreed one. */
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
    planId: id.describe('Names the plan'),
    seen: z.string().max(2_000).describe('As the statement gave it with the figures that the borrower saw'),
  }),
  response: wireObject({
    planId: id.describe('Names the plan'),
    isRepeated: flag.describe('1: it was agreed already'),
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
  request: wireObject({ productId: idOrEmpty, orderId: id, planId: id.describe('Names the plan') }),
  response: wireObject({ planId: id.describe('Names the plan') }),
});
