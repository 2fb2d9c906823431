import { CodedError } from '#domain/error-code.ts';
import { deskScreen } from '../desk-screen.tsx';

/** Every address below the desk's where nothing is. */
export const notFound = deskScreen({
  path: '/desk/*',
  needs: 'see-overview',
  load: (): { readonly nothing?: never } => {
    throw new CodedError('not-found');
  },
  title: () => '',
  page: () => null,
});
