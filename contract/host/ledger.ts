import { z } from 'zod';
import { defineHostCall, orderNumber } from '../host-call.ts';

/** Lists where loans, instalments and the ledger disagree; empty when the books are sound. */
export const readReconciliation = defineHostCall({
  name: 'readReconciliation',
  summary: 'Compare loans with the ledger',
  path: '/host/reconciliation',
  request: z.object({ orderNumber: orderNumber.optional() }),
  response: z.object({
    disagreements: z.array(
      z.object({
        loanId: z.string(),
        sequence: z.int().nullable(),
        subject: z.string(),
        storedMinor: z.string(),
        ledgerMinor: z.string(),
      }),
    ),
  }),
});
