/** The ways in which a borrower may be reminded of a due date. */
export const reminderChannels = ['sms', 'whatsapp', 'call'] as const;
export type ReminderChannel = (typeof reminderChannels)[number];

/** Who may remind borrowers of due dates: the lender's systems, or nobody. */
export const reminderSenders = ['lender', 'nobody'] as const;
export type RemindedBy = (typeof reminderSenders)[number];

/** A channel by its name; undefined for what is none. */
export function reminderChannelOf(name: string): ReminderChannel | undefined {
  return reminderChannels.find((channel) => channel === name);
}
