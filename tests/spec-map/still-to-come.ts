import type { CallName, ScreenPath } from './paths-and-calls.ts';
import type { RequirementId } from './requirements.ts';

/**
 * Requirements without a finished screen. Rules beneath the screens may be tested under the ID already; the first test
 * under `app/` or `tests/journeys/` that names one takes it off this list.
 */
export const requirementsToCome: readonly RequirementId[] = [
  'LANG-5',
  'PROMO-1',
  'PROMO-2',
  'PROMO-3',
  'PROMO-4',
  'PROMO-5',
  'PROMO-6',
  'PROMO-7',
  'PROMO-8',
  'DELAY-1',
  'DELAY-2',
  'DELAY-3',
  'PAYWAY-1',
  'PAYWAY-2',
  'PAYWAY-3',
  'PAYWAY-4',
  'PAYWAY-5',
  'PAYWAY-6',
  'SERVICE-1',
  'SW-1',
  'COOKIE-1',
];

/** Paths that no route answers yet. */
export const pathsToCome: readonly ScreenPath[] = [
  '/Dag',
  '/registerTemplate',
  '/downloadTemplate',
  '/agreementTemplate',
  '/repayDelay',
  '/customerService',
  '/payWay',
];

/** Calls that the built-in lending service does not answer yet. */
export const callsToCome: readonly CallName[] = [
  'POST /user-problem/get-whatsapp',
  'POST /api/v1/youmi/youmi-api/service/loan/repayment-way',
  'POST /api/v1/youmi/youmi-api/service/loan/repayment-commit',
  'POST /api/v1/youmi/youmi-api/service/loan/repayment-huichao',
  'POST /api/v1/youmi/youmi-api/service/loan/repayment-confirm',
  'GET /api/v2/youmi/service/channel/channel-template',
  'GET /api/v2/youmi/promotion/track-visit',
  'GET /api/v2/youmi/promotion/get-sid',
  'GET /api/v2/youmi/promotion/get-captcha',
  'POST /api/v2/youmi/promotion/get-sms',
  'GET /api/v2/youmi/promotion/track-click',
  'POST /api/v2/youmi/promotion/register',
  'POST /v3/installment/loan-play-delay-detail',
];
