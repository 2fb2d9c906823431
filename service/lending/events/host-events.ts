import { listDeadEvents, listEvents, redeliverEvents } from '#contract/host/event.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { type AnsweredHostCall, answerHost, type HostContext } from '../http/host-gate.ts';
import { eventIdPrefix } from '../http/signature.ts';
import { isSerialNumber, type PageRequest, readPage } from '../keyset.ts';
import { type EventRecord, listEvents as listRecords, loanIdOf, sendAgain } from './store.ts';

export const answeredEventCalls: readonly AnsweredHostCall[] = [
  answerHost(listEvents, async (context, { orderNumber, ...page }) => {
    if (orderNumber === undefined) return { data: await pageOfEvents(context, {}, page) };
    const subjectId = orNotFound(await loanIdOf(context.transaction, orderNumber), 'orderNumber');
    return { data: await pageOfEvents(context, { subjectId }, page) };
  }),
  answerHost(listDeadEvents, async (context, page) => ({
    data: await pageOfEvents(context, { isDead: true }, page),
  })),
  answerHost(redeliverEvents, async ({ transaction }, { eventIds }) => {
    const ids = [...new Set(eventIds)].map((eventId) => eventId.slice(eventIdPrefix.length));
    const { knownCount, againCount } = await sendAgain(transaction, ids);
    if (knownCount < ids.length) throw new CodedError('not-found', 'eventIds');
    return { data: { redeliveredCount: againCount } };
  }),
];

async function pageOfEvents(
  { transaction }: HostContext,
  condition: Parameters<typeof listRecords>[1],
  page: PageRequest,
) {
  const { rows, nextCursor } = await readPage(
    page,
    [isSerialNumber],
    ([above = '0'], limit) => listRecords(transaction, condition, { above: Number(above), limit }),
    ({ serialNumber }) => [serialNumber],
  );
  return { events: rows.map(hostEventOf), nextCursor };
}

function hostEventOf({ id, occurredAt: timestamp, serialNumber, ...event }: EventRecord) {
  return { eventId: `${eventIdPrefix}${id}`, timestamp, sequence: String(serialNumber), ...event };
}
