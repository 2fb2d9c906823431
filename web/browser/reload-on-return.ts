import { isTyped, typedFields } from './typed-fields.ts';

/** Reloads a page that the browser restored from memory, so that going back never shows an old amount due. */
export function reloadOnReturn(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !typedFields().some(isTyped)) location.reload();
  });
}
