import type { ReactNode } from 'react';
import { chargeDisputeText, chargeName } from '#content/messages/charge-dispute.ts';
import { coolingOffText } from '#content/messages/cooling-off.ts';
import { declineText } from '#content/messages/decline.ts';
import { documentsText } from '#content/messages/documents.ts';
import { paymentClaimText } from '#content/messages/payment-claim.ts';
import { paymentPlanText } from '#content/messages/payment-plan.ts';
import { receivedText } from '#content/messages/received.ts';
import { fill } from '#content/text-pack.ts';
import type { ExtensionComparison } from '#contract/calls/loan.ts';
import type { HostPages } from '#domain/bridge/actions.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { rateDialogId } from '#ui/form/rating.tsx';
import {
  doneIcon,
  flagIcon,
  giveBackIcon,
  laterIcon,
  listIcon,
  messageIcon,
  paperIcon,
  receiptIcon,
  starIcon,
} from '#ui/frame/icons.tsx';
import { FoldLine, LinkBand, LinkLine } from '#ui/frame/link-list.tsx';
import { Words } from '#ui/words.tsx';
import { chargeDisputePath } from '../charge-dispute/charges.tsx';
import { paymentClaimPath } from '../payment-claim/claim-form.tsx';
import type { BannerWords } from './banner-words.ts';
import { newsOf } from './circumstances.ts';
import { CoolingOff } from './cooling-off.tsx';
import { hasDocuments, LoanDocuments } from './documents.tsx';
import { extendingBy, extendLink, extendPlaceId, type OfferTexts } from './extension-offer.tsx';
import { LoanFacts } from './loan-facts.tsx';
import type { OrderProperties } from './loan-hero.tsx';
import { PaymentPlan } from './payment-plan.tsx';
import { hasReceived, ReceivedPayments, receiptLink } from './received.tsx';
import { WaysOn } from './ways-on.tsx';

/** Where the link to the rating stands. */
export const ratePlaceId = 'rate-this';

/** What the menu of the order page reads besides. */
export interface MenuProperties extends Omit<OrderProperties, 'text' | 'links'> {
  readonly text: OfferTexts;
  readonly banner: BannerWords;
  readonly extension: ExtensionComparison | null;
  readonly logo: string | null;
  readonly hostPages: Pick<HostPages, 'productDetail' | 'recommendList'>;
  readonly productId: string;
  readonly links: OrderProperties['links'] & {
    readonly agreement: string | null;
    readonly more: string | null;
    readonly complain: string;
    readonly product: string;
    readonly home: string;
    readonly account: string;
    readonly recommendedLoans: string;
  };
}

