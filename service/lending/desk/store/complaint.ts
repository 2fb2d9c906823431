import { and, eq, lt } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { complaints } from '#db/schema/complaint.ts';
import { deskDrafts } from '#db/schema/desk.ts';

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

export function earlierComplaints(
  database: Queryable,
  { borrowerId, serialNumber }: { readonly borrowerId: string; readonly serialNumber: number },
): Promise<number> {
  return database.$count(
    complaints,
    and(eq(complaints.borrowerId, borrowerId), lt(complaints.serialNumber, serialNumber)),
  );
}
