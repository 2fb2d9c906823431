import { listReminderConsents } from '#contract/host/reminder.ts';
import { inTransaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import type { ReminderChannel } from '#domain/reminder/reminder-channel.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { recordEvent } from '../events/record-event.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { type Borrower, requireBorrower } from '../http/session.ts';
import { cursorKey, pageOf, usualPageSize } from '../keyset.ts';
import { chosenChannels, consentsAfter, insertConsent, withdrawConsent } from './store.ts';

/** Who asks, as the pages know them. */
export type ReminderCredentials = Readonly<Record<'sessionId' | 'userId' | 'deviceId', string>>;

/** What a borrower decides about one channel. */
export interface ReminderDecision {
  readonly credentials: ReminderCredentials;
  readonly channel: ReminderChannel;
  readonly isGranted: boolean;
}

/**
 * The channels by which a borrower agreed to be reminded.
 * @throws CodedError 'session-required'.
 */
export async function readReminders(
  dependencies: LendingDependencies,
  credentials: ReminderCredentials,
): Promise<ReminderChannel[]> {
  const { id } = await borrowerOf(dependencies, credentials);
  return chosenChannels(dependencies.database, id);
}

/**
 * Keeps what a borrower decides, and tells the lender; deciding the same again has no effect.
 * @throws CodedError 'session-required'.
 */
export async function decideReminder(
  dependencies: LendingDependencies,
  { credentials, channel, isGranted }: ReminderDecision,
): Promise<void> {
  const { database, clock, random } = dependencies;
  const borrower = await borrowerOf(dependencies, credentials);
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
}

/** The lender's view of it. */
export const answeredReminders: AnsweredHostCall = answerHost(
  listReminderConsents,
  async ({ transaction }, { borrowerId, isStanding = false, cursor, limit = usualPageSize }) => {
    const [afterId] = cursorKey(cursor, [isId]) ?? [];
    const found = await consentsAfter(transaction, { borrowerId, isStanding, afterId, limit: limit + 1 });
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => [id]);
    const consents = rows.map(({ id, grantedAt, withdrawnAt, ...about }) => ({
      ...{ consentId: id, ...about, grantedAt: grantedAt.toISOString() },
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
    }));
    return { data: { consents, nextCursor } };
  },
);

async function borrowerOf(
  { database, clock, configuration }: LendingDependencies,
  { sessionId, userId, deviceId }: ReminderCredentials,
): Promise<Borrower> {
  const named = { sessionIds: [sessionId], userIds: [userId], deviceIds: [deviceId] };
  return requireBorrower(database, named, {
    now: clock.now(),
    idleMinutes: configuration.sessionIdleMinutes,
  });
}
