import type { ReactNode } from 'react';
import { testPreviewText } from '#content/messages/test-preview.ts';
import { fill } from '#content/text-pack.ts';
import { useText } from '../page-context.tsx';
import styles from './first-minute.module.css';

const galleryAddress = 'http://localhost:6006/';

const commands = [
  'API_BASE=https://backend.example npm start',
  'npm run check-backend -- https://backend.example',
] as const;

export function Hello({ isDeskOn }: { readonly isDeskOn: boolean }): ReactNode {
  const text = useText(testPreviewText);
  return (
    <section className={styles.hello}>
      <div className="stack">
        <h1>{text.whatItIs}</h1>
        <p>{text.howItRuns}</p>
      </div>
      <div className="stack">
        <h2>{text.ownBackend}</h2>
        <div className={styles.commands}>
          {commands.map((command) => (
            <pre key={command}>
              <code>{command}</code>
            </pre>
          ))}
        </div>
        <p className="hint">{text.checkBackend}</p>
        <p className={styles.links}>
          <a href="/openapi.json">{text.api}</a>
          <a href={galleryAddress}>{text.components}</a>
          {isDeskOn ? (
            <a href="/desk">{text.desk}</a>
          ) : (
            <span className="hint">
              {text.desk}: <code>DESK=local npm start</code>
            </span>
          )}
        </p>
      </div>
    </section>
  );
}

/** The borrower's phone and the lender's panel side by side. */
export function Stage({
  borrowerName,
  pageLink,
  children,
}: {
  readonly borrowerName: string;
  readonly pageLink: string | null;
  readonly children: ReactNode;
}): ReactNode {
  const text = useText(testPreviewText);
  const name = fill(text.phoneOf, { borrower: borrowerName });
  return (
    <div className={styles.stage}>
      {pageLink !== null && (
        <section className={styles.phone}>
          <figure>
            <iframe src={pageLink} title={name} />
            <figcaption className="hint">
              <span>{name}</span> <a href={pageLink}>{text.openInTab}</a>
            </figcaption>
          </figure>
        </section>
      )}
      <div>{children}</div>
    </div>
  );
}
