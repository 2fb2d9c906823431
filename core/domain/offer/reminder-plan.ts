import type { ReminderPlan } from '../reminder/reminder-channel.ts';
import { serviceTerms, type TermValues } from './product-term-table.ts';
import { boundProblems, type ProductTerms } from './product-terms.ts';

/** Reminder terms of a product; null uses the settings. */
export type ReminderTerms = Pick<TermValues, 'reminderDays' | 'reminderFromHour' | 'reminderUntilHour'>;

/** Days and hours of a product's reminders, each from the settings where the product has none. */
export function reminderPlanOf(
  { reminderDays, reminderFromHour, reminderUntilHour }: ReminderTerms,
  settings: ReminderPlan,
): ReminderPlan {
  const days = reminderDays ?? settings.days;
  if (reminderFromHour === null || reminderUntilHour === null) return { ...settings, days };
  return { days, fromHour: reminderFromHour, untilHour: reminderUntilHour };
}

/**
 * Whether a plan reminds this many days after the due day.
 * @param hours every hour it may be where the borrower is.
 */
export function remindsAt(plan: ReminderPlan, daysAfterDue: number, hours: readonly number[]): boolean {
  return (
    plan.days.includes(daysAfterDue) && hours.every((hour) => hour >= plan.fromHour && hour < plan.untilHour)
  );
}

export function reminderDaysOf(plans: Iterable<ReminderPlan>): number[] {
  return [...new Set([...plans].flatMap(({ days }) => days))].sort((a, b) => a - b);
}

/** Invalid reminder terms, one English sentence each that begins with the field. */
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
