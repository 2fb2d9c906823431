import { deskBatchText } from '#content/messages/desk-batch.ts';
import type { Language } from '#domain/language.ts';
import { readyReasons } from '#domain/matter/batch.ts';

const everyReady = Object.values(readyReasons).flat();

/** A reason for readers: a predefined one in their language, otherwise as written. */
export function reasonWords(written: string, language: Language): string {
  const ready = everyReady.find((each) => each === written);
  return ready ? deskBatchText[language][`reason-${ready}`] : written;
}
