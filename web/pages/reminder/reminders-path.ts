export const remindersPath = '/reminders';
