import { z } from 'zod';
import { eventMessage } from '../events.ts';
import { actorName, defineHostCall, namedObject, nextCursor, orderNumber, pageFields } from '../host-call.ts';

const pageMax = 100;

const hostEvent = namedObject('RecordedEvent', {
  eventId: z.string().describe('The `webhook-id` of every delivery'),
  ...eventMessage.shape,
  type: z.string(),
  state: z.enum(['pending', 'delivered', 'dead']).describe('dead: given up after three days'),
  attemptCount: z.int(),
  lastAttemptAt: z.string().nullable(),
  lastFailure: z.string().nullable(),
  deliveredAt: z.string().nullable(),
});

export type HostEvent = z.infer<typeof hostEvent>;

const page = z.object({ events: z.array(hostEvent), nextCursor });

/** Lists events of the last 90 days, of one loan or of all, oldest first. */
export const listEvents = defineHostCall({
  name: 'listEvents',
  summary: 'List events',
  path: '/host/events/list',
  isRead: true,
  request: z.object({ orderNumber: orderNumber.optional(), ...pageFields }),
  response: page,
});

/** Lists events whose delivery was given up, oldest first. */
export const listDeadEvents = defineHostCall({
  name: 'listDeadEvents',
  summary: 'List events that were given up',
  path: '/host/events/dead',
  isRead: true,
  request: z.object(pageFields),
  response: page,
});

/** Sends delivered or given-up events again; pending ones stay as they are. */
export const redeliverEvents = defineHostCall({
  name: 'redeliverEvents',
  summary: 'Send events again',
  path: '/host/events/redeliver',
  request: z.object({
    eventIds: z
      .array(z.string().regex(/^evt_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))
      .min(1)
      .max(pageMax),
    actor: actorName.optional(),
  }),
  response: z.object({ redeliveredCount: z.int() }),
});
