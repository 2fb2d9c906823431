import { sitePaths } from '#pages/site/site-paths.ts';
import type { BenchPage } from './loan-pages.ts';

/** Public pages that ship no script, each with a link that stands for its main button. */
export function sitePages(address: string): readonly BenchPage[] {
  return [
    {
      name: 'site-home',
      link: `${address}${sitePaths.home}`,
      mainButton: 'main a[href^="/registerTemplate"]',
    },
    { name: 'site-contact', link: `${address}${sitePaths.contact}`, mainButton: 'main form button' },
  ];
}
