export const reminderChannels = ['sms', 'whatsapp', 'call'] as const;
export type ReminderChannel = (typeof reminderChannels)[number];

/** Who sends reminders: the lender's systems, the service by SMS, or nobody. */
export const reminderSenders = ['lender', 'sms', 'nobody'] as const;
export type RemindedBy = (typeof reminderSenders)[number];

export const reminderDayMax = 30;

export interface ReminderPlan {
  /** Days after the due day, below zero before it. */
  readonly days: readonly number[];
  /** Hours in the borrower's time zone: the first included, the last excluded. */
  readonly fromHour: number;
  readonly untilHour: number;
}

export function reminderChannelOf(name: string): ReminderChannel | undefined {
  return reminderChannels.find((channel) => channel === name);
}
