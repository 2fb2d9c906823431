import { imageMaxBytes } from '#domain/complaint/complaint.ts';
import { shrinkImage } from '../shrink-image.ts';

/** What became of an image that was sent: its address, or the backend's words; both empty where nothing was answered. */
export interface SentImage {
  readonly address: string;
  readonly message: string;
}

const timeoutMs = 60_000;

/**
 * Sends one image, made small, to the page's own server (COMP-3) and tells how far it is, in percent. Never rejects;
 * `tooLarge` is what is said of one that is not worth sending.
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
