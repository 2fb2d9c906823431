import { imageMaxBytes } from '#domain/complaint/complaint.ts';

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

/** Files the backend takes; any other, HEIC for instance, is worth turning into one where the device can read it. */
const takenTypes = /^image\/(jpeg|png|webp)$/;
/** Below this a taken file is sent unchanged. */
const smallBytes = 1_000_000;
/** Beyond this the telephone might not bear decoding it. */
const largeBytes = 24_000_000;
const keptSidePx = 2400;

/**
 * A photo small enough for a bad network: a JPEG of at most 2400 pixels a side. The file itself where it is small already,
 * where the device cannot read or write it, or where nothing would be gained.
 */
async function shrinkImage(file: File): Promise<Blob> {
  if (file.size > largeBytes || (takenTypes.test(file.type) && file.size < smallBytes)) return file;
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, keptSidePx / Math.max(image.width, image.height));
    const canvas = document.createElement('canvas');
    canvas.width = image.width * scale;
    canvas.height = image.height * scale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const shrunk = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
    return shrunk && (shrunk.size < file.size || !takenTypes.test(file.type)) ? shrunk : file;
  } catch {
    return file;
  }
}
