import { erasePastYears } from '#lending/past-years/erase-past-years.ts';
import type { LendingService } from './lending-service.ts';

/** Counts or erases what is past its years, as the job does. @returns how many were erased. */
export function erasedPastYears({ dependencies }: LendingService): Promise<number> {
  return erasePastYears(dependencies);
}
