import type { ReactNode } from 'react';
import type { CorrectionTarget } from '#domain/desk/effect.ts';
import { batchPath, borrowerPath, loanPath, productPath, settlementPath, unmatchedPath } from '../paths.ts';

const pathOf: Readonly<Record<string, (id: string) => string>> = {
  product: productPath,
  batch: batchPath,
  settlement: settlementPath,
};

export function TargetLink({
  target: { orderNumber, payment, subject },
}: {
  readonly target: CorrectionTarget;
}): ReactNode {
  if (subject !== undefined) {
    const [kind = '', ...name] = subject.split(':');
    const id = name.join(':');
    return (
      <a className="hash" href={pathOf[kind]?.(id) ?? borrowerPath(id)}>
        {id}
      </a>
    );
  }
  return (
    <a className={payment ? 'hash' : 'num'} href={payment ? unmatchedPath(payment) : loanPath(orderNumber)}>
      {payment ? payment.eventId : orderNumber}
    </a>
  );
}
