import { serviceTerms, type TermValues } from '../offer/product-term-table.ts';
import { boundProblems, type ProductTerms } from '../offer/product-terms.ts';
import type { ReminderPlan } from './reminder-channel.ts';

/** The terms of a product that say when the service reminds; null leaves it to the settings. */
export type ReminderTerms = Pick<TermValues, 'reminderDays' | 'reminderFromHour' | 'reminderUntilHour'>;

/** When the service reminds of payments of a product: days and hours each by its terms, else by the settings. */
export function reminderPlanOf(
  { reminderDays, reminderFromHour, reminderUntilHour }: ReminderTerms,
  settings: ReminderPlan,
): ReminderPlan {
  const days = reminderDays ?? settings.days;
  if (reminderFromHour === null || reminderUntilHour === null) return { ...settings, days };
  return { days, fromHour: reminderFromHour, untilHour: reminderUntilHour };
}

/**
 * Whether a plan reminds so many days after the due day.
 * @param hours all that the hour may be where the borrower is.
 */
export function remindsAt(plan: ReminderPlan, daysAfterDue: number, hours: readonly number[]): boolean {
  return (
    plan.days.includes(daysAfterDue) && hours.every((hour) => hour >= plan.fromHour && hour < plan.untilHour)
  );
}

/** All days on which the service reminds of a payment of any of these products, in ascending order. */
export function reminderDaysOf(plans: Iterable<ReminderPlan>): number[] {
  return [...new Set([...plans].flatMap(({ days }) => days))].sort((a, b) => a - b);
}

/** What is wrong with the reminders of a product, one English sentence each that begins with its field. */
export function reminderProblems(
  product: ReminderTerms & Pick<ProductTerms, 'market' | 'currency'>,
): string[] {
  const { reminderDays, reminderFromHour, reminderUntilHour } = serviceTerms;
  const problems = boundProblems({ reminderDays, reminderFromHour, reminderUntilHour }, { ...product });
  const { reminderFromHour: from, reminderUntilHour: until } = product;
  if ((from === null) !== (until === null)) {
    problems.push(
      `${from === null ? 'reminderFromHour' : 'reminderUntilHour'} must be given with the other hour`,
    );
  }
  if (from !== null && until !== null && from >= until) {
    problems.push('reminderUntilHour must be after reminderFromHour');
  }
  return problems;
}
