import { chargeName } from '#content/messages/charge-dispute.ts';
import { deskDisputeText } from '#content/messages/desk-dispute.ts';
import { listChargeDisputes } from '#contract/host/charge-dispute.ts';
import { answerClock } from '#domain/complaint/answer-clock.ts';
import { disputeAnswerHours } from '#domain/loan/charge-dispute.ts';
import { marketOfCurrency } from '#domain/market.ts';
import { deskScreen } from '../desk-screen.tsx';
import { deskPaths, disputePath } from '../paths.ts';
import { ListHead } from '../ui/list-head.tsx';
import { Queue } from '../ui/queue.tsx';

const pageSize = 25;
const states = ['open', 'upheld', 'rejected', 'withdrawn'] as const;

/** Charges that borrowers do not agree with, the one that waits longest first, with the time until it is a complaint. */
export const disputeList = deskScreen({
  path: deskPaths.disputes,
  needs: 'see-money',
  async load(desk) {
    const state = states.find((each) => each === desk.parameter('show')) ?? 'open';
    const cursor = desk.parameter('from') || undefined;
    const page = await desk.read(listChargeDisputes, { state, cursor, limit: pageSize });
    return { state, loanTime: await desk.service.loanTime(), ...page };
  },
  title: ({ desk }) => deskDisputeText[desk.language].title,
  page({ desk, state, loanTime, disputes, nextCursor }) {
    const text = deskDisputeText[desk.language];
    return (
      <>
        <ListHead text={text} path={deskPaths.disputes} states={states} chosen={state} />
        <Queue
          title={text.queue}
          path={deskPaths.disputes}
          show={state === 'open' ? undefined : state}
          rows={disputes.map(({ disputeId, amountMinor, currency, kind, filedAt, endedAt, ...each }) => ({
            path: disputePath(disputeId),
            name: desk.money(amountMinor, currency),
            when:
              state === 'open'
                ? answerClock(new Date(filedAt), disputeAnswerHours, loanTime)
                : (endedAt ?? ''),
            market: marketOfCurrency(currency),
            about: [
              `${chargeName(kind, desk.language, currency)}, ${each.sequence}`,
              text[each.reason],
              each.orderNumber,
              each.folio,
            ]
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
