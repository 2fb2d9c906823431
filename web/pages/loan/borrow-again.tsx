import type { ReactNode } from 'react';
import { loanText } from '#content/messages/loan.ts';
import type { LoanView } from '#domain/loan/loan-view.ts';
import { hostAction } from '#ui/bridge/links.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { useText } from '../page-context.tsx';
import styles from './borrow-again.module.css';

export function BorrowAgain({
  view,
  links,
}: {
  readonly view: Pick<LoanView, 'actions'>;
  readonly links: { readonly borrowAgain: string };
}): ReactNode {
  const text = useText(loanText);
  if (!view.actions.includes('borrow-again')) return null;
  return (
    <section className={styles.wide}>
      <ButtonLink href={links.borrowAgain} kind="second" {...hostAction({ name: 'goToLoan' })}>
        {text.borrowAgain}
      </ButtonLink>
    </section>
  );
}
