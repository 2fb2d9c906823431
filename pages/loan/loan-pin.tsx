import type { ReactNode } from 'react';
import type { loanText } from '#content/messages/loan.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { ExtensionComparison, LoanDetail } from '#contract/calls/loan.ts';
import type { LoanAction, LoanView } from '#domain/loan/loan-view.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { hostAction } from '#ui/bridge/links.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { rateDialogId } from '#ui/form/rating.tsx';
import { Pin } from '#ui/frame/pin.tsx';
import { DialogButton } from '#ui/notice/dialog.tsx';
import { extendDialogId } from './extension-offer.tsx';

/** The actions of the status, the main one last (ORDER-4); rating is offered beside them while it is open (ORDER-6). */
export function LoanPin({
  text,
  money,
  loan: { balance, canRate, statement },
  view,
  extension,
  links,
}: {
  readonly text: TextsIn<typeof loanText>;
  readonly money: (amountMinor: MinorAmount) => string;
  readonly loan: Pick<LoanDetail, 'balance' | 'canRate' | 'statement'>;
  readonly view: Pick<LoanView, 'actions'>;
  readonly extension: ExtensionComparison | null;
  readonly links: { readonly repay: string; readonly borrowAgain: string };
}): ReactNode {
  // The ways to pay stand on the page, each with its own button of the same weight.
  const actions = extension ? [] : view.actions;
  if (actions.length === 0 && !canRate) return null;
  // Where there is money to ask for, that is the one filled button.
  const hasCredit = (statement?.heldMinor ?? 0) > 0;
  // What a bank is confirming already is not asked for once more.
  const isPartPending = (statement?.pendingMinor ?? null) !== null;
  const buttons: Record<LoanAction, ReactNode> = {
    extend: (
      <DialogButton key="extend" dialogId={extendDialogId}>
        {text.extend}
      </DialogButton>
    ),
    repay: (
      <ButtonLink key="repay" href={links.repay}>
        {balance && !isPartPending ? fill(text.payAmount, { amount: money(balance.dueMinor) }) : text.pay}
      </ButtonLink>
    ),
    'borrow-again': (
      <ButtonLink
        key="borrow-again"
        href={links.borrowAgain}
        kind={hasCredit ? 'second' : 'main'}
        {...hostAction({ name: 'goToLoan' })}
      >
        {text.borrowAgain}
      </ButtonLink>
    ),
  };
  return (
    <Pin>
      {canRate && <DialogButton dialogId={rateDialogId}>{text.rate}</DialogButton>}
      {actions.map((action) => buttons[action])}
    </Pin>
  );
}
