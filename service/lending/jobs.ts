import { setTimeout as pause } from 'node:timers/promises';
import { settlePendingCharges } from './card-payment/charge.ts';
import { sendCardRefunds } from './card-payment/refund-to-card.ts';
import { cancelForgotten } from './card-payment/store.ts';
import { complainOfDisputes } from './charge-dispute/complain-of-disputes.ts';
import { currentTime } from './clock.ts';
import { sweepLostFiles, sweepUnattachedImages } from './complaint/images.ts';
import type { LendingDependencies } from './dependencies.ts';
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

/** Work that is due by time rather than by request. */
export interface Jobs {
  /** Does it now and then every few minutes; what was missed while stopped is caught up. */
  start(): void;
  /** Ends after the run that is under way. */
  stop(): Promise<void>;
}

type JobOutcome = Parameters<NonNullable<LendingDependencies['jobEnded']>>[1];

const intervalMs = 5 * 60 * 1000;
/** A borrower may be waiting for what became of a charge. */
const chargesIntervalMs = 30 * 1000;
/** A visitor was told the second. */
const codesIntervalMs = 2 * 1000;
/** The lender may be waiting to decide. */
const eventsIntervalMs = 1_000;
/** Metrics are asked for about as often. */
const backlogIntervalMs = 15_000;
/** A receiver that took nothing for as long, and failed, was away. */
const receiverQuietMs = 60_000;
/** Listing every file costs more than asking the database. */
const filesIntervalMs = 24 * 60 * 60 * 1000;
/** Somebody may be waiting for a comparison of the books that they asked for. */
const booksIntervalMs = 5 * 1000;
/** How often a provider's lists are gone through, and how soon again after that failed. */
const listsIntervalMs = 24 * 3_600_000;
const listsRetryMs = 3_600_000;
/** How far back they are gone through: beyond the last time, since lists may lag; and where that failed or there was none. */
const listsOverlapMs = 24 * 3_600_000;
const longestListsMs = 30 * 24 * 3_600_000;
/** Of ids in one line of the log. */
const loggedMax = 20;

