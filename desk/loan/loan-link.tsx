import type { ReactNode } from 'react';
import type { DeskLoanRow } from '#contract/desk.ts';
import { loanPath } from '../paths.ts';

/** A loan by its number, with its product and, where wanted, when it was asked for. */
export function LoanLink({
  loan: { orderNumber, productName },
  appliedAt,
}: {
  readonly loan: Pick<DeskLoanRow, 'orderNumber' | 'productName'>;
  readonly appliedAt?: string;
}): ReactNode {
  return (
    <>
      <a className="num" href={loanPath(orderNumber)}>
        {orderNumber}
      </a>{' '}
      <span className="sub">{productName}</span>
      {appliedAt && (
        <>
          <br />
          <span className="sub num">{appliedAt}</span>
        </>
      )}
    </>
  );
}
