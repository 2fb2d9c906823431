import { CodedError } from '#domain/error-code.ts';
import { deskScreen } from '../desk-screen.tsx';
import { deskPaths } from '../paths.ts';
import { photoResponse } from '../photo-answer.ts';

/** An image of a complaint or its answer, as itself; that it was opened stands in the log. */
export const complaintImage = deskScreen<{ readonly nothing?: never }>({
  path: deskPaths.complaintImage,
  needs: 'see-complaints',
  async load({ service, person, part }) {
    const bytes = await service.complaints.image(person, part('folio'), part('image'));
    if (!bytes) throw new CodedError('not-found');
    return photoResponse(bytes);
  },
  title: () => '',
  page: () => null,
});
