/** The ways in which a borrower may be reminded of a due date. */
export const reminderChannels = ['sms', 'whatsapp', 'call'] as const;
export type ReminderChannel = (typeof reminderChannels)[number];

/** Who may remind borrowers of due dates: the lender's systems, the service by SMS, or nobody. */
export const reminderSenders = ['lender', 'sms', 'nobody'] as const;
export type RemindedBy = (typeof reminderSenders)[number];

/** The most days before or after the due day on which the service reminds. */
export const reminderDayMax = 30;

/** When the service reminds. */
export interface ReminderPlan {
  /** Days after the due day, below zero before it. */
  readonly days: readonly number[];
  /** Hours of the day where the borrower is: from the first, before the last. */
  readonly fromHour: number;
  readonly untilHour: number;
}

/** A channel by its name; undefined for what is none. */
export function reminderChannelOf(name: string): ReminderChannel | undefined {
  return reminderChannels.find((channel) => channel === name);
}
