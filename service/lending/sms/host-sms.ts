import { listSmsMessages } from '#contract/host/sms.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { pageOf, timePageOf } from '../keyset.ts';
import { sendsAfter } from './store.ts';

/** The messages with codes that were sent, for the lender. */
export const answeredSmsMessages: AnsweredHostCall = answerHost(
  listSmsMessages,
  async ({ transaction }, request) => {
    const page = timePageOf(request);
    const list = await sendsAfter(transaction, page);
    const { rows, nextCursor } = pageOf(list, page.limit - 1, ({ sentAt, id }) => [sentAt.toISOString(), id]);
    const smsMessages = rows.map(({ id, sentAt, reportedAt, ...facts }) => ({
      ...{ smsMessageId: id, ...facts },
      sentAt: sentAt.toISOString(),
      reportedAt: reportedAt?.toISOString() ?? null,
    }));
    return { data: { smsMessages, nextCursor } };
  },
);
