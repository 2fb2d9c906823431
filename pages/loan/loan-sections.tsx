import type { ReactNode } from 'react';
import { isRunning } from '#domain/loan/loan-status.ts';
import { Banner } from '#ui/frame/banner.tsx';
import { Note } from '#ui/notice/note.tsx';
import { Words } from '#ui/words.tsx';
import { DisputeAnswers } from '../charge-dispute/dispute-notices.tsx';
import { usePage } from '../page-context.tsx';
import { ClaimAnswers, ClaimNotices } from '../payment-claim/claim-notices.tsx';
import { WaysOut } from './extension-offer.tsx';
import { type MenuProperties, PlanAtAGlance } from './loan-facts.tsx';
import { LoanHero } from './loan-hero.tsx';
import { LoanMenu } from './loan-menu.tsx';
import { PendingNotice, QuietLivePayments, TakenBackNotice } from './received.tsx';

/** The loan: what happened, what is owed and how it is paid, and a row for everything else. */
export function LoanSections(properties: MenuProperties): ReactNode {
  const { open, loan, view, banner, extension } = properties;
  const { dates, money } = usePage();
  const { statement, status, notices } = loan;
  const offersWays = status === 'overdue' && view.actions.includes('extend') && extension !== null;
  const said = statement && { open, statement, money };
  return (
    <>
      <Banner
        scene={view.scene}
        tone={view.tone}
        title={banner.title}
        description={banner.description}
        shortDay={dates.short}
      />
      {said && <QuietLivePayments statement={said.statement} />}
      {said && <TakenBackNotice {...said} moment={dates.minute} />}
      {status !== 'declined' && notices.length > 0 && (
        <section>
          {notices.map(({ tone, text: notice }) => (
            <Note key={notice} tone={tone}>
              <Words text={notice} />
            </Note>
          ))}
        </section>
      )}
      {offersWays ? <WaysOut {...properties} extension={extension} /> : <LoanHero {...properties} />}
      {said && view.main !== 'see-pending' && <PendingNotice {...said} />}
      {said &&
        (isRunning(status) ? (
          <ClaimAnswers statement={said.statement} />
        ) : (
          <ClaimNotices statement={said.statement} />
        ))}
      {said && <DisputeAnswers statement={said.statement} />}
      <PlanAtAGlance {...properties} />
      <LoanMenu {...properties} />
    </>
  );
}
