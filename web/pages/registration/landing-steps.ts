import { phoneFaultWords } from '#content/messages/phone-fault.ts';
import { registrationText } from '#content/messages/registration.ts';
import { waitText } from '#content/messages/wait.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import {
  readCaptcha,
  registerBorrower,
  requestRegistrationCode,
  startPromotionVisit,
  trackClick,
} from '#contract/calls/registration.ts';
import type { CallFailure } from '#contract/client.ts';
import { errorCodes } from '#contract/error-codes.ts';
import { type PhoneReading, readPhone } from '#domain/registration/read-phone.ts';
import {
  faultyField,
  type RegistrationFieldName,
  type RegistrationFields,
  type RegistrationIntent,
  registrationFields,
} from '#domain/registration/registration-form.ts';
import { resendWaitSeconds } from '#domain/sms/sms-code.ts';
import type { Problem } from '#ui/notice/problem-note.tsx';
import { type Again, fieldOf, type OpenScreen } from '../open-screen.ts';
import { problemOf, Refusal, statusOf } from '../problem.ts';
import { clientTypeOf, type OpenTemplate } from './open-template.ts';
import { promotionPaths } from './promotion-address.ts';

export type LandingText = TextsIn<typeof registrationText>;

/** An image by the time it was requested, a question, or passed once a code was sent. */
export type CaptchaView =
  | { readonly kind: 'image'; readonly requestedAtMs: number }
  | { readonly kind: 'question'; readonly question: string }
  | { readonly kind: 'passed' };

/** The last code; `phone` in digits only. */
export interface SentCode {
  readonly phone: string;
  readonly atMs: number;
}

/** Proof of work: the challenge as JSON text, and the proof left by script. */
export interface Work {
  readonly challenge: string;
  readonly proof: string;
}

const noWork: Work = { challenge: '', proof: '' };

export interface LandingAnswer {
  readonly registrationId: string;
  /** For the next code; empty without one. */
  readonly work: Work;
  readonly typed: RegistrationFields;
  readonly captcha: CaptchaView;
  readonly sent: SentCode | null;
  readonly news: string | null;
  readonly fault: { readonly field: RegistrationFieldName; readonly words: string } | null;
  readonly problem: Problem | null;
}

export const formFields = {
  intent: 'do',
  registrationId: 'sid',
  captchaKind: 'captchaKind',
  requestedAt: 'captchaAt',
  question: 'captchaQuestion',
  sentTo: 'sentTo',
  sentAt: 'sentAt',
  challenge: 'challenge',
  proof: 'proof',
} as const;

/** Values of the buttons; `enter` is pressed by Enter in a field. */
const intents = ['enter', 'image', 'question', 'send', 'apply'] as const;

export type LandingIntent = (typeof intents)[number];

interface Submission {
  readonly open: OpenScreen;
  readonly opened: OpenTemplate;
  readonly fields: RegistrationFields;
  readonly phone: PhoneReading;
  readonly registrationId: string;
  readonly work: Work;
  readonly captcha: CaptchaView;
  readonly sent: SentCode | null;
}

type FormOutcome = Response | Again<LandingAnswer>;

/** Starts a registration (PROMO-1). @throws Refusal if that fails. */
export async function startRegistration({
  call,
  template,
  language,
}: OpenTemplate): Promise<Pick<LandingAnswer, 'registrationId' | 'work'>> {
  const answer = await call(startPromotionVisit, { templateId: template.templateId });
  if (!answer.success) throw Refusal.of(answer, language);
  const { registrationId, challenge } = answer.data;
  return { registrationId, work: { ...noWork, challenge } };
}

/** Does what the pressed button asks for (PROMO-3 to PROMO-6). */
export async function handleForm(
  open: OpenScreen,
  opened: OpenTemplate,
  form: FormData,
): Promise<FormOutcome> {
  const typed = registrationFields({
    mobile: fieldOf(form, 'mobile'),
    captcha: fieldOf(form, 'captcha'),
    smsCode: fieldOf(form, 'smsCode'),
  });
  const phone = readPhone(opened.phoneRule, typed.mobile);
  const fields = phone.kind === 'number' ? { ...typed, mobile: phone.digits } : typed;
  const registrationId = fieldOf(form, formFields.registrationId).slice(0, 64);
  const registration = registrationId
    ? { registrationId, work: workOf(form) }
    : await startRegistration(opened);
  const captcha = captchaOf(form, open.now());
  const submission = { open, opened, fields, phone, ...registration, captcha, sent: sentCodeOf(form) };
  switch (intentOf(form)) {
    case 'image':
      return anotherImage(submission);
    case 'question':
      return askQuestion(submission);
    case 'send':
      return sendCode(submission);
    case 'apply':
      return applyWith(submission);
    case 'enter':
      return fields.smsCode === '' ? sendCode(submission) : applyWith(submission);
  }
}

