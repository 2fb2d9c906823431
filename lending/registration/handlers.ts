import { readPromotionTemplate, trackClick, trackVisit } from '#contract/calls/promotion-visit.ts';
import {
  readCaptcha,
  registerBorrower,
  requestRegistrationCode,
  startPromotionVisit,
} from '#contract/calls/registration.ts';
import { CodedError } from '#domain/error-code.ts';
import { type AnsweredCall, answerVisitor } from '../http/answer-call.ts';
import { issueCaptcha } from './captcha.ts';
import { registerVisitor } from './register-visitor.ts';
import { sendRegistrationCode } from './send-registration-code.ts';
import { startSession } from './store.ts';
import { findTemplate } from './template.ts';
import { countClick, countVisit } from './visits.ts';

/** The calls of the promotion pages. */
export const registrationCalls: readonly AnsweredCall[] = [
  answerVisitor(readPromotionTemplate, async ({ database }, { templateId }) => {
    const template = await findTemplate(database, templateId);
    if (template === null) throw new CodedError('not-found', 'templateId');
    return template;
  }),
  answerVisitor(trackVisit, countVisit),
  answerVisitor(startPromotionVisit, async ({ database, clock }) => ({
    registrationId: await startSession(database, clock.now()),
  })),
  answerVisitor(readCaptcha, issueCaptcha),
  answerVisitor(requestRegistrationCode, sendRegistrationCode),
  answerVisitor(trackClick, countClick),
  answerVisitor(registerBorrower, registerVisitor),
];
