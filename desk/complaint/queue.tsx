import { complaintTypeText } from '#content/messages/complaint-types.ts';
import { deskComplaintText } from '#content/messages/desk-complaint.ts';
import { fill } from '#content/text-pack.ts';
import { complaintQueues } from '#contract/desk.ts';
import { deskScreen } from '../desk-screen.tsx';
import { complaintPath, deskPaths } from '../paths.ts';
import { boundedCount } from '../ui/bounded-count.ts';
import { Chips } from '../ui/chips.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Queue } from '../ui/queue.tsx';

const pageSize = 25;

/** Complaints that wait for an answer, shortest clock first; and those that have one. */
export const complaintQueue = deskScreen({
  path: deskPaths.complaints,
  needs: 'see-complaints',
  async load({ service, person, parameter }) {
    const queue = complaintQueues.find((each) => each === parameter('show')) ?? 'open';
    const { openCount, pastCount, mineCount } = await service.complaints.count(person);
    const page = await service.complaints.list(person, { queue, cursor: parameter('from'), limit: pageSize });
    const counts = {
      open: boundedCount(openCount),
      past: boundedCount(pastCount),
      mine: boundedCount(mineCount),
    };
    return { queue, counts, ...page };
  },
  title: ({ desk }) => deskComplaintText[desk.language].title,
  page({ desk, queue, counts, rows, nextCursor }) {
    const { language } = desk;
    const text = deskComplaintText[language];
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">{fill(text.line, counts)}</p>
        </PageHead>
        <Chips
          path={deskPaths.complaints}
          label={text.filter}
          choices={complaintQueues.map((each) =>
            each === 'answered' || each === 'closed' ? [each, text[each]] : [each, text[each], counts[each]],
          )}
          chosen={queue}
        />
        <Queue
          title={text.queue}
          path={deskPaths.complaints}
          show={queue === 'open' ? undefined : queue}
          rows={rows.map(
            ({ folio, state, clock, typeId, subtypeId, orderNumber, market, filedAt, holder }) => ({
              path: complaintPath(folio),
              name: folio,
              when: state === 'received' || state === 'in-review' ? clock : filedAt.toISOString(),
              market,
              about: [
                complaintTypeText[language][subtypeId ?? typeId],
                orderNumber ?? text.noLoan,
                state === 'in-review' && text['in-review'],
                holder && fill(text.holder, { name: holder.name }),
              ]
                .filter(Boolean)
                .join(' · '),
            }),
          )}
          nextCursor={nextCursor}
          pageSize={pageSize}
        />
      </>
    );
  },
});
