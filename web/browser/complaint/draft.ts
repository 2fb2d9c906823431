import { orphanImageHours } from '#domain/complaint/complaint.ts';

/** What a borrower has written and uploaded but not sent (COMP-4). */
export interface StoredDraft {
  readonly content: string;
  /** Addresses of uploaded images, without the session. */
  readonly images: readonly string[];
}

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

interface DatedDraft extends StoredDraft {
  /** When the oldest image may have been uploaded, ms. */
  readonly imagesSince: number;
}

const imagesLifeMs = (orphanImageHours - 1) * 60 * 60 * 1000;

/** One draft a user: another user of the phone does not see it. */
function keyOf(userId: string): string {
  return `complaint ${userId}`;
}

/** The user's draft; its images only while the backend still has them. Null for none or if storage is blocked. */
export function readDraft(userId: string, storage: DraftStorage | null, now: number): StoredDraft | null {
  const draft = readKept(userId, storage);
  if (!draft) return null;
  return { content: draft.content, images: now - draft.imagesSince < imagesLifeMs ? draft.images : [] };
}

function readKept(userId: string, storage: DraftStorage | null): DatedDraft | null {
  try {
    const draft = JSON.parse(storage?.getItem(keyOf(userId)) ?? '') as DatedDraft;
    const { content, images, imagesSince } = draft;
    return { content: String(content), images: images.map(String), imagesSince: Number(imagesSince) };
  } catch {
    return null;
  }
}

/** Stores changes of a draft and deletes an empty one. Ignores blocked storage. */
export function keepDraft(
  userId: string,
  change: Partial<StoredDraft>,
  storage: DraftStorage | null,
  now: number,
): void {
  const before = readKept(userId, storage);
  const imagesSince = before && before.images.length > 0 ? before.imagesSince : now;
  const draft = { content: '', images: [], ...before, ...change, imagesSince } satisfies DatedDraft;
  try {
    if (draft.content === '' && draft.images.length === 0) storage?.removeItem(keyOf(userId));
    else storage?.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // Private browsing, or a full store: the page works on, only without a draft.
  }
}

export function clearDrafts(storage: DraftStorage | null): void {
  try {
    storage?.clear();
  } catch {
    // Storage is blocked, so there is no draft to delete.
  }
}

/** `localStorage`; null if it is blocked. */
export function browserStorage(): DraftStorage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
