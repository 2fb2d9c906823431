import { decideReminder, readReminders } from '#contract/calls/reminder.ts';
import { listReminderConsents } from '#contract/host/reminder.ts';
import { inTransaction } from '#db/database.ts';
import { type ReminderChannel, reminderChannels } from '#domain/reminder/reminder-channel.ts';
import { recordEvent } from '../events/record-event.ts';
import { type AnsweredCall, answerBorrower, type BorrowerContext } from '../http/answer-call.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { readPageById } from '../keyset.ts';
import { chosenChannels, consentsAfter, insertConsent, withdrawConsent } from './store.ts';

export const reminderCalls: readonly AnsweredCall[] = [
  answerBorrower(readReminders, async ({ database, borrower, configuration }) => ({
    channels: await chosenChannels(database, borrower.id),
    offered: configuration.reminders ? ['sms' as const] : [...reminderChannels],
  })),
  answerBorrower(decideReminder, keepDecision),
];

/** Stores a borrower's choice and records its event. Idempotent. */
async function keepDecision(
  { database, borrower, clock, random }: BorrowerContext,
  { channel, isGranted }: { readonly channel: ReminderChannel; readonly isGranted: boolean },
): Promise<null> {
  const now = clock.now();
  await inTransaction(database, async (transaction) => {
    const about = { borrowerId: borrower.id, channel };
    const isChanged = isGranted
      ? await insertConsent(transaction, { id: random.id(), ...about, grantedAt: now })
      : await withdrawConsent(transaction, about, now);
    if (!isChanged) return;
    const event = {
      ...({ type: 'reminder.consent-changed', subjectId: borrower.id } as const),
      data: { ...about, isGranted, at: now.toISOString() },
    };
    recordEvent(transaction, event, { now, random });
  });
  return null;
}

export const answeredReminders: AnsweredHostCall = answerHost(
  listReminderConsents,
  async ({ transaction }, { borrowerId, isStanding = false, ...request }) => {
    const { rows, nextCursor } = await readPageById(request, (afterId, limit) =>
      consentsAfter(transaction, { borrowerId, isStanding, afterId, limit }),
    );
    const consents = rows.map(({ id: consentId, ...consent }) => ({ consentId, ...consent }));
    return { data: { consents, nextCursor } };
  },
);
