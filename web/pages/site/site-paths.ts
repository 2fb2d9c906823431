import type { OpenScreen } from '../open-screen.ts';
import { Refusal } from '../problem.ts';

/** Paths of the public site, as the specification gives them (SITE-1 to SITE-7, LEGAL-4). */
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
  /** The registration landing. */
  register: '/registerTemplate',
} as const;

/** What browsers and search engines ask for beside the pages. */
export const siteFilePaths = {
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  webManifest: '/manifest.webmanifest',
  icon: '/icon.svg',
  /** The icon as a picture, one path for each size. */
  iconPicture: { 180: '/icon-180.png', 192: '/icon-192.png', 512: '/icon-512.png' },
} as const;

/**
 * What belongs to the path a page was opened by.
 * @throws Refusal for a path that is written otherwise than it stands there.
 */
export function ofPath<Value>(
  values: Readonly<Record<string, Value>>,
  { path }: Pick<OpenScreen, 'path'>,
): Value {
  const value = values[path];
  if (value === undefined) throw Refusal.coded('not-found');
  return value;
}
