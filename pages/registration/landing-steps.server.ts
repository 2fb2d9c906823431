import { createContext } from 'react-router';
import { registrationText } from '#content/messages/registration.ts';
import {
  readCaptcha,
  registerBorrower,
  requestRegistrationCode,
  startPromotionVisit,
  trackClick,
} from '#contract/calls/registration.ts';
import type { CallFailure } from '#contract/client.ts';
import {
  faultyField,
  type RegistrationFields,
  registrationFields,
} from '#domain/registration/registration-form.ts';
import { type OpenScreen, problemOf, refusal, statusOf } from '../open-screen.server.ts';
import { leaveTo } from '../redirect.server.ts';
import { fieldOf } from '../submitted-form.server.ts';
import { type CaptchaView, formFields, type LandingAnswer, type LandingIntent } from './landing-answer.ts';
import { clientTypeOf, type OpenTemplate } from './open-template.server.ts';
import { promotionPaths } from './promotion-paths.ts';

/** Router context key under which the action hands the loader of its page the registration that goes on. */
export const startedRegistration = createContext<string | null>(null);

/** The landing page's form as it was sent, and where it was sent from. */
interface Submission {
  readonly screen: OpenScreen;
  readonly opened: OpenTemplate;
  readonly request: Request;
  readonly fields: RegistrationFields;
  readonly registrationId: string;
  readonly captcha: CaptchaView;
}

/** What a step leads to: the page again, with its status, or another page. */
export type StepOutcome = Response | { readonly answer: LandingAnswer; readonly status: number };

/**
 * Starts a registration (PROMO-1).
 * @throws a response that shows the failure.
 */
export async function startRegistration({ call }: OpenTemplate): Promise<string> {
  const answer = await call(startPromotionVisit, {});
  if (!answer.success) throw refusal(answer);
  return answer.data.registrationId;
}

/** Does what the button asks for that the form was sent with (PROMO-3 to PROMO-6). */
export async function takeStep(
  screen: OpenScreen,
  opened: OpenTemplate,
  request: Request,
  form: FormData,
): Promise<StepOutcome> {
  const submission: Submission = {
    screen,
    opened,
    request,
    fields: registrationFields(opened.phoneRule, {
      mobile: fieldOf(form, 'mobile'),
      captcha: fieldOf(form, 'captcha'),
      smsCode: fieldOf(form, 'smsCode'),
    }),
    registrationId:
      fieldOf(form, formFields.registrationId).slice(0, 64) || (await startRegistration(opened)),
    captcha: captchaOf(form, screen.now()),
  };
  switch (fieldOf(form, formFields.intent) as LandingIntent | '') {
    case 'image':
      return anotherImage(submission);
    case 'question':
      return askQuestion(submission);
    case 'send':
      return sendStep(submission);
    default:
      return applyStep(submission);
  }
}

/** How the captcha stood on the page; what a visitor changed of it harms nobody but them. */
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

function stay(submission: Submission, status: number, change: Partial<LandingAnswer>): StepOutcome {
  const { registrationId, captcha, fields } = submission;
  const kept = { registrationId, captcha, typed: fields, fault: null, sentTo: null, problem: null };
  return { answer: { ...kept, ...change }, status };
}

function newImage({ screen, fields }: Submission): Pick<LandingAnswer, 'captcha' | 'typed'> {
  return {
    captcha: { kind: 'image', requestedAtMs: screen.now().getTime() },
    typed: { ...fields, captcha: '' },
  };
}

function faultOf({ opened }: Submission, field: keyof RegistrationFields): LandingAnswer['fault'] {
  return { field, words: registrationText[opened.language][`${field}Fault`] };
}

/** Another image, which needs a mobile number first (PROMO-4). */
function anotherImage(submission: Submission): StepOutcome {
  if (submission.fields.mobile === '') return stay(submission, 422, { fault: faultOf(submission, 'mobile') });
  return stay(submission, 200, newImage(submission));
}

