import type { Database } from '#db/database.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { eventIdPrefix, signaturesOf } from '../http/signature.ts';
import { bringForward, claimDueEvent, type EventRecord, markDelivered, markFailed } from './store.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** The delay after each failed attempt: three days in all, after which an event is given up. */
export const retryDelaysMs: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  1 * hour,
  2 * hour,
  4 * hour,
  8 * hour,
  16 * hour,
  16 * hour,
  24 * hour,
];

/** An attempt ends long before this; after a crash another process may make the next. */
const leaseMs = 60 * second;
/** So many that a receiver that hangs on some events leaves room for the others. */
const attemptsAtOnce = 16;
/** Attempts that failed together are spread: each waits up to this part longer. */
const jitter = 0.1;

export interface DeliveryRun {
  readonly deliveredCount: number;
  readonly failedCount: number;
  /** Given up after three days, until somebody resends them. */
  readonly deadCount: number;
}

/**
 * Delivers due events until none is left. Events of one subject, a loan or a complaint, are sent one after the other; other subjects do not
 * wait. Several processes may run it at once. An event whose delivery is uncertain is sent again under the same id: it may arrive twice and
 * is never lost.
 */
export async function deliverEvents(
  dependencies: Pick<
    LendingDependencies,
    'database' | 'clock' | 'random' | 'configuration' | 'eventReceiver' | 'logger'
  >,
  signal: AbortSignal,
): Promise<DeliveryRun> {
  const { database, clock } = dependencies;
  const run = { deliveredCount: 0, failedCount: 0, deadCount: 0 };
  if (dependencies.eventReceiver === null) return run;
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      const now = clock.now();
      const event = await claimDueEvent(database, { now, leaseUntil: new Date(now.getTime() + leaseMs) });
      if (!event) return;
      const outcome = await attempt(dependencies, database, event, signal);
      run[outcome] += 1;
    }
  };
  await Promise.all(Array.from({ length: attemptsAtOnce }, work));
  return run;
}

/** Retries at once what failed while the receiver was unavailable; events being sent keep their lease. */
export async function retryEventsNow({ database, clock }: Pick<LendingDependencies, 'database' | 'clock'>) {
  const now = clock.now();
  await bringForward(database, { now, after: new Date(now.getTime() + leaseMs) });
}

async function attempt(
  dependencies: Pick<LendingDependencies, 'clock' | 'random' | 'configuration' | 'eventReceiver' | 'logger'>,
  database: Database,
  event: EventRecord,
  signal: AbortSignal,
): Promise<keyof DeliveryRun> {
  const { clock, random, configuration, eventReceiver, logger } = dependencies;
  if (eventReceiver === null) throw new Error('There is nobody to take events.');
  const message = { id: `${eventIdPrefix}${event.id}`, body: bodyOf(event) };
  const headers = signaturesOf(message, configuration.hostSigningSecrets, clock.now());
  const outcome = await eventReceiver.deliver({ headers, body: message.body }, signal);
  if (outcome.isTaken) {
    await markDelivered(database, event, clock.now());
    return 'deliveredCount';
  }
  const { failure } = outcome;
  const delayMs = retryDelaysMs[event.attemptCount - 1];
  if (delayMs === undefined) {
    await markFailed(database, event, { failure, attemptAt: null });
    logger.error('an event was given up', { event: message.id, type: event.type, failure });
    return 'deadCount';
  }
  const waitMs = delayMs + random.below(Math.ceil(delayMs * jitter));
  await markFailed(database, event, { failure, attemptAt: new Date(clock.now().getTime() + waitMs) });
  return 'failedCount';
}

function bodyOf({ type, version, occurredAt, serialNumber, data }: EventRecord): string {
  return JSON.stringify({
    type,
    version,
    timestamp: occurredAt.toISOString(),
    sequence: String(serialNumber),
    data,
  });
}
