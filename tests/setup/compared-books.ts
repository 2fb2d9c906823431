import { setTimeout } from 'node:timers/promises';
import { compareBooks as askForComparison, readReconciliation } from '#contract/host/ledger.ts';
import { compareBooks } from '#lending/ledger/compare-books.ts';
import type { LendingService } from './lending-service.ts';

const patienceMs = 120_000;

/** Has a service whose jobs stand still compare all its books, and gives what that found, as `reader` is told it. */
export async function comparedBooks(service: LendingService, reader: LendingService = service) {
  await service.tell(askForComparison, {});
  await compareBooks(service.database, { now: await service.dependencies.timeOf(service.database) });
  return reader.tell(readReconciliation, {});
}

/** Has a service whose jobs run compare all its books, waits until that is done, and gives what it found. */
export async function comparedByJob(service: Pick<LendingService, 'tell'>) {
  await service.tell(askForComparison, {});
  const waitsUntil = Date.now() + patienceMs;
  for (;;) {
    const reconciliation = await service.tell(readReconciliation, {});
    if (!reconciliation.comparison.isUnderWay) return reconciliation;
    if (Date.now() > waitsUntil) throw new Error('The books were not compared in two minutes.');
    await setTimeout(500);
  }
}
