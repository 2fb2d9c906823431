import { CodedError } from '#domain/error-code.ts';
import { deskScreen } from '../desk-screen.tsx';

/** Answers every unknown path of the desk. */
export const notFound = deskScreen({
  path: '/desk/*',
  needs: 'see-overview',
  load: (): { readonly nothing?: never } => {
    throw new CodedError('not-found');
  },
  title: () => '',
  page: () => null,
});
