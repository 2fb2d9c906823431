/** Default paths of the screens; settings override them (CONF-1). */
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

export function pathSettingOf(screen: string): string {
  return `PATH_${screen.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`;
}
