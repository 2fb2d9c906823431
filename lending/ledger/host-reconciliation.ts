import { eq } from 'drizzle-orm';
import { hostReconciliation } from '#contract/host/host.ts';
import { loans } from '#db/schema/loan.ts';
import { CodedError } from '#domain/error-code.ts';
import { answerHost } from '../http/host-gate.ts';
import { reconcileAll, reconcileLoan } from './reconcile.ts';

/** Compares one loan, or all, with the ledger. */
export const answeredReconciliation = answerHost(
  hostReconciliation,
  async ({ database }, { orderNumber }) => {
    if (orderNumber === undefined) return { data: { disagreements: await reconcileAll(database) } };
    const [loan] = await database
      .select({ id: loans.id })
      .from(loans)
      .where(eq(loans.orderNumber, orderNumber));
    if (!loan) throw new CodedError('not-found', 'orderNumber');
    return { data: { disagreements: await reconcileLoan(database, loan.id) } };
  },
);
