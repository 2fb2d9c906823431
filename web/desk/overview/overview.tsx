import type { ReactNode } from 'react';
import { deskRailText } from '#content/messages/desk.ts';
import { deskOverviewText } from '#content/messages/desk-overview.ts';
import { fill } from '#content/text-pack.ts';
import { readJobs } from '#contract/host/job.ts';
import type { DeskAct } from '#domain/desk/role.ts';
import { dayIn } from '#domain/market.ts';
import { type MatterKind, wholeQueue } from '#domain/matter/matter.ts';
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

/** The act that decides a kind; people who cannot do it are not shown its count. */
const decidedBy: Partial<Record<MatterKind, DeskAct>> = {
  application: 'decide-application',
  payout: 'decide-application',
  approval: 'approve',
};

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

/** Counts open matters; leaves out approvals that the reader requested. */
async function matters(desk: OpenDesk): Promise<Need[]> {
  const counts = await desk.service.matters.count(desk.person, { ...wholeQueue, isOthers: true });
  return [...counts].flatMap(([kind, { all, past }]) => {
    const needed = decidedBy[kind];
    if (all === 0 || (needed !== undefined && !desk.may(needed))) return [];
    const path = queueAddress({ kind, ...(kind === 'approval' && { others: 'yes' }) });
    const detail = past > 0 ? fill(deskOverviewText[desk.language].past, { count: past }) : '';
    return [{ taskWord: kind, count: all, detail, path, tone: past > 0 ? 'bad' : 'plain' }];
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
