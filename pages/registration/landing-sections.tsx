import type { ReactNode } from 'react';
import { Logo } from '../ui/frame/logo.tsx';
import type { LandingCost } from './landing-cost.ts';
import styles from './landing-sections.module.css';

/** The bar of the promotion pages: the app's name, and the way to what a loan costs. */
export function PromotionBar({
  appName,
  homeLink,
  help,
}: {
  readonly appName: string;
  readonly homeLink: string;
  readonly help: string;
}): ReactNode {
  return (
    <header className={styles.bar}>
      <Logo name={appName} link={homeLink} />
      <a className={styles.help} href={homeLink}>
        {help}
      </a>
    </header>
  );
}

/** What a loan costs, before anybody asks for one. */
export function CostSection({ cost }: { readonly cost: LandingCost | null }): ReactNode {
  if (cost === null) return null;
  return (
    <section className={styles.cost}>
      <h2>{cost.heading}</h2>
      <p>{cost.sentences}</p>
    </section>
  );
}
