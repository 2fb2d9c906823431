import type { AuditEntry } from '#contract/desk.ts';
import { inTransaction, type Queryable, type Transaction } from '#db/database.ts';
import { shownForMs } from '#domain/desk/mask.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { DeskRefusal } from '#domain/desk/refusal.ts';
import { type DeskAct, mayDo } from '#domain/desk/role.ts';
import type { LendingDependencies } from '../dependencies.ts';
import type { Random } from '../ports.ts';
import { borrowerOfSubject, insertAuditEntry, looksSince } from './store/audit.ts';

export interface AuditedAct {
  readonly person: { readonly personId: string } | null;
  readonly act: string;
  readonly outcome: AuditEntry['outcome'];
  /** For example `loan:LL100001`. */
  readonly subject?: string | undefined;
  readonly borrowerId?: string | undefined;
  readonly reason?: string | undefined;
  /** Figures, names and codes; never personal data of a borrower. */
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
}

/** Appends to the audit log, which the database keeps immutable. */
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

export type DeskDependencies = Pick<LendingDependencies, 'hostDatabase' | 'clock' | 'random'>;

/**
 * Checks a permission; with null nobody has it.
 * @throws DeskRefusal 'not-allowed', after logging the attempt.
 */
export async function requireAct(
  dependencies: DeskDependencies,
  person: DeskPerson,
  needed: DeskAct | null,
  { act, subject, detail }: Pick<AuditedAct, 'act' | 'subject' | 'detail'>,
): Promise<void> {
  if (needed !== null && mayDo(person.roles, needed)) return;
  await recordRefusal(dependencies, { person, act, subject, detail });
  throw new DeskRefusal('not-allowed');
}

export async function recordRefusal(
  { hostDatabase, clock, random }: DeskDependencies,
  { person, act, subject, detail }: Omit<AuditedAct, 'outcome'>,
): Promise<void> {
  const entry = { person, act, subject, detail, outcome: 'refused' } as const;
  await record(hostDatabase, entry, { now: clock.now(), random });
}

interface PermittedAct extends Omit<AuditedAct, 'person' | 'outcome'> {
  readonly person: DeskPerson;
  readonly needs: DeskAct;
}

/**
 * Carries out an act of the desk in one transaction: checks the permission, finds what it is about, logs it, and then reads what the
 * log belongs to.
 * @param find null or undefined where there is no such thing: then nothing is logged and the answer is null.
 * @throws DeskRefusal 'not-allowed', after logging the attempt.
 */
export function perform<Found>(
  dependencies: DeskDependencies,
  entry: PermittedAct,
  find: (transaction: Transaction) => Promise<Found | null | undefined>,
): Promise<Found | null>;
export function perform<Found, Answer>(
  dependencies: DeskDependencies,
  entry: PermittedAct,
  find: (transaction: Transaction) => Promise<Found | null | undefined>,
  answer: (transaction: Transaction, found: Found) => Promise<Answer>,
): Promise<Answer | null>;
export async function perform<Found, Answer>(
  dependencies: DeskDependencies,
  { needs, ...entry }: PermittedAct,
  find: (transaction: Transaction) => Promise<Found | null | undefined>,
  answer?: (transaction: Transaction, found: Found) => Promise<Answer>,
): Promise<Found | Answer | null> {
  const { hostDatabase, clock, random } = dependencies;
  await requireAct(dependencies, entry.person, needs, entry);
  return inTransaction(hostDatabase, async (transaction) => {
    const found = await find(transaction);
    if (found === null || found === undefined) return null;
    await record(transaction, { ...entry, outcome: 'done' }, { now: clock.now(), random });
    return answer ? answer(transaction, found) : found;
  });
}

/**
 * Fields of a borrower that a person had shown and may still see, each with when that ends: after `shownForMs`, or as soon as the person
 * records a contact. The log is the only state, so every node answers alike.
 */
export async function shownTo(
  { clock }: Pick<LendingDependencies, 'clock'>,
  transaction: Transaction,
  person: DeskPerson,
  borrowerId: string,
): Promise<ReadonlyMap<string, Date>> {
  if (!mayDo(person.roles, 'see-personal-data')) return new Map();
  const since = new Date(clock.now().getTime() - shownForMs);
  const looks = await looksSince(transaction, { personId: person.personId, borrowerId, since });
  const contact = looks.findIndex(({ act }) => act === 'contacted');
  const fields = looks.slice(0, contact < 0 ? undefined : contact).flatMap(({ at, detail }) => {
    const until = new Date(at.getTime() + shownForMs);
    return [detail?.fields].flat().map((field) => [String(field), until] as const);
  });
  return new Map(fields.reverse());
}

/** Call fields that the log may contain: numbers, days and choices, no free text. */
const keptFields: ReadonlySet<string> = new Set([
  'amountMinor',
  'anotherPayment',
  'changeId',
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
  'kind',
  'loanId',
  'offerId',
  'orderNumber',
  'otherBorrowerId',
  'paidAt',
  'paymentId',
  'productId',
  'proofKind',
  'provider',
  'reapplyOn',
  'receiptNumber',
  'reference',
  'refundKey',
  'sequence',
  'throughDay',
]);

export function auditableFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => keptFields.has(name) && value !== undefined),
  );
}
