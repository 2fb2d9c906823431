/** A body that never ends, and how much of it was taken. */
export interface CountedBody {
  readonly stream: ReadableStream<Uint8Array>;
  takenBytes(): number;
}

/** A body that begins as `start` and goes on without an end; not a byte is made before it is asked for. */
export function countedBody(start = ''): CountedBody {
  const piece = new Uint8Array(64 * 1024).fill(97);
  let taken = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = taken === 0 && start !== '' ? new TextEncoder().encode(start) : piece;
        taken += next.byteLength;
        controller.enqueue(next);
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, takenBytes: () => taken };
}

/** How a form with one file begins. */
export const multipartStart =
  '--b\r\nContent-Disposition: form-data; name="problemImage"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';

/** The headers of that form. */
export const multipartHeaders = { 'Content-Type': 'multipart/form-data; boundary=b' };
