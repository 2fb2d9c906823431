import { complaintTypeText } from '#content/messages/complaint-types.ts';
import { deskComplaintText } from '#content/messages/desk-complaint.ts';
import { fill } from '#content/text-pack.ts';
import { complaintQueues } from '#contract/desk.ts';
import { maskedName } from '#domain/desk/mask.ts';
import { deskScreen } from '../desk-screen.tsx';
import { complaintPath, deskPaths } from '../paths.ts';
import { boundedCount } from '../ui/bounded-count.ts';
import { addressOf, Pager } from '../ui/pager.tsx';
import { Clock } from './clock.tsx';

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
        <div className="top">
          <h1>{text.title}</h1>
          <p className="sub">{fill(text.line, counts)}</p>
        </div>
        <nav className="chips snug" aria-label={text.filter}>
          {complaintQueues.map((each) => (
            <a
              key={each}
              href={addressOf(deskPaths.complaints, { show: each === 'open' ? undefined : each })}
              aria-current={each === queue ? 'true' : undefined}
            >
              {text[each]} {each !== 'answered' && each !== 'closed' && <b>{counts[each]}</b>}
            </a>
          ))}
        </nav>
        {rows.length === 0 ? (
          <p className="sub g3">{desk.words.none}</p>
        ) : (
          <section aria-labelledby="queue">
            <h2 className="sr" id="queue">
              {text.queue}
            </h2>
            <ol className="queue">
              {rows.map(({ folio, state, clock, typeId, subtypeId, orderNumber, filedAt, holder }) => (
                <li key={folio}>
                  <a href={complaintPath(folio)}>
                    <b className="num">{folio}</b>
                    {state === 'received' || state === 'in-review' ? (
                      <Clock clock={clock} language={language} />
                    ) : (
                      <span className="clock num" data-tone="plain">
                        {desk.time(filedAt)}
                      </span>
                    )}
                    <span className="sub">
                      {complaintTypeText[language][subtypeId ?? typeId]} · {orderNumber ?? text.noLoan}
                      {state === 'in-review' && ` · ${text['in-review']}`}
                      {holder && ` · ${fill(text.holder, { name: maskedName(holder.name) })}`}
                    </span>
                  </a>
                </li>
              ))}
            </ol>
          </section>
        )}
        <Pager
          desk={desk}
          path={deskPaths.complaints}
          parameters={{ show: queue === 'open' ? undefined : queue }}
          nextCursor={nextCursor}
          pageSize={pageSize}
        />
      </>
    );
  },
});