function intentOf(form: FormData): LandingIntent {
  const named = fieldOf(form, formFields.intent);
  return intents.find((intent) => intent === named) ?? 'apply';
}

function workOf(form: FormData): Work {
  return {
    challenge: fieldOf(form, formFields.challenge).slice(0, 2048),
    proof: fieldOf(form, formFields.proof).slice(0, 4096),
  };
}

/** State as the page wrote it; tampering harms only the visitor. */
function captchaOf(form: FormData, now: Date): CaptchaView {
  const kind = fieldOf(form, formFields.captchaKind);
  if (kind === 'passed') return { kind };
  if (kind === 'question') return { kind, question: fieldOf(form, formFields.question).slice(0, 500) };
  const requestedAtMs = Number(fieldOf(form, formFields.requestedAt));
  return {
    kind: 'image',
    requestedAtMs: Number.isSafeInteger(requestedAtMs) ? requestedAtMs : now.getTime(),
  };
}

function sentCodeOf(form: FormData): SentCode | null {
  const phone = fieldOf(form, formFields.sentTo);
  const atMs = Number(fieldOf(form, formFields.sentAt));
  return /^\d{10,11}$/.test(phone) && Number.isSafeInteger(atMs) ? { phone, atMs } : null;
}

function showAgain(submission: Submission, status: number, change: Partial<LandingAnswer>): FormOutcome {
  const { open, registrationId, work, captcha, fields: typed, sent } = submission;
  const state = { registrationId, work, captcha, typed, sent, news: null, fault: null, problem: null };
  return open.again<LandingAnswer>({ ...state, ...change }, status);
}

function newImage({ open, fields }: Submission): Pick<LandingAnswer, 'captcha' | 'typed'> {
  return {
    captcha: { kind: 'image', requestedAtMs: open.now().getTime() },
    typed: { ...fields, captcha: '' },
  };
}

function faultOf({ opened }: Submission, field: RegistrationFieldName): LandingAnswer['fault'] {
  return { field, words: registrationText[opened.language][`${field}Fault`] };
}

/** The first faulty field for an intent; null for none (PROMO-3, PROMO-8). */
function faultIn(submission: Submission, intent: RegistrationIntent): LandingAnswer['fault'] {
  const { opened, fields, phone } = submission;
  const { language, phoneRule } = opened;
  const words = phone.kind === 'number' ? null : phoneFaultWords(language, phoneRule, phone);
  if (words !== null) return { field: 'mobile', words };
  const faulty = faultyField(phoneRule, fields, intent);
  return faulty && faultOf(submission, faulty);
}

/** Another image needs a mobile number first (PROMO-4). */
function anotherImage(submission: Submission): FormOutcome {
  if (submission.fields.mobile === '')
    return showAgain(submission, 422, { fault: faultOf(submission, 'mobile') });
  return showAgain(submission, 200, newImage(submission));
}

/** Replaces the image by a question; keeps the image if the backend has none. */
async function askQuestion(submission: Submission): Promise<FormOutcome> {
  const { open, opened, registrationId, fields } = submission;
  const answer = await opened.call(readCaptcha, {
    registrationId,
    requestedAtMs: open.now().getTime(),
    kind: 'question',
    templateId: opened.template.templateId,
  });
  if (!answer.success) return failed(submission, answer);
  if (!answer.data.type.startsWith('text/plain')) return showAgain(submission, 200, newImage(submission));
  const question = await answer.data.text();
  return showAgain(submission, 200, {
    captcha: { kind: 'question', question },
    typed: { ...fields, captcha: '' },
  });
}

/** Checked here too, as a backend need not count. For a delayed code the backend decides. */
function isTooSoon({ open, sent }: Submission): boolean {
  const now = open.now();
  return sent !== null && sent.atMs <= now.getTime() && resendWaitSeconds(new Date(sent.atMs), now) > 0;
}

