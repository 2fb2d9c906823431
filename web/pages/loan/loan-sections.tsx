import type { ReactNode } from 'react';
import { borrowerMessageText } from '#content/messages/borrower-message.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { Banner } from '#ui/frame/banner.tsx';
import { Note } from '#ui/notice/note.tsx';
import { Words } from '#ui/words.tsx';
import { DisputeAnswers } from '../charge-dispute/dispute-notices.tsx';
import { usePage, useText } from '../page-context.tsx';
import { ClaimAnswers, ClaimNotices } from '../payment-claim/claim-notices.tsx';
import { documentPaths } from './document-paths.ts';
import { OverdueOptions } from './extension-offer.tsx';
import { LoanFacts, type MenuProperties, PlanAtAGlance } from './loan-facts.tsx';
import { LoanHero } from './loan-hero.tsx';
import { LoanMenu } from './loan-menu.tsx';
import { PendingNotice, QuietLivePayments, TakenBackNotice } from './received.tsx';

export function LoanSections(properties: MenuProperties): ReactNode {
  const { loan, view, banner, extension } = properties;
  const { dates, link, key } = usePage();
  const { openPaper } = useText(borrowerMessageText);
  const { statement, status, notices, settlementQuote } = loan;
  const offersWays = status === 'overdue' && view.actions.includes('extend') && extension !== null;
  return (
    <>
      <Banner
        scene={view.scene}
        tone={view.tone}
        title={banner.title}
        description={banner.description}
        shortDay={dates.short}
      />
      {statement && <QuietLivePayments statement={statement} />}
      {statement && <TakenBackNotice statement={statement} />}
      {status !== 'declined' && notices.length > 0 && (
        <section>
          {notices.map(({ tone, text: notice }) => (
            <Note key={notice} tone={tone}>
              <Words text={notice} />
            </Note>
          ))}
          {settlementQuote && (
            <p>
              <a href={link(documentPaths.settlementPdf, key)}>{openPaper}</a>
            </p>
          )}
        </section>
      )}
      {offersWays ? <OverdueOptions {...properties} extension={extension} /> : <LoanHero {...properties} />}
      {statement && view.main !== 'see-pending' && <PendingNotice statement={statement} />}
      {statement &&
        (isRunning(status) ? <ClaimAnswers statement={statement} /> : <ClaimNotices statement={statement} />)}
      {statement && <DisputeAnswers statement={statement} />}
      <PlanAtAGlance {...properties} />
      <LoanMenu {...properties} />
      <LoanFacts {...properties} />
    </>
  );
}
