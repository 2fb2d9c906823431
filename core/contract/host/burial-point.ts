import { z } from 'zod';
import { defineHostCall, namedObject, nextCursor, pageFields } from '../host-call.ts';

const burialPoint = namedObject('HostBurialPoint', {
  burialPointId: z.string(),
  event: z.string(),
  borrowerId: z.string(),
  productId: z.string(),
  orderNumber: z.string().nullable(),
  occurredAt: z.string(),
});

export const listBurialPoints = defineHostCall({
  name: 'listBurialPoints',
  summary: 'List burial-point events',
  path: '/host/burial-points/list',
  isRead: true,
  request: z.object({
    since: z.iso.datetime({ offset: true }).optional().describe('Only those since this instant'),
    ...pageFields,
  }),
  response: z.object({ burialPoints: z.array(burialPoint), nextCursor }),
});
