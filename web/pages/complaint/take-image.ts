import type { SentImage } from '#browser/complaint/send-image.ts';
import { resource } from '../screen.tsx';
import { complaintPaths } from './complaint-paths.ts';
import { receiveForm, requireSender } from './received-images.ts';

/** Uploads one image for script and answers with its address or the refusal (COMP-3). */
export const takeImage = resource({
  path: () => complaintPaths.image,
  async post(open) {
    await requireSender(open);
    const { images, problem } = await receiveForm(open, 1);
    const address = images[0] ?? '';
    const message = address ? '' : (problem?.message ?? '');
    const answer: SentImage = { address, message };
    return Response.json(answer, {
      status: address ? 200 : problem?.kind === 'service-unavailable' ? 503 : 422,
      headers: { 'Cache-Control': 'no-store' },
    });
  },
});
