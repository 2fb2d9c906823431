import { sendComplaintImage } from '#contract/calls/complaint.ts';
import { smallImage } from '#fixtures/images.ts';
import {
  credentials,
  type LendingService,
  send,
  type TestAnswer,
  type TestSession,
} from './lending-service.ts';

/** A complaint that is whole: about no order, of a type without subtypes. */
export const wholeDraft = {
  typeId: '2',
  subtypeId: null,
  content: 'Pagué dos veces el mismo recibo.',
  images: [],
  orderNumber: null,
} as const;

/** Sends a file as the pages do, multipart with the field `problemImage`. */
export function sendImage(
  service: { readonly api: Parameters<typeof send>[0] },
  session: TestSession | undefined,
  bytes: Uint8Array,
  { fileName = 'foto.jpg', contentType = 'image/jpeg', field = 'problemImage' } = {},
): Promise<TestAnswer> {
  const body = new FormData();
  body.append(field, new File([new Uint8Array(bytes)], fileName, { type: contentType }));
  return send(
    service.api,
    new Request(`http://lender.test${sendComplaintImage.path}`, {
      method: 'POST',
      headers: credentials(session),
      body,
    }),
  );
}

/** Uploads the small photo and gives its address. */
export async function uploadedImage(
  service: Parameters<typeof sendImage>[0],
  session: TestSession,
): Promise<string> {
  const { status, body } = await sendImage(service, session, smallImage('jpeg'));
  if (status !== 200) throw new Error(`upload refused with ${status} ${body.code}`);
  return (body.data as { url: string }).url;
}

/** Asks for an image by its address, as an `<img>` with the session in its address does. */
export async function openImage(
  service: LendingService,
  address: string,
  session?: TestSession,
): Promise<Response> {
  const url = new URL(address, 'http://lender.test');
  if (session) {
    url.searchParams.set('sessionId', session.sessionId);
    url.searchParams.set('deviceId', session.deviceId);
  }
  return service.api.fetch(new Request(url));
}
