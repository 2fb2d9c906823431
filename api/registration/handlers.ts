import { channelTemplate, trackClick, trackVisit } from '#contract/promotion-visit.ts';
import { getCaptcha, getSid, getSms, register } from '#contract/registration.ts';
import { CodedError } from '#domain/error-code.ts';
import { type AnsweredCall, answerVisitor } from '../answer-call.ts';
import { issueCaptcha } from './captcha.ts';
import { registerVisitor } from './register-visitor.ts';
import { sendRegistrationCode } from './send-registration-code.ts';
import { startSession } from './session-store.ts';
import { findTemplate } from './template.ts';
import { countClick, countVisit } from './visits.ts';

/** The calls of the promotion pages. */
export const registrationCalls: readonly AnsweredCall[] = [
  answerVisitor(channelTemplate, async ({ database }, { templateId }) => {
    const template = await findTemplate(database, templateId);
    if (template === null) throw new CodedError('not-found', 'templateId');
    return template;
  }),
  answerVisitor(trackVisit, countVisit),
  answerVisitor(getSid, async ({ database, clock }) => ({
    registrationId: await startSession(database, clock.now()),
  })),
  answerVisitor(getCaptcha, issueCaptcha),
  answerVisitor(getSms, sendRegistrationCode),
  answerVisitor(trackClick, countClick),
  answerVisitor(register, registerVisitor),
];
