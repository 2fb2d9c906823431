import { and, desc, eq, gt, gte, inArray, lt, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { type AuditEntry, lookActs } from '#contract/desk.ts';
import { putOffer } from '#contract/host/offer.ts';
import { type Queryable, together } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { chargeDisputes } from '#db/schema/charge-dispute.ts';
import { complaints } from '#db/schema/complaint.ts';
import { auditEntries, deskPeople, searchedBorrowers } from '#db/schema/desk.ts';
import { loanNumbers } from '#db/schema/loan.ts';
import { paymentClaims } from '#db/schema/payment-claim.ts';
import { providerEvents } from '#db/schema/repayment.ts';
import type { Currency } from '#domain/money/money.ts';
import type { LoanRow } from './loan.ts';

export async function insertAuditEntry(
  database: Queryable,
  entry: typeof auditEntries.$inferInsert,
): Promise<void> {
  await database.insert(auditEntries).values(entry);
}

/** The borrower of a subject such as `loan:LL100001` or `complaint:…`; null for other subjects. */
export async function borrowerOfSubject(database: Queryable, subject: string): Promise<string | null> {
  const [kind = '', ...rest] = subject.split(':');
  const name = rest.join(':');
  const ownerOf = async (
    table: typeof loanNumbers | typeof complaints | typeof paymentClaims | typeof chargeDisputes,
    isIt: SQL,
  ) => {
    const [row] = await database.select({ borrowerId: table.borrowerId }).from(table).where(isIt).limit(1);
    return row?.borrowerId ?? null;
  };
  switch (kind) {
    case 'loan':
      return ownerOf(loanNumbers, eq(loanNumbers.orderNumber, name));
    case 'complaint':
      return ownerOf(complaints, eq(complaints.folio, name));
    case 'payment-claim':
      return isId(name) ? ownerOf(paymentClaims, eq(paymentClaims.id, name)) : null;
    case 'charge-dispute':
      return isId(name) ? ownerOf(chargeDisputes, eq(chargeDisputes.id, name)) : null;
    case 'payment': {
      const [provider = '', ...event] = rest;
      const isIt = and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, event.join(':')));
      const [row] = await database
        .select({ borrowerId: providerEvents.borrowerId })
        .from(providerEvents)
        .where(isIt);
      return row?.borrowerId ?? null;
    }
    case 'borrower': {
      const isIt = isId(name) ? eq(borrowers.id, name) : eq(borrowers.lenderBorrowerId, name);
      const [row] = await database.select({ id: borrowers.id }).from(borrowers).where(isIt);
      return row?.id ?? null;
    }
    default:
      return null;
  }
}

/** The borrower with our or the lender's id, or with a loan of this number; null for none. */
export async function borrowerNamed(database: Queryable, text: string): Promise<string | null> {
  if (isId(text)) return text;
  return (
    (await borrowerOfSubject(database, `borrower:${text}`)) ?? borrowerOfSubject(database, `loan:${text}`)
  );
}

export function listAudit(
  database: Queryable,
  {
    subject,
    personId,
    borrowerId,
    hasSearches = false,
    act,
    from,
    until,
    isLook,
    below,
    limit,
  }: {
    readonly subject?: string | undefined;
    readonly personId?: string | undefined;
    readonly borrowerId?: string | undefined;
    /** Whether searches that showed the borrower among others belong to the list. */
    readonly hasSearches?: boolean;
    readonly act?: string | undefined;
    readonly from?: Date | undefined;
    /** The first instant after the list. */
    readonly until?: Date | undefined;
    readonly isLook?: boolean;
    readonly below: number | null;
    readonly limit: number;
  },
): Promise<AuditEntry[]> {
  const isOfDays = from !== undefined || until !== undefined;
  const conditions: (SQL | undefined)[] = [
    subject === undefined ? undefined : eq(auditEntries.subject, subject),
    personId === undefined ? undefined : eq(auditEntries.personId, personId),
    borrowerId === undefined
      ? undefined
      : or(eq(auditEntries.borrowerId, borrowerId), hasSearches ? hasShown(borrowerId) : undefined),
    act === undefined ? undefined : eq(auditEntries.act, act),
    from && gte(auditEntries.at, from),
    until && lt(auditEntries.at, until),
    isLook === undefined ? undefined : (isLook ? inArray : notInArray)(auditEntries.act, [...lookActs]),
    below === null ? undefined : isBelow(below, isOfDays),
  ];
  return database
    .select({
      serialNumber: auditEntries.serialNumber,
      at: auditEntries.at,
      personId: auditEntries.personId,
      name: deskPeople.name,
      act: auditEntries.act,
      subject: auditEntries.subject,
      borrowerId: auditEntries.borrowerId,
      outcome: auditEntries.outcome,
      reason: auditEntries.reason,
      detail: auditEntries.detail,
    })
    .from(auditEntries)
    .leftJoin(deskPeople, eq(deskPeople.id, auditEntries.personId))
    .where(and(...conditions))
    .orderBy(...(isOfDays ? [desc(auditEntries.at)] : []), desc(auditEntries.serialNumber))
    .limit(limit);
}

