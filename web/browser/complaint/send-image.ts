import { imageMaxBytes } from '#domain/complaint/complaint.ts';
import { shrinkImage } from '../shrink-image.ts';

/** Address of the uploaded image, or the backend's refusal; both empty if there was no answer. */
export interface SentImage {
  readonly address: string;
  readonly message: string;
}

const timeoutMs = 60_000;

/**
 * Shrinks an image, uploads it to the page's own server (COMP-3) and reports progress in percent. Never rejects.
 * @param tooLarge the words for a file that is not worth sending.
 */
export async function sendImage(
  link: string,
  file: File,
  {
    tooLarge,
    onProgress,
    signal,
  }: {
    readonly tooLarge: string;
    readonly onProgress: (percent: number) => void;
    readonly signal: AbortSignal;
  },
): Promise<SentImage> {
  const image = await shrinkImage(file);
  if (image.size > imageMaxBytes) return { address: '', message: tooLarge };
  if (signal.aborted) return { address: '', message: '' };
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', link);
    request.responseType = 'json';
    request.timeout = timeoutMs;
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(total && Math.round((loaded / total) * 100));
    request.onloadend = () => {
      const { address = '', message = '' } = (request.response ?? {}) as Partial<SentImage>;
      resolve({ address, message });
    };
    signal.onabort = () => request.abort();
    const body = new FormData();
    body.append('problemImage', image);
    request.send(body);
  });
}
