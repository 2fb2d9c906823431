import { z } from 'zod';
import { defineCall } from '../call.ts';
import { type Envelope, promotionEnvelope } from '../envelope.ts';
import { errorCodes } from '../error-codes.ts';
import { optionalIdOf, ours, textOf, wireId, wireInteger } from '../wire.ts';
import { originOf, type VisitOrigin, wireOrigins, wireOriginsOf, wirePhone } from './promotion-visit.ts';

const prefix = '/api/v2/youmi/promotion';

const wireCaptcha = z.string().max(4);
const wireDevice = z.string().max(256).nullish();
const wireAppName = z.string().max(64).nullish();

/** Starts a registration: the id that ties captcha, SMS code and registration together. */
export const startPromotionVisit = defineCall({
  name: 'startPromotionVisit',
  area: 'registration',
  summary: 'Start a registration',
  method: 'GET',
  path: `${prefix}/get-sid`,
  encoding: 'query',
  client: 'form',
  session: 'none',
  envelope: promotionEnvelope,
  request: z.codec(z.object({}), ours<Readonly<Record<string, never>>>(), {
    decode: () => ({}),
    encode: () => ({}),
  }),
  response: z.codec(z.object({ sid: wireId }), ours<{ registrationId: string }>(), {
    decode: ({ sid }) => ({ registrationId: String(sid) }),
    encode: ({ registrationId }) => ({ sid: registrationId }),
  }),
});

/** Which captcha is wanted; `requestedAtMs` (milliseconds since 1970) keeps an old image from being shown again. */
export interface CaptchaRequest {
  readonly registrationId: string;
  readonly requestedAtMs: number;
  /** `question` asks for one in words, for people who cannot see an image; null is the image. */
  readonly kind: 'question' | null;
  /** Whose language the question is asked in; null where it does not matter. */
  readonly templateId: string | null;
}

/**
 * The captcha of a registration: the answer is the image itself, without an envelope (PROMO-4), or for `kind` `question`
 * its words as plain text. A backend without such questions answers with an image all the same.
 */
export const readCaptcha = defineCall({
  name: 'readCaptcha',
  area: 'registration',
  summary: 'Captcha image of a registration',
  method: 'GET',
  path: `${prefix}/get-captcha`,
  encoding: 'query',
  client: 'form',
  session: 'none',
  envelope: null,
  request: z.codec(
    z.object({
      sid: wireId,
      a: wireInteger,
      kind: z.literal('question').nullish(),
      id: wireId.nullish(),
    }),
    ours<CaptchaRequest>(),
    {
      decode: ({ sid, a, kind, id }) => ({
        registrationId: String(sid),
        requestedAtMs: Number(a),
        kind: kind ?? null,
        templateId: optionalIdOf(id),
      }),
      encode: ({ registrationId, requestedAtMs, kind, templateId }) => ({
        sid: registrationId,
        a: requestedAtMs,
        ...(kind ? { kind } : {}),
        ...(templateId === null ? {} : { id: templateId }),
      }),
    },
  ),
  response: z.instanceof(Blob),
});

/** What sending a code needs (PROMO-5). `templateId` says whose phone rule and language hold; null is the standing one. */
export interface SmsCodeRequest extends VisitOrigin {
  readonly templateId: string | null;
  readonly phone: string;
  readonly captchaText: string;
  readonly registrationId: string;
  readonly deviceId: string;
  readonly appName: string;
}

/** Sends an SMS code when the captcha is right. */
export const requestRegistrationCode = defineCall({
  name: 'requestRegistrationCode',
  area: 'registration',
  summary: 'Send an SMS code',
  method: 'POST',
  path: `${prefix}/get-sms`,
  encoding: 'form',
  client: 'form',
  session: 'none',
  envelope: promotionEnvelope,
  request: z.codec(
    z.object({
      phone: wirePhone,
      capcode: wireCaptcha,
      sid: wireId,
      deviceId: wireDevice,
      appName: wireAppName,
      id: wireId.nullish(),
      ...wireOrigins,
    }),
    ours<SmsCodeRequest>(),
    {
      decode: (wire) => ({
        templateId: optionalIdOf(wire.id),
        phone: wire.phone,
        captchaText: wire.capcode,
        registrationId: String(wire.sid),
        deviceId: textOf(wire.deviceId),
        appName: textOf(wire.appName),
        ...originOf(wire),
      }),
      encode: (request) => ({
        phone: request.phone,
        capcode: request.captchaText,
        sid: request.registrationId,
        deviceId: request.deviceId,
        appName: request.appName,
        ...(request.templateId === null ? {} : { id: request.templateId }),
        ...wireOriginsOf(request),
      }),
    },
  ),
  response: z.unknown(),
});

/** What registering needs (PROMO-6); on the wire the id is sent again as `deviceId`, the phone again as `userName`. */
export interface Registration extends VisitOrigin {
  readonly phone: string;
  readonly captchaText: string;
  readonly smsCode: string;
  readonly registrationId: string;
  readonly templateId: string;
  readonly appName: string;
  readonly merchantNumber: string;
  readonly inviteCode: string;
}

const wrongCaptchaCode = errorCodes['captcha-wrong'].wireCode;
const wrongCaptchaCodeOfRegister = '-1';

/**
 * Register says '-1' of a wrong captcha where the SMS call says '101' (specification, section 8). Reading gives '101'
 * for both, so that the code table holds for every call.
 */
const registerEnvelope: Envelope = {
  ...promotionEnvelope,
  refuse: (code, message) =>
    promotionEnvelope.refuse(code === wrongCaptchaCode ? wrongCaptchaCodeOfRegister : code, message),
  read(body) {
    const reading = promotionEnvelope.read(body);
    return reading?.code === wrongCaptchaCodeOfRegister ? { ...reading, code: wrongCaptchaCode } : reading;
  },
};

/** Registers a visitor who has the code; 'already-registered' is the wire's '11' (PROMO-6). */
export const registerBorrower = defineCall({
  name: 'registerBorrower',
  area: 'registration',
  summary: 'Register a visitor',
  method: 'POST',
  path: `${prefix}/register`,
  encoding: 'form',
  client: 'form',
  session: 'none',
  envelope: registerEnvelope,
  request: z.codec(
    z.object({
      phone: wirePhone,
      capcode: wireCaptcha,
      sid: wireId,
      deviceId: wireDevice,
      appName: wireAppName,
      merchantNumber: z.string().max(64).nullish(),
      userName: wirePhone.nullish(),
      smsCode: z.string().max(6),
      invite_code: z.string().max(64).nullish(),
      id: wireId.nullish(),
      ...wireOrigins,
    }),
    ours<Registration>(),
    {
      decode: (wire) => ({
        phone: wire.phone,
        captchaText: wire.capcode,
        smsCode: wire.smsCode,
        registrationId: String(wire.sid),
        templateId: String(wire.id ?? ''),
        appName: textOf(wire.appName),
        merchantNumber: textOf(wire.merchantNumber),
        inviteCode: textOf(wire.invite_code),
        ...originOf(wire),
      }),
      encode: (registration) => ({
        phone: registration.phone,
        capcode: registration.captchaText,
        sid: registration.registrationId,
        deviceId: registration.registrationId,
        appName: registration.appName,
        merchantNumber: registration.merchantNumber,
        userName: registration.phone,
        smsCode: registration.smsCode,
        invite_code: registration.inviteCode,
        id: registration.templateId,
        ...wireOriginsOf(registration),
      }),
    },
  ),
  response: z.unknown(),
});
