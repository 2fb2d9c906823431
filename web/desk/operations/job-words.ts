import { deskJobText, deskOperationsText } from '#content/messages/desk-operations.ts';
import { fill } from '#content/text-pack.ts';
import type { Language } from '#domain/language.ts';

/** A job in words; its name if there are none. */
export function jobWords(job: string, language: Language): string {
  const text = deskJobText[language];
  const provider = /^lists of (.+)$/.exec(job)?.[1];
  if (provider !== undefined) return fill(text['lists of'], { provider });
  return job in text ? text[job as keyof typeof text] : job;
}

/** Why the delivery of an event failed; an unknown reason is returned as it is. */
export function failureWords(failure: string | null, language: Language): string {
  const text = deskOperationsText[language];
  const status = /^answered (\d+)$/.exec(failure ?? '')?.[1];
  if (status !== undefined) return fill(text.answered, { status });
  const words = { stopped: text.stopped, 'timed out': text.timedOut, 'not reached': text.notReached };
  return words[failure as keyof typeof words] ?? failure ?? '';
}
