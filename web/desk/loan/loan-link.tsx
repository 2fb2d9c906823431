import type { ReactNode } from 'react';
import type { DeskLoanRow } from '#contract/desk.ts';
import { borrowerPath, loanPath } from '../paths.ts';

/** The number of a loan; leads to its page. */
export function LoanNumber({ orderNumber }: { readonly orderNumber: string }): ReactNode {
  return (
    <a className="num" href={loanPath(orderNumber)}>
      {orderNumber}
    </a>
  );
}

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

/** Who took a loan, masked, with the way to their case. */
export function BorrowerLink({
  loan: { borrowerId, borrower },
}: {
  readonly loan: Pick<DeskLoanRow, 'borrowerId' | 'borrower'>;
}): ReactNode {
  return <a href={borrowerPath(borrowerId)}>{borrower || '•••'}</a>;
}