/** Everything else that can be read and done, a row each: help first where the loan is late, then what goes on, then its papers. */
export function LoanMenu(properties: MenuProperties): ReactNode {
  const { open, text, loan, view, links } = properties;
  const { statement, status, balance } = loan;
  const { language, helpLink } = open;
  const key = open.key();
  const isOpen = isRunning(status);
  const showsCharges = view.showsDetails && (statement?.charges ?? []).length > 0;
  return (
    <LinkBand>
      {status === 'overdue' && (
        <LinkLine icon={messageIcon} isHeavy href={helpLink}>
          {text.talk}
        </LinkLine>
      )}
      <GoingOn {...properties} />
      {statement?.paymentPlan && view.main !== null && isOpen && !view.actions.includes('extend') && (
        <FoldLine icon={laterIcon} title={paymentPlanText[language].title}>
          <PaymentPlan
            {...{ open, statement, money: properties.money }}
            day={properties.dates.day}
            isInFold
          />
        </FoldLine>
      )}
      {statement?.claims && isOpen && (
        <LinkLine icon={doneIcon} href={open.link(paymentClaimPath, key)}>
          {paymentClaimText[language].title}
        </LinkLine>
      )}
      <FoldLine icon={listIcon} title={text.loanDetails} isOpen={balance === null && view.showsDetails}>
        <LoanFacts {...properties} />
      </FoldLine>
      {statement && view.showsDetails && hasReceived(statement) && (
        <FoldLine icon={receiptIcon} title={isOpen ? receivedText[language].whatArrived : text.whatYouPaid}>
          <ReceivedPayments
            {...{ open, statement, money: properties.money }}
            moment={properties.dates.minute}
          />
        </FoldLine>
      )}
      {showsCharges && (
        <LinkLine icon={receiptIcon} href={open.link(chargeDisputePath, key)}>
          {text.charges}
        </LinkLine>
      )}
      {view.showsDetails && hasDocuments(loan) && (
        <FoldLine icon={paperIcon} title={documentsText[language].heading}>
          <LoanDocuments open={open} loan={loan} agreementLink={links.agreement} />
        </FoldLine>
      )}
      {loan.coolingOff && (
        <FoldLine icon={giveBackIcon} title={coolingOffText[language].heading}>
          <CoolingOff
            open={open}
            coolingOff={loan.coolingOff}
            taxName={chargeName('vat', language, loan.currency)}
            today={statement?.today ?? ''}
            money={properties.money}
            day={properties.dates.day}
          />
        </FoldLine>
      )}
      {view.isLive && (
        <LinkLine icon={messageIcon} href={helpLink}>
          {text.askAboutIt}
        </LinkLine>
      )}
      {status === 'declined' && (
        <LinkLine icon={flagIcon} href={links.complain}>
          {declineText[language].complain}
        </LinkLine>
      )}
      {loan.canRate && (
        <LinkLine icon={starIcon} href={`#${rateDialogId}`} id={ratePlaceId}>
          {text.rate}
        </LinkLine>
      )}
      <WaysOn {...properties} />
    </LinkBand>
  );
}

/** What goes on with the loan just now, each with where it is told whole. */
function GoingOn({ open, text, money, dates, loan, view, extension }: MenuProperties): ReactNode {
  const { statement } = loan;
  const news = newsOf(loan);
  const key = open.key();
  const claimed = statement?.claims?.filter(({ state }) => state === 'waiting') ?? [];
  const disputed = statement?.disputes?.filter(({ state }) => state === 'open') ?? [];
  return (
    <>
      {view.actions.includes('extend') && (loan.status !== 'overdue' || extension === null) && (
        <LinkLine icon={laterIcon} id={extendPlaceId} href={extendLink}>
          {extension ? extendingBy(extension, text) : text.extend}
        </LinkLine>
      )}
      {news && (
        <LinkLine
          icon={receiptIcon}
          href={receiptLink(open, news)}
          note={view.scene !== 'arrived' && receivedText[open.language].seeReceipt}
        >
          {view.scene === 'arrived'
            ? receivedText[open.language].seeReceipt
            : fill(text.arrivedTitle, { amount: money(news.amountMinor) })}
        </LinkLine>
      )}
      {view.main !== 'see-claim' &&
        claimed.map((claim) => (
          <LinkLine
            key={claim.claimId}
            icon={doneIcon}
            href={open.link(paymentClaimPath, key)}
            note={<Until day={claim.answerBy} {...{ text, dates }} />}
          >
            {fill(text.claimedPart, { amount: money(claim.amountMinor) })}
          </LinkLine>
        ))}
      {disputed.map(({ disputeId, chargeId, kind, answerBy }) => (
        <LinkLine
          key={disputeId}
          icon={flagIcon}
          href={open.link(chargeDisputePath, { ...key, charge: chargeId })}
          note={<Until day={answerBy} {...{ text, dates }} />}
        >
          {fill(chargeDisputeText[open.language].inReviewRow, {
            charge: chargeName(kind, open.language, loan.currency),
          })}
        </LinkLine>
      ))}
    </>
  );
}

/** Until when an answer comes; the page it leads to says it whole. */
function Until({
  day,
  text,
  dates,
}: Pick<MenuProperties, 'text' | 'dates'> & { readonly day: string }): ReactNode {
  return <Words text={fill(text.until, { date: dates.day(day) })} shortDay={dates.short} />;
}
