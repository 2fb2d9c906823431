import { deskClaimText } from '#content/messages/desk-claim.ts';
import { listPaymentClaims } from '#contract/host/payment-claim.ts';
import { answerClock } from '#domain/complaint/answer-clock.ts';
import { marketOfCurrency } from '#domain/market.ts';
import { claimAnswerHours, claimStates } from '#domain/repayment/payment-claim.ts';
import { deskScreen } from '../desk-screen.tsx';
import { claimPath, deskPaths } from '../paths.ts';
import { ListHead } from '../ui/list-head.tsx';
import { Queue } from '../ui/queue.tsx';

const pageSize = 25;

/** What borrowers say that they paid, the one that waits longest first, with the time until it is a complaint. */
export const claimList = deskScreen({
  path: deskPaths.claims,
  needs: 'see-money',
  async load(desk) {
    const state = claimStates.find((each) => each === desk.parameter('show')) ?? 'waiting';
    const cursor = desk.parameter('from') || undefined;
    const page = await desk.read(listPaymentClaims, { state, cursor, limit: pageSize });
    return { state, loanTime: await desk.service.loanTime(), ...page };
  },
  title: ({ desk }) => deskClaimText[desk.language].title,
  page({ desk, state, loanTime, claims, nextCursor }) {
    const text = deskClaimText[desk.language];
    return (
      <>
        <ListHead text={text} path={deskPaths.claims} states={claimStates} chosen={state} />
        <Queue
          title={text.queue}
          path={deskPaths.claims}
          show={state === 'waiting' ? undefined : state}
          rows={claims.map((claim) => ({
            path: claimPath(claim.claimId),
            name: desk.money(claim.amountMinor, claim.currency),
            when:
              state === 'waiting'
                ? answerClock(new Date(claim.claimedAt), claimAnswerHours, loanTime)
                : (claim.answeredAt ?? ''),
            market: marketOfCurrency(claim.currency),
            about: [`${text[claim.channel]}, ${claim.paidOn}`, claim.orderNumber, claim.folio]
              .filter(Boolean)
              .join(' · '),
          }))}
          nextCursor={nextCursor}
          pageSize={pageSize}
        />
      </>
    );
  },
});
