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
const planId = z.uuid().describe('Id of the new plan');
const reason = systemName(300);
const minor = z.int().describe('In minor units');

const payments = z
  .array(z.object({ dueDate: day, amountMinor: minor }))
  .describe('Instalments of the new plan in order, without future penalties');

const terms = {
  moratoriumDays: z
    .int()
    .min(0)
    .max(moratoriumMaxDays)
    .describe('Days after the agreement without due dates and penalties; 0 for none'),
  spread: z
    .object({
      count: z.int().min(1).max(planPaymentsMax).describe('Number of instalments'),
      days: z.int().min(1).max(planIntervalMaxDays).describe('Days between instalments'),
    })
    .nullable()
    .describe('New instalments for the amount owed; null keeps the present ones'),
  waivesPenalties: z.boolean().describe('Whether penalties and late fees unpaid at the agreement are waived'),
};

export const hostNewPlan = namedObject('HostNewPlan', {
  planId,
  state: z.enum(newPlanStates),
  ...terms,
  reason: z.string().describe('Reason of the proposal; not shown to the borrower'),
  proposedAt: z.string().describe('When it was proposed'),
  validThrough: day.describe('Last day on which the borrower can agree'),
  agreedOn: day.nullable().describe('Day of the agreement; null for none'),
  owedMinor: minor.nullable().describe('Amount left in the plan at the agreement, in minor units'),
  waivedMinor: minor.nullable().describe('Waived part of it, in minor units'),
  payments: z
    .array(z.object({ sequence: z.int(), dueDate: day, amountMinor: minor }))
    .describe("Instalments that it created, by number in the loan's plan"),
  endedAt: z.string().nullable().describe('When it was declined, expired or undone'),
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
      .describe(`Days after today on which the borrower can agree; ${planValidDays} when absent`),
    actor: actorName.optional(),
    reason: reason.describe('For the books; not shown to the borrower'),
  }),
  response: z.object({
    planId,
    orderNumber: z.string(),
    validThrough: day.describe("Last day, in the loan's market, on which the borrower can agree"),
    currency: z.enum(allCurrencies),
    owedMinor: minor.describe('Amount left in the plan today, in minor units'),
    waivedMinor: minor.describe('Part of it that would be waived today, in minor units'),
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
    movedMinor: minor.describe('Amount moved back to the old plan, in minor units; 0 for a proposal'),
    owedMinor: minor.describe('Amount that settles the loan today, afterwards, in minor units'),
  }),
});
