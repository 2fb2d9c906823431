import type { AuditEntry } from '#contract/desk.ts';
import type { Queryable } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { DeskRefusal } from '#domain/desk/refusal.ts';
import { type DeskAct, mayDo } from '#domain/desk/role.ts';
import type { LendingDependencies } from '../dependencies.ts';
import type { Random } from '../ports.ts';
import { borrowerOfSubject, insertAuditEntry } from './store/audit.ts';

/** Something that somebody did at the desk, done or refused. */
export interface AuditedAct {
  readonly person: { readonly personId: string } | null;
  readonly act: string;
  readonly outcome: AuditEntry['outcome'];
  /** What it was done to, by the number it is known by, such as `loan:LL100001`. */
  readonly subject?: string | undefined;
  /** Whose data or money it was about; absent: whose its subject is. */
  readonly borrowerId?: string | undefined;
  readonly reason?: string | undefined;
  /** Figures, names and codes; never a value of a borrower's personal data. */
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
}

/** Adds an act to the audit log, which the database never changes afterwards. */
export async function record(
  database: Queryable,
  { person, act, outcome, subject, borrowerId, reason, detail }: AuditedAct,
  { now, random }: { readonly now: Date; readonly random: Pick<Random, 'id'> },
): Promise<void> {
  await insertAuditEntry(database, {
    id: random.id(),
    at: now,
    personId: person?.personId ?? null,
    act,
    subject: subject ?? null,
    borrowerId: borrowerId ?? (subject === undefined ? null : await borrowerOfSubject(database, subject)),
    outcome,
    reason: reason ?? null,
    detail: detail ?? null,
  });
}

/** @throws DeskRefusal where no role of theirs may do it, which is logged as what was tried. */
export async function requireAct(
  { hostDatabase, clock, random }: Pick<LendingDependencies, 'hostDatabase' | 'clock' | 'random'>,
  person: DeskPerson,
  needed: DeskAct,
  { act, subject, detail }: Pick<AuditedAct, 'act' | 'subject' | 'detail'>,
): Promise<void> {
  if (mayDo(person.roles, needed)) return;
  const entry = { person, act, subject, detail, outcome: 'refused' } as const;
  await record(hostDatabase, entry, { now: clock.now(), random });
  throw new DeskRefusal('not-allowed');
}

/** The fields of a call that the log may keep: numbers, days and choices, nothing that somebody wrote of themselves. */
const keptFields: ReadonlySet<string> = new Set([
  'amountMinor',
  'anotherPayment',
  'claimId',
  'component',
  'cardPaymentId',
  'currency',
  'day',
  'decision',
  'disputeId',
  'disbursedOn',
  'eventId',
  'fileId',
  'lineNumber',
  'source',
  'folio',
  'fromDay',
  'isActive',
  'isReversed',
  'loanId',
  'offerId',
  'orderNumber',
  'paidAt',
  'paymentId',
  'productId',
  'provider',
  'reapplyOn',
  'receiptNumber',
  'reference',
  'refundKey',
  'sequence',
  'throughDay',
]);

/** What the log keeps of a call's fields. */
export function auditableFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => keptFields.has(name) && value !== undefined),
  );
}

/** The ids of the people whom an entry's details name: who asked, and to whom something was handed. */
export function peopleIn(detail: AuditEntry['detail']): string[] {
  return [detail?.askedBy, detail?.to].filter((id): id is string => typeof id === 'string' && isId(id));
}
