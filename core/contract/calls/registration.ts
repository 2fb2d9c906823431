import { z } from 'zod';
import { allMarkets } from '#domain/market.ts';
import { isBrandColor } from '#domain/site/contrast.ts';
import { defineCall, promotionCall } from '../call.ts';
import { channelTemplateEnvelope, type Envelope, promotionEnvelope } from '../envelope.ts';
import { errorCodes } from '../error-codes.ts';
import { field, optionalField, wireObject } from '../wire.ts';
import { id, idOrEmpty, idOrNull, integer, orElse, tolerated } from '../wire-values.ts';

const prefix = '/api/v2/youmi';

const phone = z.string().max(20);
const captchaText = field('capcode', z.string().max(4));
const registrationId = field('sid', id, 'Id that links captcha, SMS code and registration');
const challenge = tolerated(z.string().max(2048), '').describe(
  'Proof-of-work challenge as JSON text (ALTCHA 2, PBKDF2/SHA-256); empty for none',
);
const deviceId = orElse(z.string().max(256), '');
const appName = orElse(z.string().max(64), '');

const originName = orElse(z.string().max(128), '');
const origin = {
  appFrom: field('app_from', originName),
  userFrom: field('user_from', originName),
  utmTag: field('utm_tag', originName),
};

const visitOrigin = wireObject(origin).meta({ id: 'VisitOrigin' });

/** Where a visitor came from, from the promotion link; empty where it does not say. */
export type VisitOrigin = z.output<typeof visitOrigin>;

const channelTemplate = wireObject({
  templateId: field('id', id),
  language: tolerated(z.enum(['zh', 'es', 'en']), null).describe(
    'Language of the page; null for the standard texts (LANG-5)',
  ),
  market: tolerated(z.enum(allMarkets), null).describe(
    'Market whose phone rule applies; null: that of the page, or 11 digits on a Chinese page (PROMO-3)',
  ),
  color: tolerated(z.string().refine(isBrandColor), null).describe(
    'Color as #rrggbb, at least 4.5:1 against white',
  ),
  heading: tolerated(z.string().trim().max(80), '').describe(
    "Heading of the landing page; empty: the language's default",
  ),
  line: tolerated(z.string().trim().max(200), '').describe(
    "First line of the landing page; empty: the language's default",
  ),
});

/** Landing page of a promotion link (PROMO-1). */
export type ChannelTemplate = z.output<typeof channelTemplate>;

export const readPromotionTemplate = defineCall({
  ...promotionCall,
  name: 'readPromotionTemplate',
  area: 'registration',
  summary: 'Template of a promotion landing page',
  refusals: ['not-found'],
  path: `${prefix}/service/channel/channel-template`,
  envelope: channelTemplateEnvelope,
  request: wireObject({ templateId: id }),
  response: channelTemplate,
});

const visitFields = {
  pageId: field('page_id', id),
  clientType: field('client_type', z.enum(['ios', 'android'])),
  ...origin,
};

const pageType = { page_type: [z.literal([1, '1']), () => 1] } as const;

const visit = wireObject(visitFields, pageType);

/** A visit to a promotion page; `page_type` is always 1 (PROMO-1). */
export type Visit = z.output<typeof visit>;

export const trackVisit = defineCall({
  ...promotionCall,
  name: 'trackVisit',
  area: 'registration',
  summary: 'Count a visit to a promotion page',
  path: `${prefix}/promotion/track-visit`,
  request: visit,
  response: z.unknown(),
});

const applyClick = wireObject({ ...visitFields, phone }, pageType);

/** A tap on the apply button (PROMO-6). */
export type ApplyClick = z.output<typeof applyClick>;

export const trackClick = defineCall({
  ...promotionCall,
  name: 'trackClick',
  area: 'registration',
  summary: 'Count a tap on the apply button',
  path: `${prefix}/promotion/track-click`,
  request: applyClick,
  response: z.unknown(),
});

/** Starts a registration: gives the id that links captcha, SMS code and registration. */
export const startPromotionVisit = defineCall({
  ...promotionCall,
  name: 'startPromotionVisit',
  area: 'registration',
  summary: 'Start a registration',
  refusals: ['not-found'],
  path: `${prefix}/promotion/get-sid`,
  request: wireObject({
    templateId: optionalField('id', idOrNull, 'Template whose country sets the challenge'),
  }),
  response: wireObject({ registrationId, challenge }),
});

