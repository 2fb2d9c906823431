import type { ReactNode } from 'react';
import type { orderText } from '#content/messages/order.ts';
import type { TextsIn } from '#content/text-pack.ts';
import type { OrderDetail } from '#contract/order.ts';
import type { Language } from '#domain/language.ts';
import type { AmountStyle } from '#domain/money-format.ts';
import type { OrderView } from '#domain/order-view.ts';
import type { Score } from '#domain/rating.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogButton } from '../../ui/dialog.tsx';
import { Stars } from '../../ui/stars.tsx';
import { ExtensionReminder } from './extension-reminder.tsx';
import { rateDialogId, thanksDialogId } from './order-dialog-ids.ts';
import { starsText } from './stars-text.ts';

/** The order page's sheets: the extension reminder (ORDER-7), the rating and its thanks (ORDER-6). */
export function OrderDialogs({
  text,
  language,
  amountStyle,
  order,
  view,
  thanksScore,
  links,
}: {
  readonly text: TextsIn<typeof orderText>;
  readonly language: Language;
  readonly amountStyle: AmountStyle;
  readonly order: OrderDetail;
  readonly view: OrderView;
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
