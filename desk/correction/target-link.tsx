import type { ReactNode } from 'react';
import type { CorrectionTarget } from '#domain/desk/effect.ts';
import { loanPath, unmatchedPath } from '../paths.ts';

/** The page of what a correction is made to: a loan, or a payment without one. */
export function TargetLink({
  target: { orderNumber, payment },
}: {
  readonly target: CorrectionTarget;
}): ReactNode {
  return (
    <a className={payment ? 'hash' : 'num'} href={payment ? unmatchedPath(payment) : loanPath(orderNumber)}>
      {payment ? payment.eventId : orderNumber}
    </a>
  );
}
