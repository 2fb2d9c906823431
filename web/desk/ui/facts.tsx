import type { ReactNode } from 'react';
import { useDesk } from '../desk-context.ts';
import styles from './facts.module.css';

export type ShownFact = readonly [name: string, value: ReactNode];

/** A list of names and values: `facts` first, then `children` (`Fact` elements). */
export function FactList({
  label,
  facts = [],
  children,
}: {
  readonly label?: string;
  /** `false` is left out. */
  readonly facts?: readonly (ShownFact | false)[];
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <dl className={styles.facts} aria-label={label}>
      {facts.map(
        (fact) =>
          fact && (
            <Fact key={fact[0]} name={fact[0]}>
              {fact[1]}
            </Fact>
          ),
      )}
      {children}
    </dl>
  );
}

export function factLink(href: string, words: ReactNode): ReactNode {
  return (
    <a key={href} href={href}>
      {words}
    </a>
  );
}

export function Fact({
  name,
  isCode = false,
  children,
}: {
  readonly name: ReactNode;
  readonly isCode?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isCode ? 'hash' : undefined}>{children}</dd>
    </div>
  );
}

/** The button that shows a masked value, which is logged. @param what its name for screen readers. */
export function ShowButton({
  what,
  name,
  value,
}: {
  readonly what: string;
  readonly name: string;
  readonly value: string;
}): ReactNode {
  const desk = useDesk();
  return (
    <button className={styles.show} type="submit" name={name} value={value}>
      {desk.words.showLogged}
      <span className="sr"> {what}</span>
    </button>
  );
}
