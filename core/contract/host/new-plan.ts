import { z } from 'zod';
import {
  moratoriumMaxDays,
  newPlanStates,
  planIntervalMaxDays,
  planPaymentsMax,
  planValidDays,
  planValidMaxDays,
} from '#domain/loan/new-plan.ts';
import { allCurrencies } from '#domain/market.ts';
import { actorName, defineHostCall, namedObject, orderNumber, systemName } from '../host-call.ts';
import { wireLoanStatus } from '../loan-status.ts';

const day = z.iso.date();
const planId = z.uuid().describe('Names the new plan');
const reason = systemName(300);
const minor = z.int().describe('In minor units');

const payments = z
  .array(z.object({ dueDate: day, amountMinor: minor }))
  .describe('What is then to be paid, first to last; penalties still to come left out');

const terms = {
  moratoriumDays: z
    .int()
    .min(0)
    .max(moratoriumMaxDays)
    .describe('Days from the agreement on in which nothing falls due and no penalty grows; 0 for none'),
  spread: z
    .object({
      count: z.int().min(1).max(planPaymentsMax).describe('Over how many payments'),
      days: z.int().min(1).max(planIntervalMaxDays).describe('How many days apart'),
    })
    .nullable()
    .describe('Over which payments what is owed is spread anew; null where they stay what they are'),
  waivesPenalties: z
    .boolean()
    .describe('Whether unpaid penalties and late fees of the day of the agreement are let off'),
};

export const hostNewPlan = namedObject('HostNewPlan', {
  planId,
  state: z.enum(newPlanStates),
  ...terms,
  reason: z.string().describe('Why it was proposed; the borrower is not told'),
  proposedAt: z.string().describe('When it was proposed'),
  validThrough: day.describe('The last day on which it can be agreed'),
  agreedOn: day.nullable().describe('The day it was agreed; null for one that was not'),
  owedMinor: minor.nullable().describe('What the plan had left when it was agreed, in minor units'),
  waivedMinor: minor.nullable().describe('What of it was let off, in minor units'),
  payments: z
    .array(z.object({ sequence: z.int(), dueDate: day, amountMinor: minor }))
    .describe('The payments that it made, by their place in the plan of the loan'),
  endedAt: z.string().nullable().describe('When it was declined, expired or was undone'),
});

/**
 * Proposes a new plan to a borrower in difficulty: days without payments, instalments over a new period, penalties waived,
 * alone or together. Nothing is booked before the borrower agrees on their page. No interest is added.
 */
export const proposeNewPlan = defineHostCall({
  name: 'proposeNewPlan',
  summary: 'Propose a new plan to a borrower in difficulty',
  path: '/host/new-plans',
  request: z.object({
    orderNumber,
    ...terms,
    moratoriumDays: terms.moratoriumDays.optional(),
    spread: terms.spread.optional(),
    waivesPenalties: terms.waivesPenalties.optional(),
    validDays: z
      .int()
      .min(0)
      .max(planValidMaxDays)
      .optional()
      .describe(`How many days after today it can be agreed; ${planValidDays} when absent`),
    actor: actorName.optional(),
    reason: reason.describe('Kept for the books; the borrower is not told'),
  }),
  response: z.object({
    planId,
    orderNumber: z.string(),
    validThrough: day.describe("The last day, in the loan's market, on which it can be agreed"),
    currency: z.enum(allCurrencies),
    owedMinor: minor.describe('What the plan has left today, in minor units'),
    waivedMinor: minor.describe('What of it would be let off today, in minor units'),
    payments,
  }),
});

/**
 * Withdraws a proposed plan, or reverses an agreed one as one correction: payments made under it settle the old plan, and the
 * days between cost nothing more.
 */
export const undoNewPlan = defineHostCall({
  name: 'undoNewPlan',
  summary: 'Undo a new plan',
  path: '/host/new-plans/undo',
  request: z.object({ orderNumber, planId, actor: actorName.optional(), reason }),
  response: z.object({
    planId,
    orderNumber: z.string(),
    orderStatus: wireLoanStatus,
    movedMinor: minor.describe('What is owed again as it was before, in minor units; 0 for a proposal'),
    owedMinor: minor.describe('What settles the loan today after it, in minor units'),
  }),
});
