import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { type Queryable, type Transaction, together } from '#db/database.ts';
import { borrowers, erasureRequests } from '#db/schema/borrower.ts';
import { complaintImages, complaints } from '#db/schema/complaint.ts';
import { deskNotes, deskPeople } from '#db/schema/desk.ts';
import { outboxEvents } from '#db/schema/event.ts';
import { loanFiles } from '#db/schema/loan.ts';
import { smsSends } from '#db/schema/sms.ts';
import type { LoanRow } from './loan.ts';

const messageLimit = 100;

type ToldLoan = Pick<LoanRow, 'id' | 'orderNumber' | 'borrowerId' | 'appliedAt'>;

/** Messages to the lender's systems and the borrower about loans of one borrower, newest first. */
export async function messagesOf(database: Queryable, ...loansOf: readonly [ToldLoan, ...ToldLoan[]]) {
  const [loan] = loansOf;
  const since = new Date(Math.min(...loansOf.map(({ appliedAt }) => appliedAt.getTime())));
  const [events, texts] = await together(
    () =>
      database
        .select({
          at: outboxEvents.occurredAt,
          about: outboxEvents.type,
          state: outboxEvents.state,
          loanId: outboxEvents.subjectId,
        })
        .from(outboxEvents)
        .where(
          inArray(
            outboxEvents.subjectId,
            loansOf.map(({ id }) => id),
          ),
        )
        .orderBy(desc(outboxEvents.serialNumber))
        .limit(messageLimit),
    () =>
      database
        .select({
          at: smsSends.sentAt,
          about: smsSends.purpose,
          state: sql<string>`coalesce(${smsSends.deliveryState}, ${smsSends.outcome})`,
        })
        .from(smsSends)
        .where(and(eq(smsSends.borrowerId, loan.borrowerId), gt(smsSends.sentAt, since)))
        .orderBy(desc(smsSends.sentAt))
        .limit(messageLimit),
  );
  const numberOf = new Map(loansOf.map(({ id, orderNumber }) => [id, orderNumber]));
  return [
    ...events.map(({ at, about, state, loanId }) => ({
      ...{ at, about, words: `event-${state}`, orderNumber: numberOf.get(loanId) ?? null },
    })),
    ...texts.map(({ at, about, state }) => ({ at, about, words: `sms-${state}`, orderNumber: null })),
  ];
}

const noteLimit = 100;

/** Notes and contacts of a borrower, or only those of one loan if `id` is given; newest first. */
export async function notesOf(
  database: Queryable,
  of: { readonly id?: string; readonly borrowerId: string },
) {
  const notes = await database
    .select({
      kind: deskNotes.kind,
      text: deskNotes.text,
      isPinned: deskNotes.isPinned,
      writtenAt: deskNotes.writtenAt,
      personId: deskNotes.personId,
      personName: deskPeople.name,
      loanId: deskNotes.loanId,
      result: deskNotes.result,
      promisedOn: deskNotes.promisedOn,
      promisedMinor: deskNotes.promisedMinor,
      promise: deskNotes.promise,
      pausedUntil: deskNotes.pausedUntil,
    })
    .from(deskNotes)
    .innerJoin(deskPeople, eq(deskPeople.id, deskNotes.personId))
    .where(
      and(
        eq(deskNotes.borrowerId, of.borrowerId),
        of.id === undefined ? undefined : eq(deskNotes.loanId, of.id),
      ),
    )
    .orderBy(desc(deskNotes.writtenAt), desc(deskNotes.id))
    .limit(noteLimit);
  return notes.map(({ promisedOn: on, promisedMinor: amountMinor, promise: state, ...note }) => ({
    ...note,
    promise: on === null || amountMinor === null || state === null ? null : { on, amountMinor, state },
  }));
}

/** Stores a note once per id. */
export async function insertNote(
  transaction: Transaction,
  note: typeof deskNotes.$inferInsert,
): Promise<boolean> {
  const rows = await transaction
    .insert(deskNotes)
    .values(note)
    .onConflictDoNothing({ target: deskNotes.id })
    .returning({ id: deskNotes.id });
  return rows.length > 0;
}

const fileLimit = 50;

/** A borrower's market, phone number and waiting erasure request. */
export async function findCase(database: Queryable, borrowerId: string) {
  const [row] = await database
    .select({
      borrowerId: borrowers.id,
      market: borrowers.market,
      mobilePhone: borrowers.mobilePhone,
      erasure: { requestedAt: erasureRequests.requestedAt, earliestOn: erasureRequests.earliestOn },
    })
    .from(borrowers)
    .leftJoin(
      erasureRequests,
      and(eq(erasureRequests.borrowerId, borrowers.id), sql`${erasureRequests.state} = 'waiting'`),
    )
    .where(eq(borrowers.id, borrowerId));
  return row;
}

export function filesOf(database: Queryable, borrowerId: string, loanIds: readonly string[]) {
  if (loanIds.length === 0) return Promise.resolve([]);
  return database
    .select({
      loanId: loanFiles.loanId,
      kind: loanFiles.kind,
      number: loanFiles.number,
      hash: loanFiles.hash,
      madeAt: loanFiles.madeAt,
    })
    .from(loanFiles)
    .where(and(eq(loanFiles.borrowerId, borrowerId), inArray(loanFiles.loanId, [...loanIds])))
    .orderBy(loanFiles.loanId, loanFiles.kind)
    .limit(fileLimit);
}

export function imagesOfComplaints(database: Queryable, borrowerId: string) {
  return database
    .select({ folio: complaints.folio, name: complaintImages.name, uploadedAt: complaintImages.uploadedAt })
    .from(complaintImages)
    .innerJoin(complaints, eq(complaints.id, complaintImages.complaintId))
    .where(eq(complaintImages.borrowerId, borrowerId))
    .orderBy(desc(complaintImages.uploadedAt))
    .limit(fileLimit);
}
