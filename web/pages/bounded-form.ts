/**
 * Reads a form into memory up to `maxBytes`; reads nothing if its announced length exceeds that.
 * @throws Error for a body that is no form.
 */
export async function boundedForm(request: Request, maxBytes: number): Promise<FormData | 'too-large'> {
  const { headers, body } = request;
  const length = headers.get('Content-Length');
  if (length !== null && !headers.has('Transfer-Encoding')) {
    return Number(length) > maxBytes ? 'too-large' : request.formData();
  }
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  // Left uncancelled when reading stops: the server reads the rest.
  for await (const piece of body?.values({ preventCancel: true }) ?? []) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) return 'too-large';
    pieces.push(piece);
  }
  const type = headers.get('Content-Type') ?? '';
  return new Response(new Blob(pieces), { headers: { 'Content-Type': type } }).formData();
}
