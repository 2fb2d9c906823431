import type { ReactNode } from 'react';
import type { PageAddress } from './page-addresses.ts';
import styles from './page-links.module.css';
import type { PreviewText } from './preview-text.ts';

/** The pages to open, one below the other; a page of the host that is not configured says so (TEST-1). */
export function PageLinks({
  pages,
  text,
}: {
  readonly pages: readonly PageAddress[];
  readonly text: PreviewText;
}): ReactNode {
  return (
    <section>
      <h2>{text.linksTitle}</h2>
      <p className="hint">{text.linksHint}</p>
      <ul>
        {pages.map(({ label, href }) => (
          <li key={label} className={styles.page}>
            {href === null ? (
              <span className={styles.missing}>
                {label} <small>{text.linkMissing}</small>
              </span>
            ) : (
              <a className={styles.link} href={href}>
                {label}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
