import { setTimeout as pause } from 'node:timers/promises';
import { runPhoneChanges } from './borrower/phone-change.ts';
import { settlePendingCharges } from './card-payment/charge.ts';
import { sendCardRefunds } from './card-payment/refund-to-card.ts';
import { cancelForgotten } from './card-payment/store.ts';
import { complainOfDisputes } from './charge-dispute/complain-of-disputes.ts';
import { currentTime } from './clock.ts';
import { sweepLostFiles, sweepUnattachedImages } from './complaint/images.ts';
import type { LendingDependencies } from './dependencies.ts';
import { sendDueMessages } from './desk/borrower-messages.ts';
import { settlePromises } from './desk/collections.ts';
import { escalate } from './desk/escalate.ts';
import { deliverEvents, retryEventsNow } from './events/deliver-events.ts';
import { countBacklog, oldestEventAt } from './events/store.ts';
import { describeFailure } from './http/answer.ts';
import { lastRun, withLease } from './job-lease.ts';
import { bookableThrough, latestDay, stepDays } from './ledger/bookable-day.ts';
import { closeDays } from './ledger/closed-days.ts';
import {
  compareBooks,
  comparisonTimes,
  isComparisonDue,
  readComparisonState,
} from './ledger/compare-books.ts';
import { accrueOverdueLoans, beginEarnings, restForRequests } from './ledger/penalties.ts';
import { unmatchedMoney } from './ledger/reconcile.ts';
import { suspectedDoubles } from './ledger/suspected-doubles.ts';
import { expirePlans } from './new-plan/expire-plans.ts';
import { makeLoanFiles } from './offer/loan-files.ts';
import { erasePastYears } from './past-years/erase-past-years.ts';
import { complainOfClaims } from './payment-claim/complain-of-claims.ts';
import { carryOutErasures } from './personal-data/erasure.ts';
import { sweepProvider, sweptProviders } from './provider-webhooks.ts';
import { isCodeDue } from './registration/store.ts';
import { sendWaitingCodes } from './registration/waiting-codes.ts';
import { sendReminders } from './reminder/send-reminders.ts';
import { maintainReferences } from './repayment/deposits.ts';
import { settleRequests } from './repayment/issue-references.ts';
import { matchUnmatchedEvents } from './repayment/matching.ts';
import { settleWaitingOutflows } from './repayment/outflows.ts';
import { forgetExpired } from './retention.ts';

export interface Jobs {
  /** Runs each job now and then at its interval; what was missed while stopped is caught up. */
  start(): void;
  stop(): Promise<void>;
}

type JobOutcome = Parameters<NonNullable<LendingDependencies['jobEnded']>>[1];

/** Runs a job unless another process does; a job that fails is logged. */
type RunJob = (
  job: string,
  work: () => Promise<unknown>,
  options?: { readonly isShared?: boolean },
) => Promise<JobOutcome | 'held-elsewhere'>;

const intervalMs = 5 * 60 * 1000;
/** A borrower may be waiting for the result of a charge. */
const chargesIntervalMs = 30 * 1000;
/** The page names the second at which a code is sent. */
const codesIntervalMs = 2 * 1000;
/** Short, since the lender may be waiting for an application's event. */
const eventsIntervalMs = 1_000;
/** Metrics are scraped about as often. */
const backlogIntervalMs = 15_000;
/** A receiver that took no event for this long and then failed counts as unavailable. */
const receiverQuietMs = 60_000;
/** Listing every file costs more than a query. */
const filesIntervalMs = 24 * 60 * 60 * 1000;
/** Staff may be waiting for a comparison of the books that they requested. */
const booksIntervalMs = 5 * 1000;
const listsIntervalMs = 24 * 3_600_000;
const listsRetryMs = 3_600_000;
/** How far a provider's lists are read back beyond the last run, since they may lag. */
const listsOverlapMs = 24 * 3_600_000;
/** How far they are read back after a failure or for the first time. */
const longestListsMs = 30 * 24 * 3_600_000;
const loggedMax = 20;

