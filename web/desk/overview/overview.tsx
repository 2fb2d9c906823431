import type { ReactNode } from 'react';
import { deskRailText } from '#content/messages/desk.ts';
import { deskOverviewText } from '#content/messages/desk-overview.ts';
import { fill } from '#content/text-pack.ts';
import { readJobs } from '#contract/host/job.ts';
import { dayIn } from '#domain/market.ts';
import { actToAnswer, type MatterKind } from '#domain/matter/matter.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { clockIcon, warningIcon } from '#ui/frame/icons.tsx';
import { SmallIcon } from '#ui/frame/small-icon.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { queueAddress } from '../matter/queue-address.ts';
import type { OpenDesk } from '../open-desk.ts';
import { jobWords } from '../operations/job-words.ts';
import { deskPaths } from '../paths.ts';
import { HeadActs, PageHead } from '../ui/page-head.tsx';
import { StateMark } from '../ui/state-mark.tsx';
import { Table } from '../ui/table.tsx';

/** A kind of work that waits for staff: its count and its page. */
interface Need {
  readonly taskWord: MatterKind | 'jobs';
  readonly count: number;
  readonly detail: string;
  readonly path: string;
  readonly tone: 'bad' | 'warn' | 'plain';
}

export const overview = deskScreen({
  path: deskPaths.overview,
  needs: 'see-overview',
  load: async (desk) => ({ needs: [...(await matters(desk)), ...(await stuckJobs(desk))] }),
  title: ({ desk }) => deskRailText[desk.language].overview,
  page({ desk, needs }) {
    const text = deskOverviewText[desk.language];
    return (
      <>
        <PageHead>
          <h1>
            {deskRailText[desk.language].overview},{' '}
            <span className="num">{dayIn(desk.market, desk.now)}</span>
          </h1>
          <p className="sub">{fill(desk.words.asOf, { time: desk.zonedTime(desk.now) })}</p>
          {desk.may('collect') && (
            <HeadActs>
              <ButtonLink kind="second" href={deskPaths.nextLate}>
                {text.nextLate}
              </ButtonLink>
            </HeadActs>
          )}
        </PageHead>
        {needs.length === 0 ? (
          <p className="sub">{text.quiet}</p>
        ) : (
          <Table
            caption={text.needs}
            rows={needs}
            keyOf={({ taskWord }) => taskWord}
            columns={[
              [text.what, (need) => <What need={need} />],
              [text.howMany, ({ count }) => count, 'figure strong right'],
              [text.detail, ({ detail }) => detail, 'sub wide'],
            ]}
          />
        )}
      </>
    );
  },
});

function What({ need: { taskWord, path, tone } }: { readonly need: Need }): ReactNode {
  const desk = useDesk();
  return (
    <StateMark tone={tone}>
      <SmallIcon path={tone === 'bad' ? warningIcon : clockIcon} />
      <a href={path}>{deskOverviewText[desk.language][taskWord]}</a>
    </StateMark>
  );
}

/** Open matters as the queue counts them, also those that only colleagues may end. */
async function matters(desk: OpenDesk): Promise<Need[]> {
  const counts = await desk.waiting();
  const text = deskOverviewText[desk.language];
  return [...counts].flatMap(([kind, { all, others, past }]) => {
    if (all === 0) return [];
    const isMine = desk.may(actToAnswer[kind]) && (kind !== 'approval' || others > 0);
    const detail = [past > 0 && fill(text.past, { count: past }), !isMine && text.forOthers];
    return [
      {
        ...{ taskWord: kind, count: all, path: queueAddress({ kind }) },
        detail: detail.filter(Boolean).join(' · '),
        tone: past > 0 ? 'bad' : 'plain',
      },
    ];
  });
}

async function stuckJobs(desk: OpenDesk): Promise<Need[]> {
  if (!desk.may('see-operations')) return [];
  const { jobs } = await desk.read(readJobs, {});
  const stuck = jobs.filter(({ outcome }) => outcome === 'failed' || outcome === 'refused');
  if (stuck.length === 0) return [];
  const detail = stuck.map(({ job }) => jobWords(job, desk.language)).join(', ');
  return [{ taskWord: 'jobs', count: stuck.length, detail, path: deskPaths.jobs, tone: 'warn' }];
}
