import type { ReactNode } from 'react';
import { Logo } from '#ui/frame/logo.tsx';
import { siteFilePaths } from '../site/site-paths.ts';
import styles from './promotion-frame.module.css';

export interface PromotionHeadView {
  readonly title: string;
  readonly description: string;
  readonly brandColor: string;
}

/** Search engines skip promotion pages, which belong to their links. */
export function PromotionHead({ title, description, brandColor }: PromotionHeadView): ReactNode {
  return (
    <>
      <meta name="description" content={description} />
      <meta name="theme-color" content={brandColor} />
      <meta name="robots" content="noindex" />
      <link rel="icon" type="image/svg+xml" sizes="any" href={siteFilePaths.icon} />
      <link rel="apple-touch-icon" href={siteFilePaths.iconPicture[180]} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
    </>
  );
}

export function PromotionBar({
  appName,
  homeLink,
  help,
}: {
  readonly appName: string;
  readonly homeLink: string;
  readonly help: string;
}): ReactNode {
  return (
    <header className={styles.bar}>
      <Logo name={appName} link={homeLink} />
      <a className={styles.help} href={homeLink}>
        {help}
      </a>
    </header>
  );
}