function refuseTooSoon(submission: Submission): FormOutcome {
  const { tooSoon } = registrationText[submission.opened.language];
  return showAgain(submission, errorCodes['sms-too-soon'].status, {
    problem: { kind: 'sms-too-soon', message: tooSoon },
  });
}

async function sendCode(submission: Submission): Promise<FormOutcome> {
  const { open, opened, registrationId, work, fields } = submission;
  const fault = faultIn(submission, 'send');
  if (fault) return showAgain(submission, 422, { fault });
  if (isTooSoon(submission)) return refuseTooSoon(submission);
  // Another code needs another captcha.
  if (submission.captcha.kind === 'passed') {
    return showAgain(submission, 422, { ...newImage(submission), fault: faultOf(submission, 'captcha') });
  }
  const answer = await opened.call(requestRegistrationCode, {
    templateId: opened.template.templateId,
    phone: fields.mobile,
    captchaText: fields.captcha,
    registrationId,
    deviceId: registrationId,
    appName: open.config.appName,
    proof: work.proof || null,
    ...originOf(opened),
  });
  if (!answer.success) return failed(submission, answer);
  const { sendsInSeconds, challenge } = answer.data;
  const text = registrationText[opened.language];
  const wait = waitText(opened.language, sendsInSeconds);
  return showAgain(submission, 200, {
    work: { ...noWork, challenge },
    captcha: { kind: 'passed' },
    sent: { phone: fields.mobile, atMs: open.now().getTime() + sendsInSeconds * 1000 },
    news: sendsInSeconds > 0 ? fill(text.codeComing, { wait }) : text.codeSent,
  });
}

async function applyWith(submission: Submission): Promise<FormOutcome> {
  const { open, opened, registrationId, fields } = submission;
  const fault = faultIn(submission, 'apply');
  if (fault) return showAgain(submission, 422, { fault });
  const { templateId } = opened.template;
  const origin = originOf(opened);
  // Not waited for: counting must not delay the visitor.
  void opened.call(trackClick, {
    pageId: templateId,
    clientType: clientTypeOf(open),
    phone: fields.mobile,
    ...origin,
  });
  const answer = await opened.call(registerBorrower, {
    templateId,
    phone: fields.mobile,
    captchaText: fields.captcha,
    smsCode: fields.smsCode,
    registrationId,
    appName: open.config.appName,
    merchantNumber: open.query.merchantNumber || open.promotion.defaultMerchantNumber,
    inviteCode: opened.address.inviteCode,
    ...origin,
  });
  if (answer.success) return leaveFor(submission, 'registered');
  return answer.errorCode === 'already-registered'
    ? leaveFor(submission, 'already')
    : failed(submission, answer);
}

function originOf({ address: { appFrom, userFrom, utmTag } }: OpenTemplate) {
  return { appFrom, userFrom, utmTag };
}

/** To the download page, which shows the outcome (PROMO-6). */
function leaveFor({ open, opened }: Submission, notice: 'registered' | 'already'): Response {
  return open.leaveTo(opened.promotionLink(promotionPaths.download, { notice }));
}

/** The page again with the backend's message beside its field (PROMO-5, PROMO-6). */
async function failed(submission: Submission, failure: CallFailure): Promise<FormOutcome> {
  const status = statusOf(failure);
  const text = registrationText[submission.opened.language];
  const words = (ours: string): string => failure.message || ours;
  switch (failure.errorCode) {
    case 'captcha-wrong':
      return showAgain(submission, status, {
        ...newImage(submission),
        fault: { field: 'captcha', words: words(text.captchaFault) },
      });
    case 'not-found':
      return showAgain(submission, status, {
        ...newImage(submission),
        ...(await startRegistration(submission.opened)),
        fault: { field: 'captcha', words: words(text.pageTooOld) },
      });
    case 'sms-code-wrong':
    case 'sms-code-spent':
      return showAgain(submission, status, {
        fault: { field: 'smsCode', words: words(text.smsCodeFault) },
      });
    case 'request-invalid':
      return showAgain(submission, status, {
        fault: { field: 'mobile', words: words(text.mobileFault) },
      });
    default:
      return showAgain(submission, status, { problem: problemOf(failure) });
  }
}
