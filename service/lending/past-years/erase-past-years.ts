import { inTransaction, type Queryable } from '#db/database.ts';
import { dayIn, type Market } from '#domain/market.ts';
import {
  type RetentionPlan,
  type RetentionYears,
  retentionKinds,
  yearsBefore,
} from '#domain/retention-years.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { describeFailure } from '../http/answer.ts';
import { eraseNow, eraseRegistration, requirePerson } from '../personal-data/erasure.ts';
import { obstacleToErasure } from '../personal-data/store.ts';
import {
  atBeginning,
  beginRun,
  borrowersAddedBefore,
  countRegistrations,
  findRuns,
  lastActivities,
  lastRefund,
  type RetentionRun,
  registrationsMadeBefore,
  updateRun,
} from './store.ts';

/** Borrowers of a page, and pages of one run; the next run continues with the rest. */
const pageSize = 500;
const runPages = 20;
const byAge = { reason: 'past the years of retention', erasedBy: 'retention' };

type RetentionDependencies = Pick<
  LendingDependencies,
  'database' | 'files' | 'random' | 'configuration' | 'timeOf' | 'logger'
>;

export function plansOf({
  configuration: { markets, companies },
}: Pick<LendingDependencies, 'configuration'>): readonly [Market, RetentionPlan | undefined][] {
  return markets.map((market) => [market, companies[market].retention]);
}

export function isForYears(run: Pick<RetentionRun, 'years'>, years: RetentionYears): boolean {
  return retentionKinds.every((kind) => run.years[kind] === years[kind]);
}

/**
 * Finds, once a day, the borrowers and registrations whose retention period is over, in each market whose lender confirmed the years.
 * Only counts them until the run is approved; then erases each in a transaction of its own. @returns how many were erased.
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
    run = await continueRun(dependencies, run, now);
    if (run.approvedAt !== null) erasedCount += run.borrowerCount + run.registrationCount - before;
  }
  return erasedCount;
}

/** Continues a run: the next pages of borrowers, and registrations after the last page. */
async function continueRun(dependencies: RetentionDependencies, begun: RetentionRun, now: Date) {
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

/** The borrowers whose years are over since their last loan and complaint, or since their last offer where they never had a loan. */
async function pastYears<Borrower extends AddedBorrower>(
  database: Queryable,
  list: readonly Borrower[],
  { years, now }: { readonly years: RetentionYears; readonly now: Date },
): Promise<Borrower[]> {
  if (list.length === 0) return [];
  const ids = list.map(({ id }) => id);
  const last = await lastActivities(database, ids);
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

/** Erases a borrower without obstacles; only checks while the run is not approved. @returns whether the borrower can be erased. */
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
    // The borrower may have done something since the page was read.
    const refundedMs = await lastRefund(transaction, person.loanIds);
    const [due] = await pastYears(transaction, [{ id: borrowerId, createdAt: new Date(0) }], { years, now });
    const isRefundPast = refundedMs < yearsBefore(now, years.loan).getTime();
    if (person.market !== market || !due || !isRefundPast) return false;
    if (await obstacleToErasure(transaction, borrowerId)) return false;
    if (approvedAt === null) return true;
    await eraseNow(context, person, byAge);
    return true;
  }).catch((error: unknown) => {
    logger.error('expired data were not erased', describeFailure(error));
    return false;
  });
}

/** Erases registrations without a borrower that were made before an instant. @returns how many. */
async function eraseRegistrations(dependencies: RetentionDependencies, market: Market, before: Date) {
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
        logger.error('an expired registration was not erased', describeFailure(error));
      });
    }
    erasedCount += erasedOfPage;
    if (ids.length < pageSize || erasedOfPage === 0) break;
  }
  return erasedCount;
}
