import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { confirmText } from '#content/messages/confirm.ts';
import type { LoanOffer } from '#contract/calls/offer.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { Banner } from '#ui/frame/banner.tsx';
import { Dialog, DialogActions } from '#ui/notice/dialog.tsx';
import { useText } from '../page-context.tsx';

/** For pages without script; `Refresh` counts whole seconds. */
const refreshDelaySeconds = 6;

/**
 * Shown while an offer's figures are being calculated (CONFIRM-3): reloads by itself, without script too. Nothing can be accepted
 * meanwhile.
 */
export function OfferReload({
  offer,
  reloadLink,
}: {
  readonly offer: Pick<LoanOffer, 'amountDescription'>;
  readonly reloadLink: string;
}): ReactNode {
  const text = useText(confirmText);
  return (
    <>
      <main>
        <noscript>
          <meta httpEquiv="refresh" content={`${refreshDelaySeconds};url=${reloadLink}`} />
        </noscript>
        <Banner
          scene="on-its-way"
          tone="brand"
          title={text.reloadTitle}
          description={offer.amountDescription}
        />
        <section>
          <p>{text.reloadWait}</p>
          <ButtonLink href={reloadLink} kind="second">
            {text.reloadNow}
          </ButtonLink>
        </section>
      </main>
      <Dialog id="reload" title={text.reloadTitle} closeLabel={text.close} {...marks({ reloadLink })}>
        {offer.amountDescription && <p>{offer.amountDescription}</p>}
        <p className="gap">{text.reloadWait}</p>
        <DialogActions>
          <ButtonLink href={reloadLink} kind="second">
            {text.reloadNow}
          </ButtonLink>
        </DialogActions>
      </Dialog>
    </>
  );
}
