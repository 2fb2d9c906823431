import { and, asc, count, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { complaintImages } from '#db/schema/complaint.ts';

/** Who sent an image, and to whose complaint. */
export interface ImageOwner {
  readonly borrowerId: string;
  readonly sentBy: 'borrower' | 'host';
}

/** Keeps the name of an image that no complaint has taken up yet. */
export async function insertImage(
  database: Database,
  name: string,
  { borrowerId, sentBy }: ImageOwner,
  uploadedAt: Date,
): Promise<void> {
  await database.insert(complaintImages).values({ name, borrowerId, sentBy, uploadedAt });
}

/** How many images of an owner no complaint has taken up. */
export async function countLooseImages(
  database: Database,
  { borrowerId, sentBy }: ImageOwner,
): Promise<number> {
  const [row] = await database
    .select({ loose: count() })
    .from(complaintImages)
    .where(
      and(
        isNull(complaintImages.complaintId),
        eq(complaintImages.borrowerId, borrowerId),
        eq(complaintImages.sentBy, sentBy),
      ),
    );
  return row?.loose ?? 0;
}

/** Gives images to a complaint in the order of their names, and says whether all were the owner's and loose. */
export async function takeUpImages(
  tx: Database,
  names: readonly string[],
  owner: ImageOwner,
  complaintId: string,
): Promise<boolean> {
  for (const [position, name] of names.entries()) {
    const taken = await tx
      .update(complaintImages)
      .set({ complaintId, position })
      .where(
        and(
          eq(complaintImages.name, name),
          eq(complaintImages.borrowerId, owner.borrowerId),
          eq(complaintImages.sentBy, owner.sentBy),
          isNull(complaintImages.complaintId),
        ),
      )
      .returning({ name: complaintImages.name });
    if (taken.length === 0) return false;
  }
  return true;
}

/** The images of complaints, in the order they were sent. */
export function imagesOfComplaints(database: Database, complaintIds: readonly string[]) {
  return database
    .select({
      name: complaintImages.name,
      complaintId: complaintImages.complaintId,
      sentBy: complaintImages.sentBy,
    })
    .from(complaintImages)
    .where(inArray(complaintImages.complaintId, [...complaintIds]))
    .orderBy(asc(complaintImages.position));
}

/** Whether an image is of a borrower's complaints, loose ones included. */
export async function isImageOf(database: Database, borrowerId: string, name: string): Promise<boolean> {
  const rows = await database
    .select({ name: complaintImages.name })
    .from(complaintImages)
    .where(and(eq(complaintImages.name, name), eq(complaintImages.borrowerId, borrowerId)));
  return rows.length > 0;
}

/** Forgets the images that were loose already at an instant, and gives their names. */
export async function forgetLooseImages(database: Database, before: Date): Promise<string[]> {
  const rows = await database
    .delete(complaintImages)
    .where(and(isNull(complaintImages.complaintId), lt(complaintImages.uploadedAt, before)))
    .returning({ name: complaintImages.name });
  return rows.map(({ name }) => name);
}

/** Those of the names that belong to an image. */
export async function knownNames(database: Database, names: readonly string[]): Promise<Set<string>> {
  const rows = await database
    .select({ name: complaintImages.name })
    .from(complaintImages)
    .where(inArray(complaintImages.name, [...names]));
  return new Set(rows.map(({ name }) => name));
}
