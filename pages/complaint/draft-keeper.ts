import { type RefObject, useEffect, useState } from 'react';
import { type PageQuery, screenLink } from '#contract/page-query.ts';
import { keepDraft, readDraft } from './complaint-draft.ts';
import type { ImageQueue, ImageTile } from './image-queue.ts';

/**
 * Brings back what was written and uploaded before the page was left, and keeps it from then on (COMP-4). `keep` is to be
 * called when the text changes; `isScripted` is true once script is at work.
 */
export function useDraft(
  area: RefObject<HTMLTextAreaElement | null>,
  queue: ImageQueue,
  tiles: readonly ImageTile[],
  query: PageQuery,
): { readonly isScripted: boolean; readonly keep: () => void } {
  const [isScripted, setIsScripted] = useState(false);
  const keep = () => {
    const images = queue.tiles().flatMap(({ address }) => (address ? [address] : []));
    keepDraft(query.userId, { content: area.current?.value ?? '', images }, localStorage, Date.now());
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page stands.
  useEffect(() => {
    const draft = readDraft(query.userId, localStorage, Date.now());
    if (draft && area.current?.value === '') {
      area.current.value = draft.content;
    }
    if (draft && queue.tiles().length === 0) {
      queue.restore(draft.images.map((address) => ({ address, shown: ownImage(address, query) })));
    }
    // What was written or chosen before script was there counts as written and chosen now.
    area.current?.dispatchEvent(new Event('input', { bubbles: true }));
    setIsScripted(true);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the images change.
  useEffect(() => {
    if (isScripted) keep();
  }, [tiles]);
  return { isScripted, keep };
}

/** An image of our own service needs the session in its address. */
function ownImage(address: string, query: PageQuery): string {
  return address.startsWith('/') ? screenLink(address, query) : address;
}
