import { settlePromises } from '#lending/desk/collections.ts';
import type { LendingService } from './lending-service.ts';

/** Says of a service's promises to pay what became of them, as its job does. @returns how many were settled. */
export function settledPromises({ dependencies }: Pick<LendingService, 'dependencies'>): Promise<number> {
  return settlePromises(dependencies);
}
