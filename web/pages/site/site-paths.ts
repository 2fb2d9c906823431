import type { OpenScreen } from '../open-screen.ts';
import { Refusal } from '../problem.ts';

/** Paths of the public site (SITE-1 to SITE-7, LEGAL-4). */
export const sitePaths = {
  home: '/',
  about: '/About',
  user: '/User',
  contact: '/Contact',
  policy: '/Policy',
  loan: '/Loan',
  privacy: '/Privacy',
  privacyPolicy: '/PrivacyPolicy',
  periodAgreement: '/agony',
  register: '/registerTemplate',
} as const;

export const siteFilePaths = {
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  webManifest: '/manifest.webmanifest',
  icon: '/icon.svg',
  /** By size in px. */
  iconPicture: { 180: '/icon-180.png', 192: '/icon-192.png', 512: '/icon-512.png' },
} as const;

/** The value of the path that a page was opened by. @throws Refusal for another spelling of the path. */
export function ofPath<Value>(
  values: Readonly<Record<string, Value>>,
  { path }: Pick<OpenScreen, 'path'>,
): Value {
  const value = values[path];
  if (value === undefined) throw Refusal.coded('not-found');
  return value;
}
