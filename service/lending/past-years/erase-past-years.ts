import { inTransaction, type Queryable } from '#db/database.ts';
import { dayIn, type Market } from '#domain/market.ts';
import { type RetentionPlan, type RetentionYears, yearsBefore } from '#domain/retention-years.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { describeFailure } from '../http/answer.ts';
import { doneBy, erase, eraseRegistration, requirePerson } from '../personal-data/erasure.ts';
import {
  idsOfPerson,
  lockWaitingRequest,
  obstacleToErasure,
  updateErasureRequest,
} from '../personal-data/store.ts';
import {
  atBeginning,
  beginRun,
  borrowersAddedBefore,
  countRegistrations,
  findRuns,
  lastHappenings,
  lastRefund,
  type RetentionRun,
  registrationsMadeBefore,
  updateRun,
} from './store.ts';

/** Borrowers that are looked at together, and how often in one run; the others are looked at by the next. */
const pageSize = 500;
const runPages = 20;
/** Who erases, and why, as the proof names it. */
const byAge = { reason: 'past the years of retention', erasedBy: 'retention' };

type RetentionDependencies = Pick<
  LendingDependencies,
  'database' | 'files' | 'random' | 'configuration' | 'timeOf' | 'logger'
>;

/** The years of the markets that are served. */
export function plansOf({
  configuration: { markets, companies },
}: Pick<LendingDependencies, 'configuration'>): readonly [Market, RetentionPlan | undefined][] {
  return markets.map((market) => [market, companies[market].retention]);
}

/** Whether a run is for these years. */
export function isForYears(run: Pick<RetentionRun, 'years'>, years: RetentionYears): boolean {
  const { loan, complaint, registration } = run.years;
  return loan === years.loan && complaint === years.complaint && registration === years.registration;
}

/**
 * Looks once a day, in each market whose years are confirmed, for borrowers and registrations past their years. Counts them until somebody
 * approved that, and then erases each in a transaction of its own. @returns how many were erased.
 */
export async function erasePastYears(dependencies: RetentionDependencies): Promise<number> {
  const { database } = dependencies;
  let erasedCount = 0;
  for (const [market, plan] of plansOf(dependencies)) {
    if (!plan?.isConfirmed) continue;
    const now = await currentTime(dependencies, database);
    const [found] = await findRuns(database, [market]);
    let run = found && isForYears(found, plan.years) ? found : await beginRun(database, market, plan.years);
    if (run.endedAt !== null) {
      if (dayIn(market, run.endedAt) >= dayIn(market, now)) continue;
      run = await updateRun(database, run, atBeginning);
    }
    const before = run.borrowerCount + run.registrationCount;
    run = await goOn(dependencies, run, now);
    if (run.approvedAt !== null) erasedCount += run.borrowerCount + run.registrationCount - before;
  }
  return erasedCount;
}

/** Looks at the next borrowers of a run, and after the last one at registrations. */
async function goOn(
  dependencies: RetentionDependencies,
  begun: RetentionRun,
  now: Date,
): Promise<RetentionRun> {
  const { database } = dependencies;
  let run = begun;
  const { market, years } = run;
  const addedBefore = yearsBefore(now, Math.min(...Object.values(years)));
  for (let page = 0; page < runPages; page += 1) {
    const list = await borrowersAddedBefore(database, run, addedBefore, pageSize);
    const due = await pastYears(database, list, { years, now });
    let { borrowerCount, oldestAt } = run;
    for (const { id, createdAt } of due) {
      if (!(await endBorrower(dependencies, run, id))) continue;
      borrowerCount += 1;
      if (oldestAt === null || createdAt < oldestAt) oldestAt = createdAt;
    }
    const last = list.at(-1);
    const place = last ? { afterAt: last.createdAt, afterId: last.id } : {};
    run = await updateRun(database, run, { ...place, borrowerCount, oldestAt });
    if (list.length === pageSize) continue;
    const madeBefore = yearsBefore(now, years.registration);
    const counted = await countRegistrations(database, market, madeBefore);
    const registrationCount =
      run.approvedAt === null ? counted.count : await eraseRegistrations(dependencies, market, madeBefore);
    const isOlder = counted.oldestAt !== null && (oldestAt === null || counted.oldestAt < oldestAt);
    const oldest = isOlder ? { oldestAt: counted.oldestAt } : {};
    return updateRun(database, run, { ...oldest, registrationCount, endedAt: now });
  }
  return run;
}

