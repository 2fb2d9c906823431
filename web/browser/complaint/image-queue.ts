import { complaintImagesMax } from '#domain/complaint/complaint.ts';
import type { SentImage } from './send-image.ts';

export interface ImageTile {
  readonly id: number;
  /** Address at the backend; empty until the image is uploaded. */
  readonly address: string;
  /** Null if the browser may not show it. */
  readonly previewAddress: string | null;
  readonly percent: number;
  /** Why the upload failed where a retry may help; empty otherwise. */
  readonly failure: string;
}

export interface RefusedFile {
  readonly name: string;
  readonly reason: string;
}

export type UploadedImage = Pick<ImageTile, 'address' | 'previewAddress'>;

export interface ImageQueue {
  tiles(): readonly ImageTile[];
  refused(): readonly RefusedFile[];
  subscribe(listener: () => void): () => void;
  restore(images: readonly UploadedImage[]): void;
  /** Uploads the files one after the other; ignores those beyond nine (COMP-2). */
  add(files: Iterable<File>): void;
  retry(id: number): void;
  remove(id: number): void;
}

export interface QueueSurroundings {
  send(
    file: File,
    options: { readonly onProgress: (percent: number) => void; readonly signal: AbortSignal },
  ): Promise<SentImage>;
  preview(file: File): string;
  /** Reports the end of an upload: empty for success, else why it failed. */
  tell(failure: string): void;
  /** Used where the backend gave no reason. */
  readonly failureText: string;
}

/**
 * Creates the queue. Each image is uploaded by itself, so that a failure costs only that one; a refused file is dropped, since a
 * retry would not help.
 */
export function createImageQueue(
  initial: readonly UploadedImage[],
  { send, preview, tell, failureText }: QueueSurroundings,
): ImageQueue {
  const listeners = new Set<() => void>();
  const files = new Map<number, { readonly file: File; readonly controller: AbortController }>();
  let lastId = 0;
  let uploads = Promise.resolve();
  let tiles: readonly ImageTile[] = initial.map(tileOf);
  let refused: readonly RefusedFile[] = [];

  function tileOf(image: UploadedImage): ImageTile {
    lastId += 1;
    return { ...image, id: lastId, percent: 0, failure: '' };
  }
  function set(next: readonly ImageTile[]): void {
    tiles = next;
    for (const listener of listeners) listener();
  }
  function change(id: number, facts: Partial<ImageTile>): void {
    set(tiles.map((tile) => (tile.id === id ? { ...tile, ...facts } : tile)));
  }
  async function upload(id: number): Promise<void> {
    const held = files.get(id);
    if (!held) return;
    const { address, message } = await send(held.file, {
      onProgress: (percent) => change(id, { percent }),
      signal: held.controller.signal,
    });
    if (!files.has(id)) return;
    const failure = address ? '' : message || failureText;
    if (address || message) files.delete(id);
    if (!address && message) {
      refused = [...refused, { name: held.file.name, reason: message }];
      set(tiles.filter((tile) => tile.id !== id));
    } else {
      change(id, { address, failure });
    }
    tell(failure);
  }
  function enqueue(id: number): void {
    uploads = uploads.then(() => upload(id));
  }

  return {
    tiles: () => tiles,
    refused: () => refused,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    restore: (images) => set(images.map(tileOf)),
    add(added) {
      const chosen = [...added].slice(0, complaintImagesMax - tiles.length).map((file) => {
        const tile = tileOf({ address: '', previewAddress: preview(file) });
        files.set(tile.id, { file, controller: new AbortController() });
        return tile;
      });
      refused = [];
      set([...tiles, ...chosen]);
      for (const { id } of chosen) enqueue(id);
    },
    retry(id) {
      change(id, { failure: '', percent: 0 });
      enqueue(id);
    },
    remove(id) {
      files.get(id)?.controller.abort();
      files.delete(id);
      set(tiles.filter((tile) => tile.id !== id));
    },
  };
}
