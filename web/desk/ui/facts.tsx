import type { ReactNode } from 'react';
import { useDesk } from '../desk-context.ts';
import styles from './facts.module.css';

/** One thing that is known: its name, and how it is shown. */
export type ShownFact = readonly [name: string, value: ReactNode];

/** What is known of something, one below the other: `facts`, then what stands in it. */
export function FactList({
  label,
  facts = [],
  children,
}: {
  readonly label?: string;
  /** Those that are false are left out. */
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

/** The value of a fact that leads to a page. */
export function factLink(href: string, words: ReactNode): ReactNode {
  return (
    <a key={href} href={href}>
      {words}
    </a>
  );
}

/** One of them. */
export function Fact({
  name,
  isCode = false,
  children,
}: {
  readonly name: ReactNode;
  /** Whether it is read by machines. */
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

/** Shows what is masked, and logs it; `what` names it for those who do not see where the button stands. */
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
