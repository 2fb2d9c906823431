import { quoteFigures } from '#content/legal/quoted-figures.ts';
import { siteFrameText } from '#content/messages/site.ts';
import { fill } from '#content/text-pack.ts';
import { screenLink } from '#contract/page-query.ts';
import type { SiteFrameView } from '#ui/frame/site-frame.tsx';
import type { OpenScreen } from '../open-screen.ts';
import { publicLocaleOf } from './page-head.tsx';
import { sitePaths } from './site-paths.ts';

/**
 * The frame of a public page (SITE-1).
 * @param path marked in the navigation and kept in the other language; null for none, and the other language starts at home.
 */
export function siteFrameView(screen: OpenScreen, path: string | null): SiteFrameView {
  const { language, company, config, query } = screen;
  const text = siteFrameText[language];
  const link = (label: string, target: string) => ({
    label,
    link: screen.link(target),
    isCurrent: target === path,
  });
  const other = language === 'es' ? 'en' : 'es';
  return {
    appName: company.appName,
    homeLink: screen.link(sitePaths.home),
    menu: text.menu,
    mainNavigation: text.mainNavigation,
    footerNavigation: text.footerNavigation,
    navigation: [
      link(text.home, sitePaths.home),
      link(text.about, sitePaths.about),
      link(text.privacy, sitePaths.privacy),
      link(text.loanTerms, sitePaths.loan),
    ],
    contact: link(text.contact, sitePaths.contact),
    otherLanguage: {
      label: text.otherLanguage,
      link: screenLink(path ?? sitePaths.home, { ...query, language: other }),
      locale: publicLocaleOf(screen, other),
    },
    telephone: { label: text.telephone, value: company.telephone },
    email: { label: text.email, value: company.email },
    advice: fill(text.borrowWhatYouCanRepay, quoteFigures(language, config.amountStyle)),
  };
}
