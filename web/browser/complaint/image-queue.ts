import { complaintImagesMax } from '#domain/complaint/complaint.ts';
import type { SentImage } from './send-image.ts';

/** An image of the complaint being written. */
export interface ImageTile {
  readonly id: number;
  /** Where the backend keeps it; empty until it is uploaded. */
  readonly address: string;
  /** Where the browser finds a picture of it; null where it may not be shown. */
  readonly previewAddress: string | null;
  readonly percent: number;
  /** Why it was not uploaded, where nothing was answered and sending it again may help; empty while all is well. */
  readonly failure: string;
}

/** A file that was refused, and so is no image of the complaint. */
export interface RefusedFile {
  readonly name: string;
  readonly reason: string;
}

/** An image that is uploaded already. */
export type UploadedImage = Pick<ImageTile, 'address' | 'previewAddress'>;

/** The images of a page with script and their uploads. */
export interface ImageQueue {
  tiles(): readonly ImageTile[];
  /** What was refused since files were last chosen. */
  refused(): readonly RefusedFile[];
  /** Hears of every change until the function it returns is called. */
  subscribe(listener: () => void): () => void;
  /** Shows images that are uploaded already in place of those that are there. */
  restore(images: readonly UploadedImage[]): void;
  /** Uploads files one after the other; those beyond nine are ignored (COMP-2). */
  add(files: Iterable<File>): void;
  retry(id: number): void;
  /** Takes an image out, and stops its upload. */
  remove(id: number): void;
}

/** What the queue works with. */
export interface QueueSurroundings {
  send(
    file: File,
    options: { readonly onProgress: (percent: number) => void; readonly signal: AbortSignal },
  ): Promise<SentImage>;
  /** A picture of a file that is not uploaded yet. */
  preview(file: File): string;
  /** Told of each upload: empty when it arrived, else why it did not. */
  tell(failure: string): void;
  /** What to say where the backend said nothing. */
  readonly failureText: string;
}

/**
 * Keeps the images. Each is sent alone, so that on a bad network one at least arrives, and a failure takes nothing of the
 * others with it. One that is refused is taken out: sending it again would not help, and the complaint need not wait.
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
