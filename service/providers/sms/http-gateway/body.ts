import type { SmsMessage } from '../../ports/sms.ts';
import type { RegisteredText } from '../registered-text.ts';

/**
 * The request body that a gateway expects. `{to}` (with the plus), `{toDigits}`, `{text}`, `{messageId}`, `{code}`, `{amount}`,
 * `{purpose}`, `{language}`, `{template}` (the id of its registered text) and `{senderId}` are filled in.
 */
export interface SmsBodyTemplate {
  readonly contentType: string;
  readonly template: string;
}

const placeholder = /\{(to|toDigits|text|messageId|code|amount|purpose|language|template|senderId)\}/g;

const escapes: Readonly<Record<string, (value: string) => string>> = {
  'application/json': (value) => JSON.stringify(value).slice(1, -1),
  'application/x-www-form-urlencoded': encodeURIComponent,
};

function escapeOf(contentType: string): ((value: string) => string) | undefined {
  return escapes[contentType.split(';')[0]?.trim().toLowerCase() ?? ''];
}

/** Describes what is wrong with a template, for the check of settings at start; null for a valid one. */
export function smsBodyProblem({ contentType, template }: SmsBodyTemplate): string | null {
  if (!escapeOf(contentType)) return 'must be application/json or application/x-www-form-urlencoded';
  const named = new Set([...template.matchAll(placeholder)].map((match) => match[1]));
  if (!named.has('text') && !(named.has('template') && named.has('code'))) {
    return 'must contain {text}, or {template} and {code}';
  }
  if (!named.has('to') && !named.has('toDigits')) return 'must contain {to} or {toDigits}';
  if (!contentType.toLowerCase().startsWith('application/json')) return null;
  try {
    JSON.parse(template.replace(placeholder, 'x'));
    return null;
  } catch {
    return 'must be JSON, with the placeholders inside its strings';
  }
}

export function namesTemplate({ template }: SmsBodyTemplate): boolean {
  return template.includes('{template}');
}

/** Escapes each value for the content type. @throws Error for a type that `smsBodyProblem` refuses. */
export function fillSmsBody(
  { contentType, template }: SmsBodyTemplate,
  { messageId, to, purpose, language, values }: SmsMessage,
  { id, text }: RegisteredText,
  senderId: string,
): string {
  const escapeValue = escapeOf(contentType);
  if (!escapeValue) throw new Error('the body of the SMS gateway has an unknown type');
  const filled: Readonly<Record<string, string>> = {
    to,
    toDigits: to.replace(/\D/g, ''),
    text,
    messageId,
    purpose,
    language,
    senderId,
    template: id,
    code: values.code,
    amount: values.amount,
  };
  return template.replace(placeholder, (_match, name: string) => escapeValue(filled[name] ?? ''));
}