/** The order of some days is that of their index: a page of a day long ago reads no day after it. */
function isBelow(serialNumber: number, isOfDays: boolean): SQL {
  if (!isOfDays) return lt(auditEntries.serialNumber, serialNumber);
  return sql`(${auditEntries.at}, ${auditEntries.serialNumber}) <
    ((select at from audit_entries where serial_number = ${serialNumber}), ${serialNumber}::bigint)`;
}

function hasShown(borrowerId: string): SQL {
  return sql`(${auditEntries.act} = 'searched' and ${searchedBorrowers(auditEntries)} ? ${borrowerId})`;
}

/** Newest acts of staff on a subject or a borrower, and beside them their newest looks, so that looks push no act out. */
export async function actsAndLooks(
  database: Queryable,
  of: { readonly subject: string } | { readonly borrowerId: string },
): Promise<AuditEntry[]> {
  const newest = (isLook: boolean, limit: number) =>
    listAudit(database, { ...of, isLook, below: null, limit });
  const [acts, looks] = await together(
    () => newest(false, 100),
    () => newest(true, 50),
  );
  return [...acts, ...looks];
}

/** What a person had shown of a borrower, and their contacts with the borrower, since a time, newest first. */
export function looksSince(
  database: Queryable,
  {
    personId,
    borrowerId,
    since,
  }: Readonly<Record<'personId' | 'borrowerId', string>> & { readonly since: Date },
) {
  return database
    .select({ at: auditEntries.at, act: auditEntries.act, detail: auditEntries.detail })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.borrowerId, borrowerId),
        eq(auditEntries.personId, personId),
        inArray(auditEntries.act, ['shown', 'contacted']),
        eq(auditEntries.outcome, 'done'),
        gt(auditEntries.at, since),
      ),
    )
    .orderBy(desc(auditEntries.serialNumber));
}

export type OfferName = Pick<LoanRow, 'borrowerId' | 'productId'>;

/** Ids of the staff who made or changed each offer, in the order of the offers. */
export async function offerMakers(database: Queryable, offers: readonly OfferName[]): Promise<string[][]> {
  if (offers.length === 0) return [];
  const subjectOf = ({ borrowerId }: OfferName) => `borrower:${borrowerId}`;
  const rows = await database
    .selectDistinct({
      personId: auditEntries.personId,
      subject: auditEntries.subject,
      productId: sql<string | null>`${auditEntries.detail} ->> 'productId'`,
    })
    .from(auditEntries)
    .where(
      and(
        inArray(auditEntries.subject, offers.map(subjectOf)),
        eq(auditEntries.act, putOffer.name),
        eq(auditEntries.outcome, 'done'),
      ),
    );
  return offers.map((offer) =>
    rows.flatMap(({ personId, subject, productId }) =>
      personId !== null && subject === subjectOf(offer) && productId === offer.productId ? [personId] : [],
    ),
  );
}

/** What a person moved alone since a time, in minor units: on one subject, and by these acts on all subjects. */
export async function movedSince(
  database: Queryable,
  {
    personId,
    acts,
    subject,
    currency,
    since,
  }: {
    readonly personId: string;
    readonly acts: readonly string[];
    readonly subject: string;
    readonly currency: Currency;
    readonly since: Date;
  },
): Promise<{ readonly onOne: number; readonly ofKind: number }> {
  const { detail } = auditEntries;
  const isOfDay = and(
    eq(auditEntries.personId, personId),
    eq(auditEntries.outcome, 'done'),
    gte(auditEntries.at, since),
    sql`${detail} ? 'movedMinor'`,
  );
  const sumOf = async (isIts: SQL) => {
    const [row] = await database
      .select({ movedMinor: sql<string>`coalesce(sum((${detail} ->> 'movedMinor')::bigint), 0)::text` })
      .from(auditEntries)
      .where(and(isOfDay, isIts));
    return Number(row?.movedMinor ?? 0);
  };
  const isOfCurrency = sql`coalesce(${detail} ->> 'currency', ${currency}) = ${currency}`;
  return {
    onOne: await sumOf(eq(auditEntries.subject, subject)),
    ofKind: await sumOf(sql`${inArray(auditEntries.act, [...acts])} and ${isOfCurrency}`),
  };
}
