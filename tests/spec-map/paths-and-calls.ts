/** Every path of a screen; those a lender configures stand with their defaults. */
export const screenPaths = [
  '/',
  '/About',
  '/User',
  '/Contact',
  '/Policy',
  '/Loan',
  '/Privacy',
  '/PrivacyPolicy',
  '/complaintList',
  '/complainPageNext',
  '/complainDetails',
  '/testPreview',
  '/carpmm',
  '/Dag',
  '/agony',
  '/registerTemplate',
  '/downloadTemplate',
  '/agreementTemplate',
  '/complaint',
  '/confirmLoan',
  '/loanDetail',
  '/order',
  '/error',
  '/repay',
  '/repayDelay',
  '/customerService',
  '/aboutUs',
  '/contract',
  '/privacyNotice',
  '/payWay',
] as const;

/** Every call between the pages and a lending service. Where the specification names no method it is POST. */
export const calls = [
  'POST /v3/loan-details/contract-detail',
  'POST /user-problem/problem-init',
  'POST /user-problem/problem-list',
  'POST /user-problem/problem-detail',
  'POST /user-problem/problem-save',
  'POST /user-problem/upload-problem-img',
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
  'POST /v3/installment/loan-play-detail',
  'POST /v3/installment/loan-play-delay-detail',
  'POST /v3/loan-details/generate-vcode',
  'POST /v3/loan-confirm/loan-detail-confirm',
  'POST /v3/loan-confirm/loan-detail-push',
  'POST /v3/loan-details/loan-details',
  'POST /v3/loan-details/google-score',
] as const;

/** Path of a screen. */
export type ScreenPath = (typeof screenPaths)[number];

/** Method and path of a call. */
export type CallName = (typeof calls)[number];
