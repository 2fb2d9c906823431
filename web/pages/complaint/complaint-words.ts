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

/** The state in words; an unknown one stays as the backend wrote it. */
export function stateWord(state: string, language: Language): string {
  const entry = complaintStates.find((each) => each === state);
  return entry ? complaintStateText[language][entry] : state;
}

/** The backend's name, else ours for the number, else the number. */
export function typeTitle({ title, typeId }: ComplaintType, language: Language): string {
  const entry: Readonly<Record<string, string>> = complaintTypeText[language];
  return title || entry[typeId] || typeId;
}

export function stateTone(state: string): Tone {
  return tones[state] ?? 'brand';
}
