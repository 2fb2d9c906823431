import type { ComponentProps, ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { Button, type ButtonKind } from '../form/button.tsx';
import targetStyles from '../frame/icon-target.module.css';
import { closeIcon, Icon } from '../frame/icons.tsx';
import styles from './dialog.module.css';

declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    readonly command?: 'show-modal' | 'close';
    readonly commandfor?: string;
  }
}

/**
 * A sheet at the lower edge. `DialogButton` opens it; cross, Escape and a tap beside it close it, all without script. With
 * `returnTo` a link to its id opens it in every web view, and its cross leads back there (`web/browser/sheet.ts`).
 */
export function Dialog({
  id,
  title,
  closeLabel,
  returnTo,
  children,
  ...attributes
}: Omit<ComponentProps<'dialog'>, 'className'> & {
  readonly id: string;
  readonly title: string;
  readonly closeLabel: string;
  readonly returnTo?: string;
}): ReactNode {
  return (
    <dialog
      className={returnTo === undefined ? styles.dialog : `${styles.dialog} ${styles.sheet}`}
      id={id}
      aria-labelledby={`${id}-title`}
      closedby="any"
      {...marks({ sheet: returnTo })}
      {...attributes}
    >
      <div className={styles.head}>
        {/* biome-ignore lint/a11y/noAutofocus: where focus goes when the dialog opens; on loading the page it does nothing. */}
        <h2 id={`${id}-title`} tabIndex={-1} autoFocus>
          {title}
        </h2>
        <span className={styles.close}>
          {returnTo === undefined ? (
            <button
              className={targetStyles.target}
              type="button"
              command="close"
              commandfor={id}
              aria-label={closeLabel}
            >
              <Icon path={closeIcon} />
            </button>
          ) : (
            <a className={targetStyles.target} href={`#${returnTo}`} aria-label={closeLabel}>
              <Icon path={closeIcon} />
            </a>
          )}
        </span>
      </div>
      {children}
    </dialog>
  );
}

export function DialogActions({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.actions}>{children}</div>;
}

export function DialogButton({
  dialogId,
  command = 'show-modal',
  kind = 'second',
  children,
}: {
  readonly dialogId: string;
  readonly command?: 'show-modal' | 'close';
  readonly kind?: ButtonKind;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Button kind={kind} type="button" command={command} commandfor={dialogId}>
      {children}
    </Button>
  );
}
