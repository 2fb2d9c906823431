/** Takes one image from a page with script and gives its address, or says why not (COMP-3). */
import { complaintNextText } from '#content/messages/complaint-next.ts';
import { openScreen } from '../open-screen.server.ts';
import type { Route } from './+types/take-image.ts';
import { receiveForm } from './received-images.server.ts';
import type { SentImage } from './send-image.ts';

/** There is nothing to see here. */
export function loader(): Response {
  return new Response(null, { status: 405, headers: { Allow: 'POST' } });
}

export async function action(args: Route.ActionArgs): Promise<Response> {
  const screen = openScreen(args);
  const text = complaintNextText[screen.language];
  const { images, problem } = await receiveForm(screen, args.request);
  const address = images[0] ?? '';
  const tooLarge = problem?.kind === 'image-too-large' ? text.imageTooLarge : '';
  const message = address ? '' : problem?.message || tooLarge;
  return Response.json({ address, message } satisfies SentImage, { status: address ? 200 : 422 });
}