/** A question in place of the image; where the backend has none, the image stays. */
async function askQuestion(submission: Submission): Promise<StepOutcome> {
  const { screen, opened, registrationId, fields } = submission;
  const answer = await opened.call(readCaptcha, {
    registrationId,
    requestedAtMs: screen.now().getTime(),
    kind: 'question',
    templateId: opened.template.templateId,
  });
  if (!answer.success) return failed(submission, answer);
  if (!answer.data.type.startsWith('text/plain')) return stay(submission, 200, newImage(submission));
  const question = await answer.data.text();
  return stay(submission, 200, {
    captcha: { kind: 'question', question },
    typed: { ...fields, captcha: '' },
  });
}

async function sendStep(submission: Submission): Promise<StepOutcome> {
  const { screen, opened, registrationId, fields } = submission;
  const faulty = faultyField(opened.phoneRule, fields, 'send');
  if (faulty) return stay(submission, 422, { fault: faultOf(submission, faulty) });
  const answer = await opened.call(requestRegistrationCode, {
    templateId: opened.template.templateId,
    phone: fields.mobile,
    captchaText: fields.captcha,
    registrationId,
    deviceId: registrationId,
    appName: screen.config.appName,
    ...originOf(opened),
  });
  if (!answer.success) return failed(submission, answer);
  return stay(submission, 200, { captcha: { kind: 'passed' }, sentTo: fields.mobile });
}

async function applyStep(submission: Submission): Promise<StepOutcome> {
  const { screen, opened, request, registrationId, fields } = submission;
  const faulty = faultyField(opened.phoneRule, fields, 'apply');
  if (faulty) return stay(submission, 422, { fault: faultOf(submission, faulty) });
  const { templateId } = opened.template;
  const origin = originOf(opened);
  // Not waited for: counting must not delay the visitor.
  void opened.call(trackClick, {
    pageId: templateId,
    clientType: clientTypeOf(screen, request),
    phone: fields.mobile,
    ...origin,
  });
  const answer = await opened.call(registerBorrower, {
    templateId,
    phone: fields.mobile,
    captchaText: fields.captcha,
    smsCode: fields.smsCode,
    registrationId,
    appName: screen.config.appName,
    merchantNumber: screen.query.merchantNumber || screen.promotion.defaultMerchantNumber,
    inviteCode: opened.address.inviteCode,
    ...origin,
  });
  if (answer.success) return leaveFor(opened, 'registered');
  return answer.errorCode === 'already-registered' ? leaveFor(opened, 'already') : failed(submission, answer);
}

function originOf({ address: { appFrom, userFrom, utmTag } }: OpenTemplate) {
  return { appFrom, userFrom, utmTag };
}

/** On to the download page, which says how it went (PROMO-6). */
function leaveFor({ promotionLink }: OpenTemplate, notice: 'registered' | 'already'): Response {
  return leaveTo(promotionLink(promotionPaths.download, { notice }), { isReplacing: true });
}

/** The page again with what the backend says, beside the field it is about (PROMO-5, PROMO-6). */
async function failed(submission: Submission, failure: CallFailure): Promise<StepOutcome> {
  const status = statusOf(failure);
  const text = registrationText[submission.opened.language];
  const words = (ours: string): string => failure.message || ours;
  switch (failure.errorCode) {
    case 'captcha-wrong':
      return stay(submission, status, {
        ...newImage(submission),
        fault: { field: 'captcha', words: words(text.captchaFault) },
      });
    case 'not-found':
      return stay(submission, status, {
        ...newImage(submission),
        registrationId: await startRegistration(submission.opened),
        fault: { field: 'captcha', words: words(text.pageTooOld) },
      });
    case 'sms-code-wrong':
    case 'sms-code-spent':
      return stay(submission, status, {
        fault: { field: 'smsCode', words: words(text.smsCodeFault) },
      });
    case 'request-invalid':
      return stay(submission, status, {
        fault: { field: 'mobile', words: words(text.mobileFault) },
      });
    default:
      return stay(submission, status, { problem: problemOf(failure) });
  }
}
