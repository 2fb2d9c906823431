import { redirect } from 'react-router';

/**
 * Leaves for another screen as a new document, so that it brings its own styles and script.
 * `isReplacing` puts it in the place of the page that was submitted (CONFIRM-4); without script a browser keeps both.
 */
export function leaveTo(link: string, { isReplacing }: { readonly isReplacing: boolean }): Response {
  const response = redirect(link, 303);
  response.headers.set('X-Remix-Reload-Document', 'true');
  if (isReplacing) response.headers.set('X-Remix-Replace', 'true');
  return response;
}
