import { Fragment, type ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { formatClabe, isClabe } from '#domain/repayment/clabe.ts';
import { groupDigits } from '#domain/repayment/store-reference.ts';
import { Button } from '../form/button.tsx';
import styles from './copyable-code.module.css';

/** What a copy button says, and what the toast says after it. */
interface CopyText {
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
}

/** A code to hand on, read in groups; what is copied or selected of it holds no spaces (INSTR-1). */
export function CopyableCode({
  code,
  ...copyable
}: {
  readonly label: string;
  readonly code: string;
  readonly text: CopyText;
}): ReactNode {
  return (
    <Copyable value={code.replace(/\s/g, '')} {...copyable}>
      <GroupedCode code={code} />
    </Copyable>
  );
}

/** A text to hand on: one long press selects it whole, and with script its button copies it (`browser/copy.ts`). */
export function Copyable({
  label,
  value,
  text,
  children = value,
}: {
  readonly label: string;
  readonly value: string;
  readonly text: CopyText;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className={styles.code}>
      <div>
        {label && <small className={styles.label}>{label}</small>}
        <code className={styles.digits}>{children}</code>
      </div>
      <span className="js">
        <Button
          kind="quiet"
          type="button"
          {...marks({ copy: value, copied: text.copied, notCopied: text.notCopied })}
        >
          {text.copy}
          <span className="sr"> {label}</span>
        </Button>
      </span>
    </div>
  );
}

/** A CLABE in its own groups, other digits by four, anything else as it is. Only their distance parts the groups. */
export function GroupedCode({ code }: { readonly code: string }): ReactNode {
  return groupsOf(code.replace(/\s/g, '')).map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be the same, and they never change place.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span className={styles.group}>{group}</span>
    </Fragment>
  ));
}

function groupsOf(code: string): string[] {
  if (isClabe(code)) return formatClabe(code).split(' ');
  return /^\d{6,}$/.test(code) ? groupDigits(code, 4).split(' ') : [code];
}
