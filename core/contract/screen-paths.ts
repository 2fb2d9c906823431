/** Paths of the screens whose paths are settings, unless those say otherwise (CONF-1). */
export const defaultScreenPaths = {
  complaint: '/complaint',
  confirmLoan: '/confirmLoan',
  loanDetail: '/loanDetail',
  order: '/order',
  error: '/error',
  repay: '/repay',
  repayDelay: '/repayDelay',
  customerService: '/customerService',
  aboutUs: '/aboutUs',
  contract: '/contract',
  privacyNotice: '/privacyNotice',
  payWay: '/payWay',
} as const;

/** The setting with the path of a screen: `PATH_CONFIRM_LOAN`. */
export function pathSettingOf(screen: string): string {
  return `PATH_${screen.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`;
}
