import type { ReactNode } from 'react';
import { deskOperationsText } from '#content/messages/desk-operations.ts';
import { fill } from '#content/text-pack.ts';
import { listDeadEvents, redeliverEvents } from '#contract/host/event.ts';
import { readJobs } from '#contract/host/job.ts';
import type { HostRequestOf } from '#contract/host-call.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { Check } from '#ui/form/check.tsx';
import { warningIcon } from '#ui/frame/icons.tsx';
import { SmallIcon } from '#ui/frame/small-icon.tsx';
import { Note } from '#ui/notice/note.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Pager } from '../ui/pager.tsx';
import { Part } from '../ui/part.tsx';
import { StateMark } from '../ui/state-mark.tsx';
import { Table } from '../ui/table.tsx';
import { failureWords, jobWords } from './job-words.ts';

const pageSize = 50;

/** How the work by time stands, and the events that were given up, to be sent again. */
export const jobs = deskScreen<Awaited<ReturnType<typeof readStanding>>, { readonly sentCount: number }>({
  path: deskPaths.jobs,
  needs: 'see-operations',
  load: readStanding,
  async submit(desk, form) {
    const eventIds = form.getAll('event').filter((id): id is string => typeof id === 'string');
    if (eventIds.length === 0) return desk.again({ sentCount: 0 }, 422);
    const fields: HostRequestOf<typeof redeliverEvents> = { eventIds };
    const step = { messageId: fieldOf(form, 'step'), subject: 'events' };
    const { redeliveredCount } = await desk.change(redeliverEvents, fields, step);
    return desk.again({ sentCount: redeliveredCount }, 200);
  },
  title: ({ desk }) => deskOperationsText[desk.language].jobs,
  page({ desk, jobs: jobsView, events, nextCursor, answer }) {
    const text = deskOperationsText[desk.language];
    const { oldestWaitingEventAt: oldest } = jobsView;
    return (
      <>
        <PageHead>
          <h1>{text.jobs}</h1>
          <p className="sub">
            {oldest === null ? text.allSent : fill(text.waiting, { time: desk.zonedTime(oldest) })}
          </p>
        </PageHead>
        {jobsView.jobs.length === 0 ? (
          <p className="sub">{desk.words.none}</p>
        ) : (
          <Table
            caption={text.caption}
            rows={jobsView.jobs}
            keyOf={({ job }) => job}
            columns={[
              [text.job, ({ job }) => jobWords(job, desk.language)],
              [
                text.outcome,
                ({ outcome, isRunning }) => <Outcome outcome={outcome} isRunning={isRunning} />,
                'right',
              ],
              [
                text.last,
                ({ endedAt }) => (endedAt === null ? text.never : desk.zonedTime(endedAt)),
                'fit num wide',
              ],
            ]}
          />
        )}
        <Part id="dead" title={text.dead}>
          {answer && (
            <Note tone="brand" isApart isStatus={answer.sentCount > 0} isAlert={answer.sentCount === 0}>
              {answer.sentCount > 0 ? fill(text.sentAgain, { count: answer.sentCount }) : text.chooseOne}
            </Note>
          )}
          {events.length === 0 ? (
            <p className="sub g3">{desk.words.none}</p>
          ) : (
            <form method="post" action={deskPaths.jobs}>
              <input type="hidden" name="step" value={desk.newId()} />
              <p className="hint g2">{text.deadLine}</p>
              <Table
                caption={text.dead}
                rows={events}
                keyOf={({ eventId }) => eventId}
                columns={[
                  [
                    text.event,
                    ({ eventId, type }) =>
                      desk.may('run-operations') ? (
                        <Check id={`event-${eventId}`} name="event" value={eventId}>
                          {type}
                        </Check>
                      ) : (
                        type
                      ),
                  ],
                  [text.why, ({ lastFailure }) => failureWords(lastFailure, desk.language), 'right'],
                  [text.happened, ({ timestamp }) => desk.zonedTime(timestamp), 'num'],
                  [text.tries, ({ attemptCount }) => attemptCount, 'figure right'],
                ]}
              />
              {desk.may('run-operations') && (
                <Acts>
                  <Button>{text.again}</Button>
                </Acts>
              )}
            </form>
          )}
          <Pager path={deskPaths.jobs} nextCursor={nextCursor} pageSize={pageSize} file="events.csv" />
        </Part>
      </>
    );
  },
});

async function readStanding(desk: OpenDesk) {
  const jobsView = await desk.read(readJobs, {});
  const from = /^\d{1,15}$/.test(desk.parameter('from')) ? desk.parameter('from') : undefined;
  return { jobs: jobsView, ...(await desk.read(listDeadEvents, { cursor: from, limit: pageSize })) };
}

function Outcome({
  outcome,
  isRunning,
}: {
  readonly outcome: 'done' | 'failed' | 'refused' | null;
  readonly isRunning: boolean;
}): ReactNode {
  const desk = useDesk();
  const text = deskOperationsText[desk.language];
  if (outcome === 'failed' || outcome === 'refused') {
    return (
      <StateMark tone="warn">
        <SmallIcon path={warningIcon} />
        {text[outcome]}
      </StateMark>
    );
  }
  return isRunning ? text.running : (outcome && text[outcome]) || '–';
}
