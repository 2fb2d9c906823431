import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import type { confirmText } from '#content/messages/confirm.ts';
import type { TextsIn } from '#content/text-pack.ts';
import type { LoanOffer } from '#contract/calls/offer.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { Dialog, DialogActions } from '#ui/notice/dialog.tsx';
import { Note } from '#ui/notice/note.tsx';

/** The wait of `browser/reload-timer.ts` without script: `Refresh` counts whole seconds. */
const refreshDelaySeconds = 6;

/** Why the offer changes and when (CONFIRM-3): a sheet, and without script a band above the page. */
export function OfferReload({
  text,
  offer,
  reloadLink,
}: {
  readonly text: Pick<TextsIn<typeof confirmText>, 'reloadTitle' | 'reloadWait' | 'reloadNow' | 'close'>;
  readonly offer: Pick<LoanOffer, 'amountDescription'>;
  readonly reloadLink: string;
}): ReactNode {
  return (
    <Dialog id="reload" title={text.reloadTitle} closeLabel={text.close} {...marks({ reloadLink })}>
      {offer.amountDescription && <p>{offer.amountDescription}</p>}
      <p className="gap">{text.reloadWait}</p>
      <DialogActions>
        <ButtonLink href={reloadLink} kind="second">
          {text.reloadNow}
        </ButtonLink>
      </DialogActions>
    </Dialog>
  );
}

/**
 * The reload dialog's words for a page without script, which refreshes itself. After the first reload nothing goes on by
 * itself: a button asks again.
 */
export function OfferReloadBand({
  text,
  offer,
  reloadLink,
  isReload,
}: {
  readonly text: TextsIn<typeof confirmText>;
  readonly offer: Pick<LoanOffer, 'amountDescription'>;
  readonly reloadLink: string;
  readonly isReload: boolean;
}): ReactNode {
  if (isReload) {
    return (
      <section>
        <Note tone="warn">{`${offer.amountDescription} ${text.reloadStill}`.trim()}</Note>
        <ButtonLink href={reloadLink} kind="second">
          {text.reloadNow}
        </ButtonLink>
      </section>
    );
  }
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${refreshDelaySeconds};url=${reloadLink}`} />
      <section>
        <h2>{text.reloadTitle}</h2>
        <Note tone="warn">{`${offer.amountDescription} ${text.reloadWait}`.trim()}</Note>
        <p>
          <a href={reloadLink}>{text.reloadNow}</a>
        </p>
      </section>
    </noscript>
  );
}
