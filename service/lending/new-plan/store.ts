import { and, asc, desc, eq, lt } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { columnsOf } from '#db/rows.ts';
import { newPlans } from '#db/schema/new-plan.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { belongsToLoan, type LoanOf } from '../ledger/loans.ts';

/** Proposals whose last day is before a day, oldest first, with the ids of their loans. */
export function unansweredPlans(database: Queryable, day: LocalDate, limit: number) {
  return database
    .select(columnsOf(newPlans, 'id', 'loanId', 'borrowerId'))
    .from(newPlans)
    .where(and(eq(newPlans.state, 'proposed'), lt(newPlans.validThrough, day)))
    .orderBy(asc(newPlans.validThrough), asc(newPlans.id))
    .limit(limit);
}

export function newPlansOf(database: Queryable, loan: LoanOf) {
  return database
    .select()
    .from(newPlans)
    .where(belongsToLoan(newPlans, loan))
    .orderBy(desc(newPlans.proposedAt), desc(newPlans.id));
}
