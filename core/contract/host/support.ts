import { z } from 'zod';
import { actorName, defineHostCall, namedObject, nextCursor, pageFields } from '../host-call.ts';

/** States of a message from the contact page. The lender answers by its own mail. */
const contactMessageStates = ['open', 'answered', 'closed'] as const;

const contactMessage = namedObject('HostContactMessage', {
  contactMessageId: z.string(),
  name: z.string(),
  telephone: z.string(),
  email: z.string(),
  remark: z.string(),
  state: z.enum(contactMessageStates),
  receivedAt: z.string(),
  answeredAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  handledBy: z.string().nullable().describe('Who answered or closed it last'),
});

export type HostContactMessage = z.infer<typeof contactMessage>;

export const listContactMessages = defineHostCall({
  name: 'listContactMessages',
  summary: 'List messages of the contact page',
  path: '/host/contact-messages/list',
  isRead: true,
  request: z.object({ state: z.enum(contactMessageStates), ...pageFields }),
  response: z.object({ contactMessages: z.array(contactMessage), nextCursor }),
});

const named = z.object({ contactMessageId: z.uuid(), actor: actorName.optional() });

export const answerContactMessage = defineHostCall({
  name: 'answerContactMessage',
  summary: 'Mark a message of the contact page as answered',
  path: '/host/contact-messages/answer',
  request: named,
  response: contactMessage,
});

export const closeContactMessage = defineHostCall({
  name: 'closeContactMessage',
  summary: 'Close a message of the contact page',
  path: '/host/contact-messages/close',
  request: named,
  response: contactMessage,
});
