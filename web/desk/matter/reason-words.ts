import { deskBatchText } from '#content/messages/desk-batch.ts';
import type { Language } from '#domain/language.ts';
import { readyReasons } from '#domain/matter/batch.ts';

const everyReady = Object.values(readyReasons).flat();

/** Why something was done: a ready reason, which is kept by its code, in its reader's language; else what somebody wrote. */
export function reasonWords(written: string, language: Language): string {
  const ready = everyReady.find((each) => each === written);
  return ready ? deskBatchText[language][`reason-${ready}`] : written;
}
