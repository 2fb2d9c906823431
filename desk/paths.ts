/** Where the desk's pages are. */
export const deskPaths = {
  overview: '/desk',
  signIn: '/desk/sign-in',
  signInStart: '/desk/sign-in/start',
  /** Where the identity provider sends people back to; it has to know this address. */
  signInBack: '/desk/sign-in/back',
  signOut: '/desk/sign-out',
  language: '/desk/language',
  loans: '/desk/loans',
  loan: '/desk/loans/:order',
  complaints: '/desk/complaints',
  complaint: '/desk/complaints/:folio',
  complaintImage: '/desk/complaints/:folio/images/:image',
  messages: '/desk/messages',
  registrations: '/desk/registrations',
  jobs: '/desk/jobs',
  reconciliation: '/desk/reconciliation',
  audit: '/desk/audit',
} as const;

/** The page of a loan. */
export function loanPath(orderNumber: string): string {
  return deskPaths.loan.replace(':order', encodeURIComponent(orderNumber));
}

/** The page of a complaint. */
export function complaintPath(folio: string): string {
  return deskPaths.complaint.replace(':folio', encodeURIComponent(folio));
}

/** A path of the desk to go on to, from an address; the overview for anything else. */
export function deskPathOf(text: string): string {
  const origin = 'https://desk.invalid';
  if (text.includes('\\') || !URL.canParse(text, origin)) return deskPaths.overview;
  const address = new URL(text, origin);
  const isOurs = address.origin === origin && /^\/desk(?:\/|$)/.test(address.pathname);
  return isOurs ? address.pathname + address.search : deskPaths.overview;
}
