import { deskPaths } from '../paths.ts';
import { photoScreen } from '../photo-screen.ts';

export const complaintImage = photoScreen({
  path: deskPaths.complaintImage,
  needs: 'see-complaints',
  read: ({ service, person, part }) => service.complaints.image(person, part('folio'), part('image')),
});
