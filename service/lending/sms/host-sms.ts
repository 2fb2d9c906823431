import { listSmsMessages } from '#contract/host/sms.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { readPageByTime } from '../keyset.ts';
import { sendsAfter } from './store.ts';

export const answeredSmsMessages: AnsweredHostCall = answerHost(
  listSmsMessages,
  async ({ transaction }, request) => {
    const { rows, nextCursor } = await readPageByTime(
      request,
      (page) => sendsAfter(transaction, page),
      ({ sentAt }) => sentAt,
    );
    const smsMessages = rows.map(({ id: smsMessageId, ...facts }) => ({ smsMessageId, ...facts }));
    return { data: { smsMessages, nextCursor } };
  },
);