/** The jobs of the service. Of several processes one at a time does each, but for events, which all send. */
export function createJobs(dependencies: LendingDependencies): Jobs {
  const { database, clock, logger, random, configuration } = dependencies;
  const holder = random.id();
  let filesSweptAt = 0;
  /** When events were last taken; away while none was since one failed. */
  let eventsTakenAt: number | 'away' = Number.NEGATIVE_INFINITY;
  let stopping = new AbortController();
  let booksLookedAt = 0;
  let hasComparisonFailed = false;

  async function bookPenalties(): Promise<JobOutcome> {
    const now = await currentTime(dependencies, database);
    const { isDevelopment, penaltyStepDays: days } = configuration;
    if ((await stepDays(database, { now, days, isConfirmed: isDevelopment })) === null) {
      const days = { today: latestDay(now), bookableThrough: await bookableThrough(database) };
      logger.error('penalties wait until the day is confirmed', days);
      return 'refused';
    }
    const { loanCount, failures } = await accrueOverdueLoans(
      database,
      { now, random },
      { rest: restForRequests },
    );
    if (loanCount > 0) logger.info('penalties booked', { loanCount });
    for (const failure of failures) logger.error('penalties of a loan failed', describeFailure(failure));
    return failures.length > 0 ? 'failed' : 'done';
  }

  async function beginToEarn(): Promise<JobOutcome> {
    if (!(await isDayKnown())) return 'refused';
    const now = await currentTime(dependencies, database);
    const { loanCount, failures } = await beginEarnings(database, { now, random }, { rest: restForRequests });
    if (loanCount > 0) logger.info('loans begin to earn by days', { loanCount });
    for (const failure of failures) logger.error('earnings of a loan failed', describeFailure(failure));
    return failures.length > 0 ? 'failed' : 'done';
  }

  async function closeBooks(): Promise<void> {
    const dayCount = await closeDays(database, await currentTime(dependencies, database));
    if (dayCount > 0) logger.info('days closed', { dayCount });
  }

  async function matchPayments(): Promise<void> {
    const now = await currentTime(dependencies, database);
    const matchedCount = await matchUnmatchedEvents(database, { now, random });
    if (matchedCount > 0) logger.info('kept payments matched', { matchedCount });
    const settledCount = await settleWaitingOutflows(database, { now, random, logger });
    if (settledCount > 0) logger.info('money that left is booked', { settledCount });
    const doubles = await suspectedDoubles(database, undefined);
    dependencies.booksCompared?.({
      unmatched: await unmatchedMoney(database),
      suspectedDoubleCount: doubles.length,
    });
  }

  /** What cannot be undone waits as penalties do until a person has confirmed the day. */
  async function isDayKnown(): Promise<boolean> {
    const permitted = await bookableThrough(database);
    return permitted !== null && permitted >= latestDay(await currentTime(dependencies, database));
  }

  async function forget(): Promise<JobOutcome> {
    if (!(await isDayKnown())) return 'refused';
    await forgetExpired(database, clock.now());
    return 'done';
  }

  async function eraseWaiting(): Promise<JobOutcome> {
    if (!(await isDayKnown())) return 'refused';
    const erasedCount = await carryOutErasures(dependencies);
    if (erasedCount > 0) logger.info('requests for erasure carried out', { erasedCount });
    return 'done';
  }

  async function endByTime(): Promise<JobOutcome> {
    if (!(await isDayKnown())) return 'refused';
    const erasedCount = await erasePastYears(dependencies);
    if (erasedCount > 0) logger.info('data past their years erased', { erasedCount });
    return 'done';
  }

  async function compareLoans(): Promise<void> {
    const now = await currentTime(dependencies, database);
    const { loanIds, eventIds } = await compareBooks(database, { now, signal: stopping.signal });
    if (loanIds.length + eventIds.length === 0) return;
    logger.error('the books disagree', {
      loanCount: loanIds.length,
      eventCount: eventIds.length,
      loanIds: loanIds.slice(0, loggedMax),
      eventIds: eventIds.slice(0, loggedMax),
    });
  }

  /** One that was cut short goes on at once, in any process; one that fails is tried again after as long as other jobs. */
  async function compareLoansWhenDue(): Promise<void> {
    const times = await comparisonTimes(database).catch(() => null);
    if (times === null) return;
    const now = clock.now().getTime();
    const { askedAt, startedAt, endedAt } = times;
    const isCutShort = startedAt !== null && endedAt === null && !hasComparisonFailed;
    if (askedAt === null && !isCutShort && now - booksLookedAt < intervalMs) return;
    booksLookedAt = now;
    if (isComparisonDue(times, await currentTime(dependencies, database).catch(() => new Date(now)))) {
      const outcome = await attempt('comparison of books', compareLoans);
      if (outcome === 'held-elsewhere') return;
      hasComparisonFailed = outcome === 'failed';
    }
    const state = await readComparisonState(database).catch(() => null);
    if (state === null || state.endedAt === null) return;
    const { disagreementCount, faultyEventCount: eventFaultCount } = state;
    dependencies.booksCompared?.({ disagreementCount, eventFaultCount });
  }

  async function sweepImages(): Promise<void> {
    await sweepUnattachedImages(dependencies);
    if (clock.now().getTime() - filesSweptAt < filesIntervalMs) return;
    filesSweptAt = clock.now().getTime();
    await sweepLostFiles(dependencies);
  }

  async function attempt(
    job: string,
    work: () => Promise<unknown>,
    { isShared = false }: { readonly isShared?: boolean } = {},
  ): Promise<JobOutcome | 'held-elsewhere'> {
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
  }

  /** Each event is one process's at a time, so all of them send. */
  async function sendEvents(): Promise<JobOutcome> {
    const { deliveredCount, failedCount, deadCount } = await deliverEvents(dependencies, stopping.signal);
    if (failedCount > 0) logger.warn('events were not taken', { deliveredCount, failedCount });
    const hasFailed = failedCount + deadCount > 0;
    if (deliveredCount > 0) {
      const now = clock.now().getTime();
      // It may have come back in the middle of a run.
      const isBack = eventsTakenAt === 'away' || (hasFailed && now - eventsTakenAt > receiverQuietMs);
      if (isBack) await retryEventsNow(dependencies);
      eventsTakenAt = now;
    } else if (hasFailed) eventsTakenAt = 'away';
    return hasFailed ? 'failed' : 'done';
  }

  /** One process counts for all, for as long as it runs and the database answers; the others tell of none. */
  async function lookAtEvents(): Promise<void> {
    const { eventsFound } = dependencies;
    if (eventsFound === undefined) return;
    const { signal } = stopping;
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
    // A count that failed is made again, and is no job that failed.
    const work = () => count().catch(() => undefined);
    const outcome = await withLease(database, { job: 'count of events', holder }, work).catch(() => null);
    if (outcome === 'held-elsewhere') eventsFound({ waitingCount: 0, oldestWaitSeconds: 0, deadCount: 0 });
  }

  /** Most of the time none waits, and then nothing is written. */
  async function sendDueCodes(): Promise<void> {
    const isDue = await isCodeDue(database, clock.now()).catch(() => true);
    if (isDue) await attempt('codes that wait', () => sendWaitingCodes(dependencies));
  }

  async function lookAtReferences(): Promise<void> {
    await settleRequests(dependencies);
    await maintainReferences(dependencies);
  }

  async function sweepLists(): Promise<void> {
    for (const provider of sweptProviders(dependencies)) {
      const job = `lists of ${provider}`;
      const last = await lastRun(database, job).catch(() => undefined);
      if (last === undefined) continue;
      const isDone = last?.outcome === 'done';
      const now = clock.now().getTime();
      const sinceLastMs = last === null ? Number.POSITIVE_INFINITY : now - last.endedAt.getTime();
      if (sinceLastMs < (isDone ? listsIntervalMs : listsRetryMs)) continue;
      const backMs = isDone ? Math.min(sinceLastMs + listsOverlapMs, longestListsMs) : longestListsMs;
      await attempt(job, () => sweepProvider(dependencies, provider, new Date(now - backMs)));
    }
  }

  async function run(): Promise<void> {
    await attempt('penalties', bookPenalties);
    await attempt('earnings', beginToEarn);
    await attempt('closing of days', closeBooks);
    await attempt('unmatched payments', matchPayments);
    await attempt('claimed payments', () => complainOfClaims(dependencies));
    await attempt('disputed charges', () => complainOfDisputes(dependencies));
    await attempt('promises to pay', () => settlePromises(dependencies));
    const { matterHours } = configuration;
    if (matterHours) await attempt('matters past their hours', () => escalate(dependencies, matterHours));
    if (configuration.reminders) await attempt('reminders', () => sendReminders(dependencies));
    await attempt('new plans', () => expirePlans(dependencies));
    await attempt('forgotten payments', () => cancelForgotten(database, clock.now()));
    await attempt('erasures', eraseWaiting);
    await attempt('data past their years', endByTime);
    await attempt('retention', forget);
  }

  const comparison = repeated(compareLoansWhenDue, booksIntervalMs);
  const all = [
    comparison,
    repeated(run, intervalMs),
    repeated(() => attempt('unused images', sweepImages), intervalMs),
    repeated(
      () => attempt('pending charges', () => settlePendingCharges(dependencies, null)),
      chargesIntervalMs,
    ),
    repeated(() => attempt('files of loans', () => makeLoanFiles(dependencies)), chargesIntervalMs),
    repeated(() => attempt('refunds to cards', () => sendCardRefunds(dependencies)), chargesIntervalMs),
    ...(dependencies.references.providers.length === 0
      ? []
      : [repeated(() => attempt('payment references', lookAtReferences), chargesIntervalMs)]),
    repeated(sweepLists, intervalMs),
    repeated(sendDueCodes, codesIntervalMs),
    ...(dependencies.eventReceiver === null
      ? []
      : [
          repeated(() => attempt('events', sendEvents, { isShared: true }), eventsIntervalMs),
          repeated(lookAtEvents, backlogIntervalMs),
        ]),
  ];
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

/** Work done at once and then at intervals, never twice at a time. */
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