/** The jobs of the service. One process at a time runs each; only events are sent by all of them. */
export function createJobs(dependencies: LendingDependencies): Jobs {
  const { clock, configuration, database, eventReceiver, random, references } = dependencies;
  const holder = random.id();
  const runJob = createRunJob(dependencies, holder);
  let stopping = new AbortController();
  const signal = () => stopping.signal;
  const job = (name: string, everyMs: number, work: () => Promise<unknown>, isShared = false) =>
    repeated(() => runJob(name, work, { isShared }), everyMs);
  const comparison = repeated(createBookComparison(dependencies, runJob, signal), booksIntervalMs);
  const all = [
    comparison,
    repeated(() => runDailyWork(dependencies, runJob), intervalMs),
    job('unused images', intervalMs, createImageSweep(dependencies)),
    job('pending charges', chargesIntervalMs, () => settlePendingCharges(dependencies, null)),
    job('files of loans', chargesIntervalMs, () => makeLoanFiles(dependencies)),
    job('messages to borrowers', chargesIntervalMs, () => sendDueMessages(dependencies)),
    job('changes of telephone', chargesIntervalMs, () => runPhoneChanges(dependencies)),
    job('refunds to cards', chargesIntervalMs, () => sendCardRefunds(dependencies)),
    repeated(() => sweepLists(dependencies, runJob), intervalMs),
    repeated(async () => {
      // Most of the time no code waits, and then nothing is written.
      const isDue = await isCodeDue(database, clock.now()).catch(() => true);
      if (isDue) await runJob('codes that wait', () => sendWaitingCodes(dependencies));
    }, codesIntervalMs),
  ];
  if (references.providers.length > 0) {
    all.push(job('payment references', chargesIntervalMs, () => maintainAllReferences(dependencies)));
  }
  if (eventReceiver !== null) {
    all.push(
      job('events', eventsIntervalMs, createEventDelivery(dependencies, signal), true),
      repeated(() => reportBacklog(dependencies, holder, signal()), backlogIntervalMs),
    );
  }
  const loops = configuration.jobs === 'comparison' ? [comparison] : all;
  return {
    start() {
      stopping = new AbortController();
      for (const loop of loops) loop.start();
    },
    async stop() {
      stopping.abort();
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function createRunJob(dependencies: LendingDependencies, holder: string): RunJob {
  const { database, logger } = dependencies;
  return async (job, work, { isShared = false } = {}) => {
    let outcome: JobOutcome = 'failed';
    try {
      const result = isShared ? await work() : await withLease(database, { job, holder }, work);
      if (result === 'held-elsewhere') return result;
      outcome = result === 'refused' || result === 'failed' ? result : 'done';
    } catch (error) {
      logger.error('a job failed', { job, ...describeFailure(error) });
    }
    dependencies.jobEnded?.(job, outcome);
    return outcome;
  };
}

async function runDailyWork(dependencies: LendingDependencies, runJob: RunJob): Promise<void> {
  const { database, clock, configuration } = dependencies;
  const { matterHours } = configuration;
  await runJob('penalties', () => bookPenalties(dependencies));
  await runJob('earnings', () => onConfirmedDay(dependencies, () => beginToEarn(dependencies)));
  await runJob('closing of days', () => closeBooks(dependencies));
  await runJob('unmatched payments', () => matchPayments(dependencies));
  await runJob('claimed payments', () => complainOfClaims(dependencies));
  await runJob('disputed charges', () => complainOfDisputes(dependencies));
  await runJob('promises to pay', () => settlePromises(dependencies));
  if (matterHours) await runJob('matters past their hours', () => escalate(dependencies, matterHours));
  if (configuration.reminders) await runJob('reminders', () => sendReminders(dependencies));
  await runJob('new plans', () => expirePlans(dependencies));
  await runJob('forgotten payments', () => cancelForgotten(database, clock.now()));
  await runJob('erasures', () => onConfirmedDay(dependencies, () => eraseRequested(dependencies)));
  await runJob('data past their years', () => onConfirmedDay(dependencies, () => eraseOld(dependencies)));
  await runJob('retention', () => onConfirmedDay(dependencies, () => forgetExpired(database, clock.now())));
}

/** Does what cannot be undone only on a day that an operator has confirmed, where the clock made a step. */
async function onConfirmedDay(dependencies: LendingDependencies, work: () => Promise<unknown>) {
  const { database } = dependencies;
  const permitted = await bookableThrough(database);
  const isConfirmed = permitted !== null && permitted >= latestDay(await currentTime(dependencies, database));
  return isConfirmed ? work() : 'refused';
}

async function bookPenalties(dependencies: LendingDependencies): Promise<JobOutcome> {
  const { database, logger, random, configuration } = dependencies;
  const now = await currentTime(dependencies, database);
  const { isDevelopment, penaltyStepDays: days } = configuration;
  if ((await stepDays(database, { now, days, isConfirmed: isDevelopment })) === null) {
    const days = { today: latestDay(now), bookableThrough: await bookableThrough(database) };
    logger.error('penalties wait until the day is confirmed', days);
    return 'refused';
  }
  const result = await accrueOverdueLoans(database, { now, random }, { rest: restForRequests });
  return reportLoans(dependencies, result, {
    done: 'penalties booked',
    failed: 'penalties of a loan failed',
  });
}

async function beginToEarn(dependencies: LendingDependencies): Promise<JobOutcome> {
  const { database, random } = dependencies;
  const now = await currentTime(dependencies, database);
  const result = await beginEarnings(database, { now, random }, { rest: restForRequests });
  const messages = { done: 'loans begin to earn by days', failed: 'earnings of a loan failed' };
  return reportLoans(dependencies, result, messages);
}

function reportLoans(
  { logger }: LendingDependencies,
  { loanCount, failures }: { readonly loanCount: number; readonly failures: readonly unknown[] },
  messages: { readonly done: string; readonly failed: string },
): JobOutcome {
  if (loanCount > 0) logger.info(messages.done, { loanCount });
  for (const failure of failures) logger.error(messages.failed, describeFailure(failure));
  return failures.length > 0 ? 'failed' : 'done';
}

async function closeBooks(dependencies: LendingDependencies): Promise<void> {
  const { database, logger } = dependencies;
  const dayCount = await closeDays(database, await currentTime(dependencies, database));
  if (dayCount > 0) logger.info('days closed', { dayCount });
}

async function matchPayments(dependencies: LendingDependencies): Promise<void> {
  const { database, logger, random } = dependencies;
  const now = await currentTime(dependencies, database);
  const matchedCount = await matchUnmatchedEvents(database, { now, random });
  if (matchedCount > 0) logger.info('unmatched payments matched', { matchedCount });
  const settledCount = await settleWaitingOutflows(database, { now, random, logger });
  if (settledCount > 0) logger.info('outgoing money booked', { settledCount });
  const doubles = await suspectedDoubles(database, undefined);
  const unmatched = await unmatchedMoney(database);
  dependencies.booksCompared?.({ unmatched, suspectedDoubleCount: doubles.length });
}

async function eraseRequested(dependencies: LendingDependencies): Promise<void> {
  const erasedCount = await carryOutErasures(dependencies);
  if (erasedCount > 0) dependencies.logger.info('requests for erasure carried out', { erasedCount });
}

async function eraseOld(dependencies: LendingDependencies): Promise<void> {
  const erasedCount = await erasePastYears(dependencies);
  if (erasedCount > 0) dependencies.logger.info('expired data erased', { erasedCount });
}

async function maintainAllReferences(dependencies: LendingDependencies): Promise<void> {
  await settleRequests(dependencies);
  await maintainReferences(dependencies);
}

/** An interrupted comparison goes on at once, in any process; a failed one is tried again at the usual interval. */
function createBookComparison(dependencies: LendingDependencies, runJob: RunJob, signal: () => AbortSignal) {
  const { database, clock } = dependencies;
  let lastCheckAt = 0;
  let hasFailed = false;
  return async (): Promise<void> => {
    const times = await comparisonTimes(database).catch(() => null);
    if (times === null) return;
    const now = clock.now().getTime();
    const { askedAt, startedAt, endedAt } = times;
    const isInterrupted = startedAt !== null && endedAt === null && !hasFailed;
    if (askedAt === null && !isInterrupted && now - lastCheckAt < intervalMs) return;
    lastCheckAt = now;
    if (isComparisonDue(times, await currentTime(dependencies, database).catch(() => new Date(now)))) {
      const outcome = await runJob('comparison of books', () => compareLoans(dependencies, signal()));
      if (outcome === 'held-elsewhere') return;
      hasFailed = outcome === 'failed';
    }
    const state = await readComparisonState(database).catch(() => null);
    if (state === null || state.endedAt === null) return;
    const { disagreementCount, faultyEventCount: eventFaultCount } = state;
    dependencies.booksCompared?.({ disagreementCount, eventFaultCount });
  };
}

async function compareLoans(dependencies: LendingDependencies, signal: AbortSignal): Promise<void> {
  const { database, logger } = dependencies;
  const now = await currentTime(dependencies, database);
  const { loanIds, eventIds } = await compareBooks(database, { now, signal });
  if (loanIds.length + eventIds.length === 0) return;
  logger.error('the books disagree', {
    loanCount: loanIds.length,
    eventCount: eventIds.length,
    loanIds: loanIds.slice(0, loggedMax),
    eventIds: eventIds.slice(0, loggedMax),
  });
}

function createImageSweep(dependencies: LendingDependencies) {
  const { clock } = dependencies;
  let filesSweptAt = 0;
  return async (): Promise<void> => {
    await sweepUnattachedImages(dependencies);
    if (clock.now().getTime() - filesSweptAt < filesIntervalMs) return;
    filesSweptAt = clock.now().getTime();
    await sweepLostFiles(dependencies);
  };
}

/** Sends events in every process, since each event is claimed by one. */
function createEventDelivery(dependencies: LendingDependencies, signal: () => AbortSignal) {
  const { clock, logger } = dependencies;
  let deliveredAt: number | 'unavailable' = Number.NEGATIVE_INFINITY;
  return async (): Promise<JobOutcome> => {
    const { deliveredCount, failedCount, deadCount } = await deliverEvents(dependencies, signal());
    if (failedCount > 0) logger.warn('events were not accepted', { deliveredCount, failedCount });
    const hasFailed = failedCount + deadCount > 0;
    if (deliveredCount > 0) {
      const now = clock.now().getTime();
      // The receiver may have come back in the middle of a run.
      const isBack = deliveredAt === 'unavailable' || (hasFailed && now - deliveredAt > receiverQuietMs);
      if (isBack) await retryEventsNow(dependencies);
      deliveredAt = now;
    } else if (hasFailed) deliveredAt = 'unavailable';
    return hasFailed ? 'failed' : 'done';
  };
}

/** One process counts for all while it runs and the database answers; the others report no events. */
async function reportBacklog(dependencies: LendingDependencies, holder: string, signal: AbortSignal) {
  const { database, eventsFound } = dependencies;
  if (eventsFound === undefined) return;
  const count = async () => {
    do {
      const counts = await countBacklog(database);
      const oldestAt = await oldestEventAt(database, 'pending');
      const now = await currentTime(dependencies, database);
      const waitMs = oldestAt === null ? 0 : Math.max(0, now.getTime() - oldestAt.getTime());
      eventsFound({ ...counts, oldestWaitSeconds: waitMs / 1000 });
      await pause(backlogIntervalMs, undefined, { signal, ref: false }).catch(() => undefined);
    } while (!signal.aborted);
  };
  // A failed count is repeated and is not reported as a failed job.
  const work = () => count().catch(() => undefined);
  const outcome = await withLease(database, { job: 'count of events', holder }, work).catch(() => null);
  if (outcome === 'held-elsewhere') eventsFound({ waitingCount: 0, oldestWaitSeconds: 0, deadCount: 0 });
}

async function sweepLists(dependencies: LendingDependencies, runJob: RunJob): Promise<void> {
  const { database, clock } = dependencies;
  for (const provider of sweptProviders(dependencies)) {
    const job = `lists of ${provider}`;
    const last = await lastRun(database, job).catch(() => undefined);
    if (last === undefined) continue;
    const isDone = last?.outcome === 'done';
    const now = clock.now().getTime();
    const sinceLastMs = last === null ? Number.POSITIVE_INFINITY : now - last.endedAt.getTime();
    if (sinceLastMs < (isDone ? listsIntervalMs : listsRetryMs)) continue;
    const backMs = isDone ? Math.min(sinceLastMs + listsOverlapMs, longestListsMs) : longestListsMs;
    await runJob(job, () => sweepProvider(dependencies, provider, new Date(now - backMs)));
  }
}

/** Work that runs at once and then at intervals, never twice at a time. */
function repeated(work: () => Promise<unknown>, everyMs: number): Jobs {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined;

  function tick(): void {
    running ??= work().finally(() => {
      running = undefined;
    });
  }

  return {
    start() {
      if (timer !== undefined) return;
      tick();
      timer = setInterval(tick, everyMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await running;
    },
  };
}
