import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { Icon, storeIcon } from '../frame/icons.tsx';
import { GroupedCode } from './copyable-code.tsx';
import styles from './slip.module.css';

/**
 * A slip to show at a shop's till, black on white in both modes. Its marks let script fill an empty one with a stored slip
 * (`web/browser/saved-vouchers.ts`).
 */
export function Slip({
  logo = null,
  shop,
  instructions,
  amount,
  caption,
  image,
  imageText,
  code,
  until,
  note,
}: {
  /** A checked image address. */
  readonly logo?: string | null;
  readonly shop: string;
  readonly instructions: string;
  readonly amount: string;
  readonly caption: string;
  /** A checked image address; empty for none. */
  readonly image: string;
  readonly imageText: string;
  readonly code: string;
  readonly until: string;
  readonly note: string;
}): ReactNode {
  return (
    <article className={styles.slip}>
      <p className={styles.shop}>
        {logo ? <img src={logo} height="32" alt="" /> : <Icon path={storeIcon} size={32} />}
        <span translate="no" {...marks({ part: 'title' })}>
          {shop}
        </span>
      </p>
      <p>
        <small {...marks({ part: 'instructions' })}>{instructions}</small>
      </p>
      <p className={styles.amount} {...marks({ part: 'amount' })}>
        {amount.replace('\u00a0', ' ')}
      </p>
      <p className={styles.caption} {...marks({ part: 'caption' })}>
        {caption}
      </p>
      <img
        className={styles.code}
        src={image || undefined}
        alt={imageText}
        hidden={image === ''}
        {...marks({ part: 'image' })}
      />
      <p className={styles.digits} translate="no" {...marks({ part: 'code' })}>
        <GroupedCode code={code} />
      </p>
      <p className={styles.until} {...marks({ part: 'until' })}>
        {until}
      </p>
      <p>
        <small {...marks({ part: 'note' })}>{note}</small>
      </p>
    </article>
  );
}
