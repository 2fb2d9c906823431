import type { ReactNode } from 'react';
import { loanText } from '#content/messages/loan.ts';
import { Fold } from '#ui/figures/fold.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { doneIcon, Icon } from '#ui/frame/icons.tsx';
import { usePage, useText } from '../page-context.tsx';
import { paymentClaimPath } from '../payment-claim/claim-form.tsx';
import payStyles from './pay-by-way.module.css';

/** Replaces the pay buttons while staff look for a payment that the borrower reported. Paying again needs a confirmation. */
export function ClaimedAlready({ againLink }: { readonly againLink: string }): ReactNode {
  const { key, link } = usePage();
  const text = useText(loanText);
  return (
    <>
      <div className={payStyles.pay}>
        <ButtonLink href={link(paymentClaimPath, key)}>
          <Icon path={doneIcon} />
          {text.seeClaim}
        </ButtonLink>
      </div>
      <Fold title={text.payAgain}>
        <p>{text.payAgainLine}</p>
        <ButtonLink href={againLink} kind="second">
          {text.payAgainYes}
        </ButtonLink>
      </Fold>
    </>
  );
}
