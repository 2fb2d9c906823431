import type { ReactNode } from 'react';
import { fill } from '#content/text-pack.ts';
import type { LoanAction } from '#domain/loan/loan-view.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { ButtonLink } from '../ui/form/button.tsx';
import { Pin } from '../ui/frame/pin.tsx';
import { DialogButton } from '../ui/notice/dialog.tsx';
import { extendDialogId, rateDialogId } from './loan-dialog-ids.ts';
import type { LoanSectionsProperties } from './loan-sections.tsx';

/** The actions of the status, the main one last (ORDER-4); rating is offered beside them while it is open (ORDER-6). */
export function LoanPin({
  text,
  order,
  view,
  links,
  money,
}: Pick<LoanSectionsProperties, 'text' | 'order' | 'view' | 'links'> & {
  readonly money: (amountMinor: MinorAmount) => string;
}): ReactNode {
  const { balance, canRate } = order;
  if (view.actions.length === 0 && !canRate) return null;
  const buttons: Record<LoanAction, ReactNode> = {
    extend: balance?.extension ? (
      <DialogButton key="extend" dialogId={extendDialogId}>
        {text.extend}
      </DialogButton>
    ) : (
      <ButtonLink key="extend" href={links.extend} kind="second">
        {text.extend}
      </ButtonLink>
    ),
    repay: (
      <ButtonLink key="repay" href={links.repay}>
        {balance ? fill(text.payAmount, { amount: money(balance.dueMinor) }) : text.pay}
      </ButtonLink>
    ),
    'borrow-again': (
      <ButtonLink key="borrow-again" href={links.borrowAgain}>
        {text.borrowAgain}
      </ButtonLink>
    ),
  };
  return (
    <Pin>
      {canRate && <DialogButton dialogId={rateDialogId}>{text.rate}</DialogButton>}
      {view.actions.map((action) => buttons[action])}
    </Pin>
  );
}
