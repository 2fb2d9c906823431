import { useState, useSyncExternalStore } from 'react';
import { imageMaxBytes } from '#domain/complaint/complaint.ts';
import { useToast } from '../ui/notice/toast.tsx';
import { createImageQueue, type ImageQueue, type ImageTile, type UploadedImage } from './image-queue.ts';
import { sendImage } from './send-image.ts';
import { shrinkImage } from './shrink-image.ts';

/** The queue of a page's images, which lives as long as the page, and its images as they are now. */
export function useImageQueue(
  initial: readonly UploadedImage[],
  {
    text,
    uploadLink,
  }: {
    readonly text: Readonly<Record<'uploaded' | 'notUploaded' | 'imageTooLarge', string>>;
    readonly uploadLink: string;
  },
): { readonly queue: ImageQueue; readonly tiles: readonly ImageTile[] } {
  const showToast = useToast();
  const [queue] = useState(() =>
    createImageQueue(initial, {
      async send(file, options) {
        const image = await shrinkImage(file);
        if (image.size > imageMaxBytes) return { address: '', message: text.imageTooLarge };
        return sendImage(uploadLink, image, options);
      },
      preview: (file) => URL.createObjectURL(file),
      tell: (failure) => showToast(failure || text.uploaded),
      failureText: text.notUploaded,
    }),
  );
  return { queue, tiles: useSyncExternalStore(queue.subscribe, queue.tiles, queue.tiles) };
}
