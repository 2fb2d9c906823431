import type { ReactNode } from 'react';
import type { DeskLoanRow } from '#contract/desk.ts';
import { borrowerPath, loanPath } from '../paths.ts';

export function LoanNumber({ orderNumber }: { readonly orderNumber: string }): ReactNode {
  return (
    <a className="num" href={loanPath(orderNumber)}>
      {orderNumber}
    </a>
  );
}

export function LoanLink({
  loan: { orderNumber, productName },
  appliedAt,
}: {
  readonly loan: Pick<DeskLoanRow, 'orderNumber' | 'productName'>;
  readonly appliedAt?: string;
}): ReactNode {
  return (
    <>
      <LoanNumber orderNumber={orderNumber} /> <span className="sub">{productName}</span>
      {appliedAt && (
        <>
          <br />
          <span className="sub num">{appliedAt}</span>
        </>
      )}
    </>
  );
}

export function BorrowerLink({
  loan: { borrowerId, borrower },
}: {
  readonly loan: Pick<DeskLoanRow, 'borrowerId' | 'borrower'>;
}): ReactNode {
  return <a href={borrowerPath(borrowerId)}>{borrower || '•••'}</a>;
}
