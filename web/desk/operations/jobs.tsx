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
import { deskList } from '../desk-list.tsx';
import { deskScreen } from '../desk-screen.tsx';
import { Steps } from '../matter/steps.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Part } from '../ui/part.tsx';
import { StateMark } from '../ui/state-mark.tsx';
import { Table } from '../ui/table.tsx';
import { failureWords, jobWords } from './job-words.ts';

export const deadEvents = deskList({
  path: deskPaths.jobs,
  filters: {},
  read: ({ page, read }) => read(listDeadEvents, page),
  rows: (page) => page.events,
  keyOf: ({ eventId }) => eventId,
  caption: ({ language }) => deskOperationsText[language].dead,
  columns(desk) {
    const text = deskOperationsText[desk.language];
    const opened = desk.parameter('event');
    return [
      [
        text.event,
        ({ eventId, type }) =>
          desk.may('run-operations') ? (
            <Check
              id={`event-${eventId}`}
              name="event"
              value={eventId}
              defaultChecked={opened !== '' && eventId.endsWith(opened)}
            >
              {type}
            </Check>
          ) : (
            type
          ),
      ],
      [text.why, ({ lastFailure }) => failureWords(lastFailure, desk.language), 'right'],
      [text.happened, ({ timestamp }) => desk.zonedTime(timestamp), 'num'],
      [text.tries, ({ attemptCount }) => attemptCount, 'figure right'],
    ];
  },
  file: {
    name: 'events.csv',
    needs: 'see-operations',
    columns: ['eventId', 'type', 'timestamp', 'attemptCount', 'lastFailure'],
  },
});

export const jobs = deskScreen<Awaited<ReturnType<typeof readOperations>>, { readonly sentCount: number }>({
  path: deskPaths.jobs,
  needs: 'see-operations',
  load: readOperations,
  async submit(desk, form) {
    const eventIds = form.getAll('event').filter((id): id is string => typeof id === 'string');
    if (eventIds.length === 0) return desk.again({ sentCount: 0 }, 422);
    const fields: HostRequestOf<typeof redeliverEvents> = { eventIds };
    const step = { messageId: fieldOf(form, 'step'), subject: 'events' };
    const { redeliveredCount } = await desk.change(redeliverEvents, fields, step);
    return desk.again({ sentCount: redeliveredCount }, 200);
  },
  title: ({ desk }) => deskOperationsText[desk.language].jobs,
  page({ desk, shown, dead, answer }) {
    const text = deskOperationsText[desk.language];
    const { oldestWaitingEventAt: oldest } = shown;
    return (
      <>
        {desk.isInList && <Steps kind="event" />}
        <PageHead>
          <h1>{text.jobs}</h1>
          <p className="sub">
            {oldest === null ? text.allSent : fill(text.waiting, { time: desk.zonedTime(oldest) })}
          </p>
        </PageHead>
        <JobTable jobs={shown.jobs} />
        <Part id="dead" title={text.dead}>
          {answer && (
            <Note tone="brand" hasSpaceAbove isStatus={answer.sentCount > 0} isAlert={answer.sentCount === 0}>
              {answer.sentCount > 0 ? fill(text.sentAgain, { count: answer.sentCount }) : text.chooseOne}
            </Note>
          )}
          <deadEvents.Rows page={dead} around={(table) => <RedeliverForm>{table}</RedeliverForm>} />
        </Part>
      </>
    );
  },
});

async function readOperations(desk: OpenDesk) {
  return { shown: await desk.read(readJobs, {}), dead: await deadEvents.load(desk) };
}

type Jobs = Awaited<ReturnType<typeof readOperations>>['shown']['jobs'];

function JobTable({ jobs: rows }: { readonly jobs: Jobs }): ReactNode {
  const desk = useDesk();
  const text = deskOperationsText[desk.language];
  if (rows.length === 0) return <p className="sub">{desk.words.none}</p>;
  return (
    <Table
      caption={text.caption}
      rows={rows}
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
  );
}

function RedeliverForm({ children }: { readonly children: ReactNode }): ReactNode {
  const desk = useDesk();
  const text = deskOperationsText[desk.language];
  return (
    <form method="post" action={deskPaths.jobs}>
      <input type="hidden" name="step" value={desk.newId()} />
      <p className="hint g2">{text.deadLine}</p>
      {children}
      {desk.may('run-operations') && (
        <Acts>
          <Button>{text.again}</Button>
        </Acts>
      )}
    </form>
  );
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
