import type { ReactNode } from 'react';
import type { complaintDetailsText } from '#content/messages/complaint-details.ts';
import type { TextsIn } from '#content/text-pack.ts';
import { Button } from '../ui/form/button.tsx';
import { Stars } from '../ui/form/stars.tsx';
import { Dialog, DialogActions, DialogButton } from '../ui/notice/dialog.tsx';
import { starsText } from './details-sections.tsx';
import { ratingDialogId } from './rating-sheet.ts';

/** The rating as a sheet, which script opens at its time (COMP-6). */
export function RatingDialog({ text }: { readonly text: TextsIn<typeof complaintDetailsText> }): ReactNode {
  return (
    <Dialog id={ratingDialogId} title={text.rateTitle} closeLabel={text.close}>
      <Stars name="score" idPrefix="star-" text={starsText(text)} />
      <DialogActions>
        <Button>{text.sendRating}</Button>
        <DialogButton dialogId={ratingDialogId} command="close" kind="quiet">
          {text.notNow}
        </DialogButton>
      </DialogActions>
    </Dialog>
  );
}
