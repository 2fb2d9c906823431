import { type HostEvent, listDeadEvents, listEvents, redeliverEvents } from '#contract/host/event.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { type AnsweredHostCall, answerHost, type HostContext } from '../http/host-gate.ts';
import { eventIdPrefix } from '../http/signature.ts';
import { cursorKey, isSerialNumber, type PageRequest, pageOf, usualPageSize } from '../keyset.ts';
import { type EventRecord, listEvents as listRecords, loanIdOf, sendAgain } from './store.ts';

const answeredList = answerHost(listEvents, async (context, { orderNumber, ...page }) => {
  if (orderNumber === undefined) return { data: await pageOfEvents(context, {}, page) };
  const subjectId = orNotFound(await loanIdOf(context.transaction, orderNumber), 'orderNumber');
  return { data: await pageOfEvents(context, { subjectId }, page) };
});

const answeredDead = answerHost(listDeadEvents, async (context, page) => ({
  data: await pageOfEvents(context, { isDead: true }, page),
}));

const answeredRedelivery = answerHost(redeliverEvents, async ({ transaction }, { eventIds }) => {
  const ids = [...new Set(eventIds)].map((eventId) => eventId.slice(eventIdPrefix.length));
  const { knownCount, againCount } = await sendAgain(transaction, ids);
  if (knownCount < ids.length) throw new CodedError('not-found', 'eventIds');
  return { data: { redeliveredCount: againCount } };
});

/** What the lender was told: list, what was given up, send again. */
export const answeredEventCalls: readonly AnsweredHostCall[] = [
  answeredList,
  answeredDead,
  answeredRedelivery,
];

async function pageOfEvents(
  { transaction }: HostContext,
  condition: Parameters<typeof listRecords>[1],
  { cursor, limit = usualPageSize }: PageRequest,
) {
  const [above = '0'] = cursorKey(cursor, [isSerialNumber]) ?? [];
  const list = await listRecords(transaction, condition, { above: Number(above), limit: limit + 1 });
  const { rows, nextCursor } = pageOf(list, limit, ({ serialNumber }) => [String(serialNumber)]);
  return { events: rows.map(hostEventOf), nextCursor };
}

function hostEventOf(event: EventRecord): HostEvent {
  const { id, type, version, occurredAt, serialNumber, data, state, attemptCount, lastFailure } = event;
  return {
    ...{ eventId: `${eventIdPrefix}${id}`, type, version },
    ...{ timestamp: occurredAt.toISOString(), sequence: String(serialNumber), data },
    ...{ state, attemptCount, lastFailure },
    lastAttemptAt: event.lastAttemptAt?.toISOString() ?? null,
    deliveredAt: event.deliveredAt?.toISOString() ?? null,
  };
}
