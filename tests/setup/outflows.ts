import { inTransaction } from '#db/database.ts';
import { takeOutflow } from '#lending/repayment/outflows.ts';
import type { Outflow } from '#providers/ports/outflow.ts';
import type { LendingService } from './lending-service.ts';

/** Has the service take in that money left a payment or came back, as a provider's message does. */
export function tellOutflow(
  { dependencies }: Pick<LendingService, 'dependencies'>,
  provider: string,
  outflow: Outflow,
  now = dependencies.clock.now(),
): Promise<boolean> {
  const { hostDatabase, random, logger } = dependencies;
  return inTransaction(hostDatabase, (transaction) =>
    takeOutflow(transaction, provider, outflow, { random, logger, now }),
  );
}
