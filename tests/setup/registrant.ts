import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'drizzle-orm';
import { captchaQuestionWords } from '#content/messages/captcha-question.ts';
import type { Database } from '#db/database.ts';
import { defaultTemplateIds } from '#domain/registration/promotion-template.ts';
import type { Api } from '#lending/create-lending.ts';
import type { SmsInbox } from '#providers/sms/inbox.ts';
import { send, type TestAnswer } from './lending-service.ts';

const prefix = '/api/v2/youmi';

/** Numbers that no demo borrower has, one for each demo template. */
export const registrantPhones = { zh: '13800138000', es: '5548217736', en: '9876543210' } as const;

type WireFields = Readonly<Record<string, string>>;

/** A visitor of a promotion page, in wire names. */
export interface Registrant {
  readonly sid: string;
  /** The work that the registration began with. */
  readonly challenge: string;
  /** Asks for a captcha in words, as one who cannot see the image, and gives its answer. */
  solveCaptcha(): Promise<string>;
  /** Asks for a code with a proof of work, unless `fields` says otherwise. */
  sendCode(fields: WireFields): Promise<TestAnswer>;
  register(fields: WireFields): Promise<TestAnswer>;
}

/** A visitor who has just opened the landing page of a template, Mexico's unless given. */
export async function openLanding(
  api: Pick<Api, 'fetch'>,
  {
    language = 'es',
    phone,
  }: { readonly language?: keyof typeof registrantPhones; readonly phone?: string } = {},
): Promise<Registrant> {
  const id = defaultTemplateIds[language];
  const { body } = await get(api, 'promotion/get-sid', { id });
  const { sid, challenge } = body.data as { sid: string; challenge: string };
  let proof: Promise<string> | undefined;
  let nextChallenge = challenge;
  const own = { sid, deviceId: sid, id, phone: phone ?? registrantPhones[language], appName: 'Llano' };
  return {
    sid,
    challenge,
    async solveCaptcha() {
      const response = await captcha(api, { sid, a: '1', kind: 'question', id });
      return answerOf(await response.text(), language);
    },
    async sendCode(fields) {
      proof ??= proofOf(nextChallenge);
      const answer = await post(api, 'promotion/get-sms', { ...own, proof: await proof, ...fields });
      const next = (answer.body.data as { challenge?: string } | null)?.challenge;
      if (next) {
        nextChallenge = next;
        proof = undefined;
      }
      return answer;
    },
    register: (fields) => post(api, 'promotion/register', { ...own, userName: own.phone, ...fields }),
  };
}

/** A proof of the work of a challenge. */
export async function proofOf(text: string): Promise<string> {
  const challenge = JSON.parse(text) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** What answers a captcha in words. */
export function answerOf(question: string, language: keyof typeof registrantPhones): string {
  const { numbers, separator } = captchaQuestionWords[language];
  const words = (question.split(/[:：]/)[1] ?? '').replace(/[.。]$/, '').split(separator.trim());
  return words
    .map((word) => numbers.indexOf(word.trim() as never))
    .filter((index) => index >= 0)
    .map((index) => String(index + 2))
    .join('');
}

/** The code of the last message to the inbox. */
export function lastCode(inbox: Pick<SmsInbox, 'messages'>): string {
  return /\d{6}/.exec(inbox.messages()[0]?.text ?? '')?.[0] ?? '';
}

/** The codes that wait, since no work was proven for them, as if they had been asked for a minute earlier. */
export async function letCodesBeDue(database: Database): Promise<void> {
  await database.execute(sql`update waiting_codes set send_at = send_at - interval '1 minute'`);
}

/** A captcha as the browser asks for it. */
export async function captcha(api: Pick<Api, 'fetch'>, fields: WireFields): Promise<Response> {
  return api.fetch(requestFor('promotion/get-captcha', fields));
}

/** A promotion call without a body. */
export function get(api: Pick<Api, 'fetch'>, path: string, fields: WireFields): Promise<TestAnswer> {
  return send(api, requestFor(path, fields));
}

function post(api: Pick<Api, 'fetch'>, path: string, fields: WireFields): Promise<TestAnswer> {
  const body = new URLSearchParams(fields);
  return send(api, new Request(`http://lender.test${prefix}/${path}`, { method: 'POST', body }));
}

function requestFor(path: string, fields: WireFields): Request {
  return new Request(`http://lender.test${prefix}/${path}?${new URLSearchParams(fields)}`);
}
