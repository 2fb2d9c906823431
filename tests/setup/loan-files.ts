import { makeLoanFiles } from '#lending/offer/loan-files.ts';
import type { LendingService } from './lending-service.ts';

/** Makes the files of what was accepted in a service, as its job does. @returns how many were made. */
export function loanFilesMade({ dependencies }: Pick<LendingService, 'dependencies'>): Promise<number> {
  return makeLoanFiles(dependencies);
}
