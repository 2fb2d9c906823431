/** Where a borrower decides about reminders. */
export const remindersPath = '/reminders';
