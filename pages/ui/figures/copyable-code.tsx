import type { ReactNode } from 'react';
import { Button } from '../form/button.tsx';
import styles from './copyable-code.module.css';

/** What a copy button says, and what the toast says after it. */
export interface CopyText {
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
}

/**
 * A code to hand on: one long press selects it whole, and with script its button copies it. `code` is what is copied,
 * `shown` what is read, usually the same in groups. The button works where `copyOnClick` of `copy-on-click.ts` listens
 * around it.
 */
export function CopyableCode({
  label,
  code,
  shown,
  text,
}: {
  readonly label: string;
  readonly code: string;
  readonly shown: string;
  readonly text: CopyText | null;
}): ReactNode {
  return (
    <div className={styles.code}>
      <div>
        {label && <small className={styles.label}>{label}</small>}
        <code className={styles.digits}>{shown}</code>
      </div>
      {text && (
        <span className="js">
          <Button
            kind="quiet"
            type="button"
            data-copy={code}
            data-copied={text.copied}
            data-not-copied={text.notCopied}
          >
            {text.copy}
            <span className="sr"> {label}</span>
          </Button>
        </span>
      )}
    </div>
  );
}
