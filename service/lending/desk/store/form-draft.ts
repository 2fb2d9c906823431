import { and, desc, eq, gt } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { deskFormDrafts } from '#db/schema/desk.ts';

export async function insertFormDraft(
  database: Queryable,
  draft: typeof deskFormDrafts.$inferInsert,
): Promise<void> {
  await database.insert(deskFormDrafts).values(draft);
}

const ofPage = ({ personId, page }: { readonly personId: string; readonly page: string }) =>
  and(eq(deskFormDrafts.personId, personId), eq(deskFormDrafts.page, page));

/** A draft of a page that has not expired; the newest one for the id null. */
export async function findFormDraft(
  database: Queryable,
  of: { readonly personId: string; readonly page: string; readonly id: string | null; readonly now: Date },
): Promise<string | undefined> {
  const [draft] = await database
    .select({ sealed: deskFormDrafts.sealed })
    .from(deskFormDrafts)
    .where(
      and(
        ofPage(of),
        gt(deskFormDrafts.expiresAt, of.now),
        of.id === null ? undefined : eq(deskFormDrafts.id, of.id),
      ),
    )
    .orderBy(desc(deskFormDrafts.expiresAt), desc(deskFormDrafts.id))
    .limit(1);
  return draft?.sealed;
}

export async function deleteFormDrafts(
  database: Queryable,
  of: { readonly personId: string; readonly page: string },
): Promise<void> {
  await database.delete(deskFormDrafts).where(ofPage(of));
}
