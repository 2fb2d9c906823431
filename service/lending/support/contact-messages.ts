import { answerContactMessage, closeContactMessage, listContactMessages } from '#contract/host/support.ts';
import { inTransaction, type Transaction } from '#db/database.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { plainText } from '#domain/typed-text.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { recordEvent } from '../events/record-event.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { readPageByTime } from '../keyset.ts';
import {
  type ContactMessageRecord,
  contactMessagesIn,
  insertContactMessage,
  lockContactMessage,
  updateContactMessage,
} from './store.ts';

export interface WrittenMessage {
  readonly name: string;
  readonly telephone: string;
  readonly email: string;
  readonly remark: string;
}

/** Stores a message from the contact page and records its event (SITE-4). */
export async function keepContactMessage(
  dependencies: LendingDependencies,
  { name, telephone, email, remark }: WrittenMessage,
): Promise<void> {
  const { database, random } = dependencies;
  const id = random.id();
  await inTransaction(database, async (transaction) => {
    const now = await currentTime(dependencies, transaction);
    await insertContactMessage(transaction, {
      id,
      name,
      telephone: plainText(telephone),
      email,
      remark,
      receivedAt: now,
    });
    const event = { type: 'contact.received', subjectId: id, data: { contactMessageId: id } } as const;
    recordEvent(transaction, event, { now, random });
  });
}

export const answeredContactMessages: readonly AnsweredHostCall[] = [
  answerHost(listContactMessages, async ({ transaction }, { state, ...request }) => {
    const { rows, nextCursor } = await readPageByTime(
      request,
      (page) => contactMessagesIn(transaction, state, page),
      ({ receivedAt }) => receivedAt,
    );
    return { data: { contactMessages: rows.map(hostMessageOf), nextCursor } };
  }),
  answerHost(answerContactMessage, async ({ transaction, now, actor }, { contactMessageId }) => {
    const message = await requireLocked(transaction, contactMessageId);
    if (message.state !== 'open') throw new CodedError('status-conflict');
    const change = { state: 'answered', answeredAt: now, handledBy: actor } as const;
    return { data: hostMessageOf(await updateContactMessage(transaction, message, change)) };
  }),
  answerHost(closeContactMessage, async ({ transaction, now, actor }, { contactMessageId }) => {
    const message = await requireLocked(transaction, contactMessageId);
    if (message.state === 'closed') throw new CodedError('status-conflict');
    const change = { state: 'closed', closedAt: now, handledBy: actor } as const;
    return { data: hostMessageOf(await updateContactMessage(transaction, message, change)) };
  }),
];

async function requireLocked(transaction: Transaction, id: string): Promise<ContactMessageRecord> {
  const message = orNotFound(await lockContactMessage(transaction, id), 'contactMessageId');
  return message;
}

function hostMessageOf({ id: contactMessageId, ...message }: ContactMessageRecord) {
  return { contactMessageId, ...message };
}