const captchaRequest = wireObject({
  registrationId,
  requestedAtMs: field('a', integer, 'Milliseconds since 1970; avoids a cached image'),
  kind: optionalField(
    'kind',
    orElse(z.literal('question'), null),
    'Asks for one in words instead of an image',
  ),
  templateId: optionalField('id', idOrNull, 'Template whose language the question has'),
});

export type CaptchaRequest = z.output<typeof captchaRequest>;

/**
 * Answers with the image itself, without an envelope (PROMO-4), or for `kind` `question` with its words as plain text. A
 * backend without questions answers with an image for both.
 */
export const readCaptcha = defineCall({
  ...promotionCall,
  name: 'readCaptcha',
  area: 'registration',
  summary: 'Captcha image of a registration',
  refusals: ['not-found'],
  path: `${prefix}/promotion/get-captcha`,
  envelope: null,
  request: captchaRequest,
  response: z.instanceof(Blob),
});

const smsCodeRequest = wireObject({
  phone,
  captchaText,
  registrationId,
  deviceId,
  appName,
  templateId: optionalField(
    'id',
    idOrNull,
    'Template whose phone rule and language apply; the standard ones when absent',
  ),
  proof: optionalField(
    'proof',
    orElse(z.string().max(4096), null),
    'Solution of the challenge, base64; without it the code may be delayed',
  ),
  ...origin,
});

export type SmsCodeRequest = z.output<typeof smsCodeRequest>;

const codeOnItsWay = wireObject({
  sendsInSeconds: tolerated(z.int().min(0).max(3600), 0).describe(
    'Seconds until the code is sent; 0 when sent',
  ),
  challenge,
});

/** When the code is sent, and the proof of work for another; both are our additions. */
export type CodeOnItsWay = z.output<typeof codeOnItsWay>;

/** Sends an SMS code if the captcha is right. */
export const requestRegistrationCode = defineCall({
  ...promotionCall,
  name: 'requestRegistrationCode',
  area: 'registration',
  summary: 'Send an SMS code',
  refusals: ['not-found', 'captcha-wrong', 'sms-too-soon', 'sms-limit-reached', 'sms-unavailable'],
  method: 'POST',
  path: `${prefix}/promotion/get-sms`,
  encoding: 'form',
  request: smsCodeRequest,
  response: tolerated(codeOnItsWay, { sendsInSeconds: 0, challenge: '' }),
});

const wrongCaptchaCode = errorCodes['captcha-wrong'].wireCode;
const wrongCaptchaCodeOfRegister = '-1';

/**
 * For a wrong captcha `register` answers '-1' where the SMS call answers '101' (specification, section 8). Reading gives '101'
 * for both, so that one table of codes holds for every call.
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

const registration = wireObject(
  {
    phone,
    captchaText,
    smsCode: z.string().max(6),
    registrationId,
    templateId: field('id', idOrEmpty),
    appName,
    merchantNumber: orElse(z.string().max(64), ''),
    inviteCode: field('invite_code', orElse(z.string().max(64), '')),
    ...origin,
  },
  {
    deviceId: [deviceId, ({ registrationId }) => registrationId],
    userName: [orElse(phone, ''), ({ phone }) => phone],
  },
);

/** A registration (PROMO-6); the wire repeats the id as `deviceId` and the phone as `userName`. */
export type Registration = z.output<typeof registration>;

/** Registers a visitor who has the code; 'already-registered' is '11' on the wire (PROMO-6). */
export const registerBorrower = defineCall({
  ...promotionCall,
  name: 'registerBorrower',
  area: 'registration',
  summary: 'Register a visitor',
  refusals: ['not-found', 'captcha-wrong', 'sms-code-wrong', 'sms-code-spent', 'already-registered'],
  method: 'POST',
  path: `${prefix}/promotion/register`,
  encoding: 'form',
  envelope: registerEnvelope,
  request: registration,
  response: z.unknown(),
});
