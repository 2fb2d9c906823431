import {
  type ApplyClick,
  readCaptcha,
  readPromotionTemplate,
  registerBorrower,
  requestRegistrationCode,
  startPromotionVisit,
  trackClick,
  trackVisit,
  type Visit,
} from '#contract/calls/registration.ts';
import { orNotFound } from '#domain/error-code.ts';
import { type AnsweredCall, answerVisitor, type CallContext } from '../http/answer-call.ts';
import { keyedHash } from '../secrets.ts';
import { documentsInForce } from './agreed-documents.ts';
import { issueCaptcha } from './captcha.ts';
import { challengeFor } from './proof-challenge.ts';
import { registerVisitor } from './register-visitor.ts';
import { sendRegistrationCode } from './send-registration-code.ts';
import { findTemplate, insertClick, insertSession, insertVisit } from './store.ts';
import { templateRules } from './template.ts';

const sidBytes = 16;
const registrationMinutes = 60;

export const registrationCalls: readonly AnsweredCall[] = [
  answerVisitor(readPromotionTemplate, ({ database }, { templateId }) =>
    requireTemplate(database, templateId, 'templateId'),
  ),
  answerVisitor(trackVisit, countVisit),
  answerVisitor(startPromotionVisit, startRegistration),
  answerVisitor(readCaptcha, issueCaptcha),
  answerVisitor(requestRegistrationCode, sendRegistrationCode),
  answerVisitor(trackClick, countClick),
  answerVisitor(registerBorrower, registerVisitor),
];

async function requireTemplate(database: CallContext['database'], templateId: string, field: string) {
  const template = orNotFound(await findTemplate(database, templateId), field);
  return template;
}

/** Counts a visit to a promotion page (PROMO-1). */
async function countVisit({ database, clock, random }: CallContext, visit: Visit): Promise<null> {
  await requireTemplate(database, visit.pageId, 'page_id');
  await insertVisit(database, { id: random.id(), ...visit, visitedAt: clock.now() });
  return null;
}

/** Counts a tap on the apply button (PROMO-6). Only a keyed hash of the number is stored. */
async function countClick(
  { database, clock, configuration, random }: CallContext,
  { phone, ...visit }: ApplyClick,
): Promise<null> {
  await requireTemplate(database, visit.pageId, 'page_id');
  const phoneHash = keyedHash(configuration.masterSecrets[0], 'number', phone.replace(/\D/g, ''));
  await insertClick(database, { id: random.id(), ...visit, phoneHash, clickedAt: clock.now() });
  return null;
}

/**
 * Starts a registration: gives its id, 128 random bits known to the visitor alone, and the proof of work after which its code is sent at
 * once.
 */
async function startRegistration(
  context: CallContext,
  { templateId }: { readonly templateId: string | null },
): Promise<{ registrationId: string; challenge: string }> {
  const { database, clock, random } = context;
  const { phoneRule, ...rules } = await templateRules(context, templateId);
  const { terms, privacyNotice } = documentsInForce(context, rules);
  const sid = random.bytes(sidBytes).toString('base64url');
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + registrationMinutes * 60_000);
  const documents = { termsHash: terms.hash, privacyNoticeHash: privacyNotice.hash };
  await insertSession(database, { id: random.id(), sid, createdAt, expiresAt, ...documents });
  const binding = { registrationId: sid, lastSentAt: null };
  return { registrationId: sid, challenge: await challengeFor(context, binding, phoneRule.country) };
}
