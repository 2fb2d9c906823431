import { z } from 'zod';
import { actorName, defineHostCall, orderNumber, systemName } from '../host-call.ts';
import { wireLoanStatus } from '../loan-status.ts';

const day = z.iso.date();
const response = z.object({ orderNumber: z.string(), orderStatus: wireLoanStatus });

/** Decides an application that is under review. */
export const decideApplication = defineHostCall({
  name: 'decideApplication',
  summary: 'Decide an application',
  path: '/host/applications/decision',
  request: z.object({
    orderNumber,
    actor: actorName.optional(),
    decision: z.enum(['approve', 'decline']),
    reason: systemName(200).optional(),
    reapplyOn: day.optional().describe('The first day on which a declined borrower may apply again'),
  }),
  response,
});

/** Reports that a loan was paid out; its due dates count from that day. */
export const recordDisbursal = defineHostCall({
  name: 'recordDisbursal',
  summary: 'Report a disbursal',
  path: '/host/disbursals',
  request: z.object({
    orderNumber,
    disbursedOn: day.optional().describe("The day of the payment in the loan's market; today when absent"),
    actor: actorName.optional(),
    reference: systemName(64).describe("The transfer in the lender's books"),
  }),
  response,
});
