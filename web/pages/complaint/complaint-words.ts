import { complaintStateText } from '#content/messages/complaint-states.ts';
import { complaintTypeText } from '#content/messages/complaint-types.ts';
import type { ComplaintType } from '#contract/calls/complaint.ts';
import { complaintStates } from '#domain/complaint/complaint.ts';
import type { Language } from '#domain/language.ts';
import type { Tone } from '#ui/tone.ts';

const tones: Readonly<Record<string, Tone>> = {
  'in-review': 'warn',
  answered: 'ok',
  closed: 'plain',
};

/** A state of a complaint in words; one that only the backend knows stays unchanged. */
export function stateWord(state: string, language: Language): string {
  const entry = complaintStates.find((each) => each === state);
  return entry ? complaintStateText[language][entry] : state;
}

/** What a type or subtype is called: the backend's word, else ours for its number, else the number. */
export function typeTitle({ title, typeId }: ComplaintType, language: Language): string {
  const entry: Readonly<Record<string, string>> = complaintTypeText[language];
  return title || entry[typeId] || typeId;
}

/** The colour of a state. */
export function stateTone(state: string): Tone {
  return tones[state] ?? 'brand';
}
