import { sitePaths } from '../site/site-paths.ts';

/** Paths of the promotion pages (PROMO-7). */
export const promotionPaths = {
  landing: sitePaths.register,
  /** The landing's captcha image. */
  captcha: `${sitePaths.register}/captcha`,
  download: '/downloadTemplate',
  agreement: '/agreementTemplate',
} as const;
