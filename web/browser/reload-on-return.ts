import { isTyped, typedFields } from './typed-fields.ts';

/** Loads a page again that the browser kept as it was, so that going back after a payment never shows what was owed before. */
export function reloadOnReturn(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !typedFields().some(isTyped)) location.reload();
  });
}
