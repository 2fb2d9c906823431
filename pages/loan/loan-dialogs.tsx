import type { ReactNode } from 'react';
import type { loanText } from '#content/messages/loan.ts';
import type { TextsIn } from '#content/text-pack.ts';
import type { LoanDetail } from '#contract/calls/loan.ts';
import type { Language } from '#domain/language.ts';
import type { LoanView } from '#domain/loan/loan-view.ts';
import type { Score } from '#domain/loan/rating.ts';
import type { AmountStyle } from '#domain/money/money-format.ts';
import { Button } from '../ui/form/button.tsx';
import { Stars } from '../ui/form/stars.tsx';
import { Dialog, DialogActions, DialogButton } from '../ui/notice/dialog.tsx';
import { ExtensionReminder } from './extension-reminder.tsx';
import { rateDialogId, thanksDialogId } from './loan-dialog-ids.ts';
import { starsText } from './stars-text.ts';

/** The order page's sheets: the extension reminder (ORDER-7), the rating and its thanks (ORDER-6). */
export function LoanDialogs({
  text,
  language,
  amountStyle,
  order,
  view,
  thanksScore,
  links,
}: {
  readonly text: TextsIn<typeof loanText>;
  readonly language: Language;
  readonly amountStyle: AmountStyle;
  readonly order: LoanDetail;
  readonly view: LoanView;
  readonly thanksScore: Score | null;
  readonly links: { readonly extend: string; readonly repay: string };
}): ReactNode {
  const extension = view.actions.includes('extend') ? order.balance?.extension : null;
  return (
    <>
      {extension && (
        <ExtensionReminder
          extension={extension}
          text={text}
          language={language}
          amountStyle={amountStyle}
          links={links}
        />
      )}
      {order.canRate && (
        <Dialog id={rateDialogId} title={text.rateTitle} closeLabel={text.close}>
          <Stars name="score" idPrefix="star-" text={starsText(text)} />
          <DialogActions>
            <Button>{text.sendRating}</Button>
            <DialogButton dialogId={rateDialogId} command="close" kind="quiet">
              {text.notNow}
            </DialogButton>
          </DialogActions>
        </Dialog>
      )}
      {thanksScore !== null && (
        <Dialog id={thanksDialogId} title={text.thanksTitle} closeLabel={text.close}>
          <p>{text.thanksLine}</p>
          <DialogActions>
            <DialogButton dialogId={thanksDialogId} command="close">
              {text.close}
            </DialogButton>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
