import type { ReactNode } from 'react';
import { CallLink } from '../bridge/links.tsx';
import { Summary } from '../figures/summary.tsx';
import { Logo } from './logo.tsx';
import styles from './site-frame.module.css';

interface SiteLink {
  readonly label: string;
  readonly link: string;
  readonly isCurrent: boolean;
}

/** What surrounds a page of the public site (SITE-1), ready to show. */
export interface SiteFrameView {
  readonly appName: string;
  readonly homeLink: string;
  readonly menu: string;
  readonly mainNavigation: string;
  readonly footerNavigation: string;
  readonly navigation: readonly SiteLink[];
  readonly contact: SiteLink;
  readonly otherLanguage: { readonly label: string; readonly link: string; readonly locale: string };
  /** Empty values are left out. */
  readonly telephone: { readonly label: string; readonly value: string };
  readonly email: { readonly label: string; readonly value: string };
  readonly advice: string;
}

/** Header with menu, page, footer. The menu folds on narrow screens without script. `isText` keeps lines short on wide screens. */
export function SiteFrame({
  frame,
  isText = false,
  children,
}: {
  readonly frame: SiteFrameView;
  readonly isText?: boolean;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <>
      <header className={styles.header}>
        <Logo name={frame.appName} link={frame.homeLink} />
        <details className={styles.menu}>
          <Summary>{frame.menu}</Summary>
          <nav aria-label={frame.mainNavigation}>
            <Links links={frame.navigation} />
          </nav>
        </details>
      </header>
      <main className={isText ? styles.text : styles.wide}>{children}</main>
      <SiteFooter frame={frame} />
    </>
  );
}

function SiteFooter({ frame }: { readonly frame: SiteFrameView }): ReactNode {
  const { telephone, email, otherLanguage } = frame;
  return (
    <footer className={styles.footer}>
      <div className="stack">
        <Logo name={frame.appName} link={frame.homeLink} />
        <ul className={styles.contact}>
          {telephone.value && (
            <li>
              {telephone.label} <CallLink telephone={telephone.value} />
            </li>
          )}
          {email.value && (
            <li>
              {email.label} <a href={`mailto:${email.value}`}>{email.value}</a>
            </li>
          )}
        </ul>
        <p className="hint">{frame.advice}</p>
      </div>
      <nav aria-label={frame.footerNavigation}>
        <Links links={[...frame.navigation, frame.contact]} />
        <a href={otherLanguage.link} hrefLang={otherLanguage.locale} lang={otherLanguage.locale}>
          {otherLanguage.label}
        </a>
      </nav>
    </footer>
  );
}

function Links({ links }: { readonly links: readonly SiteLink[] }): ReactNode {
  return links.map(({ label, link, isCurrent }) => (
    <a key={link} href={link} aria-current={isCurrent ? 'page' : undefined}>
      {label}
    </a>
  ));
}