interface AddedBorrower {
  readonly id: string;
  readonly createdAt: Date;
}

/** Those of some borrowers whose last loan and complaint, or last offer where they never had a loan, are past the years. */
async function pastYears<Borrower extends AddedBorrower>(
  database: Queryable,
  list: readonly Borrower[],
  { years, now }: { readonly years: RetentionYears; readonly now: Date },
): Promise<Borrower[]> {
  if (list.length === 0) return [];
  const ids = list.map(({ id }) => id);
  const last = await lastHappenings(database, ids);
  return list.filter(({ id, createdAt }) => {
    const of = last.get(id) ?? {};
    const isPast = (atMs: number, kind: keyof RetentionYears) =>
      atMs < yearsBefore(now, years[kind]).getTime();
    const isLeft =
      of.loan === undefined
        ? isPast(Math.max(createdAt.getTime(), of.registration ?? 0), 'registration')
        : isPast(of.loan, 'loan');
    return isLeft && isPast(of.complaint ?? 0, 'complaint');
  });
}

/** Erases a borrower whom nothing keeps, or only looks where nobody approved that yet. @returns whether nothing keeps them. */
function endBorrower(
  dependencies: RetentionDependencies,
  { market, years, approvedAt }: RetentionRun,
  borrowerId: string,
): Promise<boolean> {
  const { database, logger } = dependencies;
  return inTransaction(database, async (transaction) => {
    const now = await currentTime(dependencies, transaction);
    const context = { ...dependencies, transaction, now };
    const person = await requirePerson(context, borrowerId, approvedAt !== null);
    // What happened since the page was read counts too.
    const { loanIds } = await idsOfPerson(transaction, borrowerId);
    const refundedMs = await lastRefund(transaction, loanIds);
    const [due] = await pastYears(transaction, [{ id: borrowerId, createdAt: new Date(0) }], { years, now });
    const isRefundPast = refundedMs < yearsBefore(now, years.loan).getTime();
    if (person.market !== market || !due || !isRefundPast) return false;
    if (await obstacleToErasure(transaction, borrowerId)) return false;
    if (approvedAt === null) return true;
    const erasure = await erase(context, person, byAge);
    const waiting = await lockWaitingRequest(transaction, borrowerId);
    if (waiting) await updateErasureRequest(transaction, waiting, doneBy(erasure));
    return true;
  }).catch((error: unknown) => {
    logger.error('data past their years were not erased', describeFailure(error));
    return false;
  });
}

/** Erases registrations without a borrower that were made before an instant. @returns how many. */
async function eraseRegistrations(
  dependencies: RetentionDependencies,
  market: Market,
  before: Date,
): Promise<number> {
  const { database, logger } = dependencies;
  let erasedCount = 0;
  for (let page = 0; page < runPages; page += 1) {
    const ids = await registrationsMadeBefore(database, market, before, pageSize);
    let erasedOfPage = 0;
    for (const id of ids) {
      await inTransaction(database, async (transaction) => {
        const now = await currentTime(dependencies, transaction);
        await eraseRegistration({ ...dependencies, transaction, now }, id, byAge);
        erasedOfPage += 1;
      }).catch((error: unknown) => {
        logger.error('a registration past its years was not erased', describeFailure(error));
      });
    }
    erasedCount += erasedOfPage;
    if (ids.length < pageSize || erasedOfPage === 0) break;
  }
  return erasedCount;
}
