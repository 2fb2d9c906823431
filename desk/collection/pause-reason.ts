import { deskBatchText } from '#content/messages/desk-batch.ts';
import type { Language } from '#domain/language.ts';
import { readyReasons } from '#domain/matter/batch.ts';

/** Why a late loan was paused: a ready reason, which is kept by its code, in its reader's language; else what somebody wrote. */
export function pauseReason(written: string, language: Language): string {
  const ready = readyReasons.pause.find((each) => each === written);
  return ready ? deskBatchText[language][`reason-${ready}`] : written;
}
