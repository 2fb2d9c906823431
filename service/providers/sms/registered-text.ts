import { codePurposes, type SendPurpose } from '#domain/sms/send-limit.ts';
import type { SmsMessage } from '../ports/sms.ts';

export interface RegisteredText {
  /** Template id of India's DLT or of WhatsApp; empty if the gateway recognises texts by their words. */
  readonly id: string;
  /** With `{code}`, `{amount}`, `{appName}` and `{originLine}` to fill in; empty for our own words. */
  readonly text: string;
}

/** Registered texts by purpose and language (ISO 639-1), the one for other languages first. */
export type RegisteredTexts = Readonly<
  Partial<Record<SendPurpose, Readonly<Record<string, RegisteredText>>>>
>;

const placeholder = /\{(\w+)\}/g;
const gaps: Readonly<Record<SendPurpose, readonly string[]>> = {
  'card-payment': ['code', 'amount', 'appName', 'originLine'],
  registration: ['code', 'appName', 'originLine'],
  reminder: ['amount', 'date', 'loan', 'appName'],
  'loan-message': ['loan', 'reference', 'appName'],
  'phone-code': ['code', 'appName', 'originLine'],
  'phone-notice': ['date', 'link', 'appName'],
};

const isOfCode = (purpose: SendPurpose) => codePurposes.some((each) => each === purpose);

/** What is wrong with a text for a purpose, an English sentence for the start-up check; null when it can be used. */
export function registeredTextProblem(purpose: SendPurpose, { id, text }: RegisteredText): string | null {
  if (text === '') return id === '' ? 'a text needs an id, words or both' : null;
  const named = [...text.matchAll(placeholder)].map((match) => match[1] ?? '');
  if (isOfCode(purpose) && !named.includes('code')) return `a text for ${purpose} must contain {code}`;
  const odd = named.find((name) => !gaps[purpose].includes(name));
  return odd === undefined ? null : `a text for ${purpose} has no {${odd}}`;
}

/** The id and the words of a message: the registered ones of its language, else the first of its purpose, else our own. */
export function registeredTextOf(
  texts: RegisteredTexts,
  { purpose, language, text, values }: SmsMessage,
): RegisteredText {
  const ofPurpose = texts[purpose] ?? {};
  const typed = ofPurpose[language] ?? Object.values(ofPurpose)[0];
  if (!typed) return { id: '', text };
  const words = typed.text.replace(placeholder, (_match, name: keyof typeof values) => values[name] ?? '');
  return { id: typed.id, text: words || text };
}
