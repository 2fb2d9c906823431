import type { ScreenPaths } from './dependencies.ts';

interface ScreenPathSetting {
  readonly variable: string;
  readonly fallback: string;
  readonly about: string;
}

/** The environment variable and the default of each configured screen's path (CONF-1). */
export const screenPathSettings: Readonly<Record<keyof ScreenPaths, ScreenPathSetting>> = {
  complaint: { variable: 'PATH_COMPLAINT', fallback: '/complaint', about: 'start of a complaint' },
  confirmLoan: { variable: 'PATH_CONFIRM_LOAN', fallback: '/confirmLoan', about: 'loan confirmation' },
  loanDetail: { variable: 'PATH_LOAN_DETAIL', fallback: '/loanDetail', about: 'order detail' },
  order: { variable: 'PATH_ORDER', fallback: '/order', about: 'order detail, second path' },
  error: { variable: 'PATH_ERROR', fallback: '/error', about: 'joint login failure' },
  repay: { variable: 'PATH_REPAY', fallback: '/repay', about: 'repayment' },
  repayDelay: { variable: 'PATH_REPAY_DELAY', fallback: '/repayDelay', about: 'extension' },
  customerService: {
    variable: 'PATH_CUSTOMER_SERVICE',
    fallback: '/customerService',
    about: 'customer service',
  },
  aboutUs: { variable: 'PATH_ABOUT_US', fallback: '/aboutUs', about: 'about us' },
  contract: { variable: 'PATH_CONTRACT', fallback: '/contract', about: 'loan agreement' },
  privacyNotice: { variable: 'PATH_PRIVACY_NOTICE', fallback: '/privacyNotice', about: 'privacy notice' },
  payWay: { variable: 'PATH_PAY_WAY', fallback: '/payWay', about: 'payment with a saved card' },
};
