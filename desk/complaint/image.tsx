import { CodedError } from '#domain/error-code.ts';
import { deskScreen } from '../desk-screen.tsx';
import { deskPaths } from '../paths.ts';

/** An image of a complaint or its answer, as itself; that it was opened stands in the log. */
export const complaintImage = deskScreen<{ readonly nothing?: never }>({
  path: deskPaths.complaintImage,
  needs: 'see-complaints',
  async load({ service, person, part }) {
    const bytes = await service.complaints.image(person, part('folio'), part('image'));
    if (!bytes) throw new CodedError('not-found');
    return new Response(bytes, {
      headers: {
        'Content-Type': 'image/jpeg',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      },
    });
  },
  title: () => '',
  page: () => null,
});
