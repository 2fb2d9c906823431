import { orphanImageHours } from '#domain/complaint/complaint.ts';

/** What a borrower has written and uploaded and not yet sent (COMP-4). */
export interface StoredDraft {
  readonly content: string;
  /** Addresses of uploaded images, without anything of the session. */
  readonly images: readonly string[];
}

/** The part of `localStorage` that a draft needs. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

interface DatedDraft extends StoredDraft {
  /** When the oldest of its images may have been uploaded. */
  readonly imagesSince: number;
}

const imagesLifeMs = (orphanImageHours - 1) * 60 * 60 * 1000;

/** The draft of a user, so that the next one on the same telephone does not see it. */
function keyOf(userId: string): string {
  return `complaint ${userId}`;
}

/**
 * The draft a user left; its images only while the backend still has them. Null when there is none, or when the browser
 * keeps nothing.
 */
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

/** Keeps what changed of a draft, or forgets it once it is empty; a browser that keeps nothing is no error. */
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

/** Forgets everything once a complaint is filed (COMP-4). */
export function clearDrafts(storage: DraftStorage | null): void {
  try {
    storage?.clear();
  } catch {
    // As above: then there is nothing to forget.
  }
}

/** The browser's own store; null where it is withheld. */
export function browserStorage(): DraftStorage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
