import type { ReactNode } from 'react';
import { BackLink } from '../../bridge/links.tsx';
import styles from './bar.module.css';
import targetStyles from './icon-target.module.css';
import { backIcon, Icon } from './icons.tsx';

/** What the bar's links say. */
export interface BarText {
  readonly back: string;
  readonly help: string;
}

interface BarProperties {
  readonly title: string;
  /** `span` where a banner below holds the page's heading. */
  readonly titleAs?: 'h1' | 'span';
  readonly backLink?: string | undefined;
  /** Whether the way back leads to the host's main page. */
  readonly leavesPages?: boolean;
  readonly helpLink?: string | undefined;
  readonly text: BarText;
}

/** The top of a screen: the way back, its title, the way to help. A link that is not given is left out. */
export function Bar({
  title,
  titleAs: Title = 'h1',
  backLink,
  leavesPages,
  helpLink,
  text,
}: BarProperties): ReactNode {
  return (
    <header className={styles.bar}>
      {backLink && (
        <span className={styles.back}>
          <BackLink
            className={targetStyles.target}
            href={backLink}
            label={text.back}
            leavesPages={leavesPages}
          >
            <Icon path={backIcon} />
          </BackLink>
        </span>
      )}
      <Title className={styles.title}>{title}</Title>
      {helpLink && (
        <a className={styles.help} href={helpLink}>
          {text.help}
        </a>
      )}
    </header>
  );
}
