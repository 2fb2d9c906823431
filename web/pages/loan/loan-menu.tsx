import type { ReactNode } from 'react';
import { chargeDisputeText, chargeName } from '#content/messages/charge-dispute.ts';
import { coolingOffText } from '#content/messages/cooling-off.ts';
import { dearExtensionText } from '#content/messages/dear-extension.ts';
import { documentsText } from '#content/messages/documents.ts';
import { loanText } from '#content/messages/loan.ts';
import { newPlanText } from '#content/messages/new-plan.ts';
import { paymentClaimText } from '#content/messages/payment-claim.ts';
import { receivedText } from '#content/messages/received.ts';
import { fill } from '#content/text-pack.ts';
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
import { hasDay, Words } from '#ui/words.tsx';
import { chargeDisputePath } from '../charge-dispute/charges.tsx';
import { agreedPlans, NewPlanHistory, waitingPlan } from '../new-plan/new-plan-figures.tsx';
import { newPlanPath } from '../new-plan/new-plan-path.ts';
import { usePage } from '../page-context.tsx';
import { paymentClaimPath } from '../payment-claim/claim-form.tsx';
import { recentPayment } from './circumstances.ts';
import { CoolingOff } from './cooling-off.tsx';
import { DearExtension } from './dear-extension.tsx';
import { DeclineComplaint } from './declined-loan.tsx';
import { hasDocuments, LoanDocuments } from './documents.tsx';
import { extendingBy, extendLink, extendPlaceId } from './extension-offer.tsx';
import { LoanDates, type MenuProperties } from './loan-facts.tsx';
import { NextSteps } from './next-steps.tsx';
import { hasReceived, ReceivedPayments, receiptLink } from './received.tsx';

export const ratePlaceId = 'rate-this';

/** Everything else to read or do, a row each: help first if the loan is late, then what is going on, then papers. */
export function LoanMenu(properties: MenuProperties): ReactNode {
  const { loan, view, banner, links } = properties;
  const { statement, status, balance } = loan;
  const page = usePage();
  const { language, helpLink, key, link } = page;
  const text = loanText[language];
  const isOpen = isRunning(status);
  const agreed = agreedPlans(statement);
  const explainsDear =
    !!statement?.dearExtension && view.main !== null && isOpen && !view.actions.includes('extend');
  const showsCharges = view.showsDetails && (statement?.charges ?? []).length > 0;
  return (
    <LinkBand>
      {status === 'overdue' && !explainsDear && (
        <LinkLine icon={messageIcon} isHeavy href={helpLink}>
          {text.talk}
        </LinkLine>
      )}
      {explainsDear && (
        <FoldLine
          icon={status === 'overdue' ? messageIcon : laterIcon}
          isHeavy={status === 'overdue'}
          title={status === 'overdue' ? text.talk : dearExtensionText[language].title}
        >
          <DearExtension statement={statement} isInFold />
        </FoldLine>
      )}
      <GoingOn {...properties} />
      {agreed.length > 0 && view.showsDetails && (
        <FoldLine icon={listIcon} title={newPlanText[language].history}>
          <NewPlanHistory plans={agreed} />
        </FoldLine>
      )}
      {statement?.claims && isOpen && (
        <LinkLine icon={doneIcon} href={link(paymentClaimPath, key)}>
          {paymentClaimText[language].title}
        </LinkLine>
      )}
      {(balance !== null ||
        [banner, { description: loan.statusDescription }].some(({ description }) => hasDay(description))) && (
        <FoldLine icon={listIcon} title={text.dates}>
          <LoanDates {...properties} />
        </FoldLine>
      )}
      {statement && !isOpen && view.showsDetails && hasReceived(statement) && (
        <FoldLine icon={receiptIcon} title={text.whatYouPaid}>
          <ReceivedPayments statement={statement} />
        </FoldLine>
      )}
      {showsCharges && (
        <LinkLine icon={receiptIcon} href={link(chargeDisputePath, key)}>
          {text.charges}
        </LinkLine>
      )}
      {view.showsDetails && hasDocuments(loan) && (
        <FoldLine icon={paperIcon} title={documentsText[language].heading}>
          <LoanDocuments loan={loan} agreementLink={links.agreement} />
        </FoldLine>
      )}
      {loan.coolingOff && (
        <FoldLine icon={giveBackIcon} title={coolingOffText[language].heading}>
          <CoolingOff coolingOff={loan.coolingOff} today={statement?.today ?? ''} />
        </FoldLine>
      )}
      {view.isLive && (
        <LinkLine icon={messageIcon} href={helpLink}>
          {text.askAboutIt}
        </LinkLine>
      )}
      {status === 'declined' && <DeclineComplaint link={links.complain} />}
      {loan.canRate && (
        <LinkLine icon={starIcon} href={`#${rateDialogId}`} id={ratePlaceId}>
          {text.rate}
        </LinkLine>
      )}
      <NextSteps view={view} links={links} />
    </LinkBand>
  );
}

function GoingOn({ loan, view, extension }: MenuProperties): ReactNode {
  const { language, money, dates, key, link, currency } = usePage();
  const text = loanText[language];
  const { statement } = loan;
  const news = recentPayment(loan);
  const claimed = statement?.claims?.filter(({ state }) => state === 'waiting') ?? [];
  const disputed =
    statement?.disputes?.filter(({ state, amountMinor }) => state === 'open' && amountMinor > 0) ?? [];
  const plan = waitingPlan(statement);
  return (
    <>
      {plan && (
        <LinkLine
          icon={paperIcon}
          isHeavy
          href={link(newPlanPath, key)}
          note={
            <Words
              text={fill(newPlanText[language].until, { date: dates.day(plan.validThrough) })}
              shortDay={dates.short}
            />
          }
        >
          {newPlanText[language].offered}
        </LinkLine>
      )}
      {view.actions.includes('extend') && (loan.status !== 'overdue' || extension === null) && (
        <LinkLine icon={laterIcon} id={extendPlaceId} href={extendLink}>
          {extension ? extendingBy(extension, text) : text.extend}
        </LinkLine>
      )}
      {news && (
        <LinkLine
          icon={receiptIcon}
          href={receiptLink({ link, key }, news)}
          note={view.scene !== 'arrived' && receivedText[language].seeReceipt}
        >
          {view.scene === 'arrived'
            ? receivedText[language].seeReceipt
            : fill(text.arrivedTitle, { amount: money(news.amountMinor) })}
        </LinkLine>
      )}
      {view.main !== 'see-claim' &&
        isRunning(loan.status) &&
        claimed.map((claim) => (
          <LinkLine
            key={claim.claimId}
            icon={doneIcon}
            href={link(paymentClaimPath, key)}
            note={fill(text.until, { date: dates.day(claim.answerBy) })}
          >
            {fill(text.claimedPart, { amount: money(claim.amountMinor) })}
          </LinkLine>
        ))}
      {disputed.map(({ disputeId, chargeId, kind, answerBy }) => (
        <LinkLine
          key={disputeId}
          icon={flagIcon}
          href={link(chargeDisputePath, { ...key, charge: chargeId })}
          note={<Words text={fill(text.until, { date: dates.day(answerBy) })} shortDay={dates.short} />}
        >
          {fill(chargeDisputeText[language].inReviewRow, {
            charge: chargeName(kind, language, currency),
          })}
        </LinkLine>
      ))}
    </>
  );
}
