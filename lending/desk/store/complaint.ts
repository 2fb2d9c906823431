import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { deskComplaintHolders, deskDrafts, deskPeople } from '#db/schema/desk.ts';

/** What somebody has written of an answer to a complaint and not sent. */
export async function findDraft(database: Queryable, personId: string, complaintId: string) {
  const [draft] = await database
    .select({
      text: deskDrafts.text,
      closesToo: deskDrafts.closesToo,
      images: deskDrafts.images,
      keptAt: deskDrafts.keptAt,
    })
    .from(deskDrafts)
    .where(and(eq(deskDrafts.personId, personId), eq(deskDrafts.complaintId, complaintId)));
  return draft;
}

export async function putDraft(
  transaction: Transaction,
  draft: typeof deskDrafts.$inferInsert,
): Promise<void> {
  const { personId: _personId, complaintId: _complaintId, ...written } = draft;
  await transaction
    .insert(deskDrafts)
    .values(draft)
    .onConflictDoUpdate({ target: [deskDrafts.personId, deskDrafts.complaintId], set: written });
}

export async function deleteDraft(
  transaction: Transaction,
  personId: string,
  complaintId: string,
): Promise<void> {
  await transaction
    .delete(deskDrafts)
    .where(and(eq(deskDrafts.personId, personId), eq(deskDrafts.complaintId, complaintId)));
}

/** Whom complaints were handed over to, by complaint. */
export async function holdersOf(
  database: Queryable,
  complaintIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly personId: string; readonly name: string }>> {
  if (complaintIds.length === 0) return new Map();
  const rows = await database
    .select({
      complaintId: deskComplaintHolders.complaintId,
      personId: deskPeople.id,
      name: deskPeople.name,
    })
    .from(deskComplaintHolders)
    .innerJoin(deskPeople, eq(deskPeople.id, deskComplaintHolders.personId))
    .where(inArray(deskComplaintHolders.complaintId, [...complaintIds]));
  return new Map(rows.map(({ complaintId, ...holder }) => [complaintId, holder]));
}

export async function putHolder(
  transaction: Transaction,
  holder: typeof deskComplaintHolders.$inferInsert,
): Promise<void> {
  const { complaintId: _complaintId, ...whom } = holder;
  await transaction
    .insert(deskComplaintHolders)
    .values(holder)
    .onConflictDoUpdate({ target: deskComplaintHolders.complaintId, set: whom });
}
