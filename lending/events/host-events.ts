import { type HostEvent, listDeadEvents, listEvents, redeliverEvents } from '#contract/host/event.ts';
import { CodedError } from '#domain/error-code.ts';
import { type AnsweredHostCall, answerHost, type HostContext } from '../http/host-gate.ts';
import { eventIdPrefix } from '../http/signature.ts';
import { type EventRecord, listEvents as listRecords, loanIdOf, sendAgain } from './store.ts';

const pageSize = 50;

const answeredList = answerHost(listEvents, async (context, { orderNumber, ...page }) => {
  if (orderNumber === undefined) return { data: await pageOf(context, {}, page) };
  const subjectId = await loanIdOf(context.transaction, orderNumber);
  if (subjectId === undefined) throw new CodedError('not-found', 'orderNumber');
  return { data: await pageOf(context, { subjectId }, page) };
});

const answeredDead = answerHost(listDeadEvents, async (context, page) => ({
  data: await pageOf(context, { isDead: true }, page),
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

async function pageOf(
  { transaction }: HostContext,
  condition: Parameters<typeof listRecords>[1],
  { cursor, limit = pageSize }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
): Promise<{ events: HostEvent[]; nextCursor: string | null }> {
  const above = cursor === undefined ? 0 : Number(cursor);
  const found = await listRecords(transaction, condition, { above, limit: limit + 1 });
  const shown = found.slice(0, limit);
  return {
    events: shown.map(hostEventOf),
    nextCursor: found.length > limit ? String(shown.at(-1)?.serialNumber) : null,
  };
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
