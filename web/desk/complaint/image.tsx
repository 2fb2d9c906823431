import { deskPaths } from '../paths.ts';
import { photoScreen } from '../photo-screen.ts';

/** A photo of a complaint or of its answer. */
export const complaintImage = photoScreen({
  path: deskPaths.complaintImage,
  needs: 'see-complaints',
  read: ({ service, person, part }) => service.complaints.image(person, part('folio'), part('image')),
});
