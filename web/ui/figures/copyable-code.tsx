import { Fragment, type ReactNode, use } from 'react';
import { marks } from '#browser/marks.ts';
import { formatClabe, isClabe } from '#domain/repayment/clabe.ts';
import { groupDigits } from '#domain/repayment/store-reference.ts';
import { Button } from '../form/button.tsx';
import { type CopyText, KitContext } from '../kit-context.ts';
import styles from './copyable-code.module.css';

/** Groups codes that belong to one transfer, such as account and amount. */
export function Codes({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.codes}>{children}</div>;
}

/** A code shown in groups; copied or selected, it has no spaces (INSTR-1). */
export function CopyableCode({
  code,
  ...copyable
}: {
  readonly label: string;
  readonly code: string;
  readonly isMain?: boolean;
  readonly text?: CopyText;
}): ReactNode {
  return (
    <Copyable value={code.replace(/\s/g, '')} {...copyable}>
      <GroupedCode code={code} />
    </Copyable>
  );
}

/**
 * A text to copy: a long press selects it whole, and with script a button copies it (`web/browser/copy.ts`). `isMain` fills the
 * button.
 */
export function Copyable({
  label,
  value,
  isMain = false,
  text,
  children = value,
}: {
  readonly label: string;
  readonly value: string;
  readonly isMain?: boolean;
  readonly text?: CopyText;
  readonly children?: ReactNode;
}): ReactNode {
  const page = use(KitContext);
  const { copy, copied, notCopied } = text ?? page.words;
  return (
    <div className={styles.code}>
      <div>
        {label && <small className={styles.label}>{label}</small>}
        <code className={styles.digits} translate="no">
          {children}
        </code>
      </div>
      <span className="js">
        <Button kind={isMain ? 'main' : 'quiet'} type="button" {...marks({ copy: value, copied, notCopied })}>
          <span aria-live="polite">{copy}</span>
          <span className="sr"> {label}</span>
        </Button>
      </span>
    </div>
  );
}

/** Groups a CLABE by its parts and other digits by four. Only spacing separates the groups. */
export function GroupedCode({ code }: { readonly code: string }): ReactNode {
  return groupsOf(code).map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be the same, and they never change place.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span className={styles.group}>{group}</span>
    </Fragment>
  ));
}

export function groupsOf(code: string): string[] {
  const plain = code.replace(/\s/g, '');
  if (isClabe(plain)) return formatClabe(plain).split(' ');
  return /^\d{6,}$/.test(plain) ? groupDigits(plain, 4).split(' ') : [plain];
}
