import type { ReactNode } from 'react';
import { deskRailText } from '#content/messages/desk.ts';
import { deskOverviewText } from '#content/messages/desk-overview.ts';
import { fill } from '#content/text-pack.ts';
import { countMax } from '#contract/desk.ts';
import { listChargeDisputes } from '#contract/host/charge-dispute.ts';
import { listDeadEvents } from '#contract/host/event.ts';
import { readJobs } from '#contract/host/job.ts';
import { listPaymentClaims } from '#contract/host/payment-claim.ts';
import { listUnmatchedPayments } from '#contract/host/repayment.ts';
import { listContactMessages } from '#contract/host/support.ts';
import { dayIn, marketOfCurrency } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';
import { clockIcon, warningIcon } from '#ui/frame/icons.tsx';
import { SmallIcon } from '#ui/frame/small-icon.tsx';
import { clockWords } from '../complaint/clock.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { failureWords, jobWords } from '../operations/job-words.ts';
import { deskPaths } from '../paths.ts';
import { boundedCount } from '../ui/bounded-count.ts';
import { PageHead } from '../ui/page-head.tsx';
import { addressOf } from '../ui/pager.tsx';
import { StateMark } from '../ui/state-mark.tsx';
import { Table } from '../ui/table.tsx';

/** Something that waits for a person, how many of it, and where it is done. */
interface Need {
  readonly taskWord: keyof (typeof deskOverviewText)['es'];
  readonly count: number;
  readonly detail: string;
  readonly path: string;
  readonly tone: 'bad' | 'warn' | 'plain';
}

const limit = countMax + 1;

/** What needs a person now: a line for each area that somebody may see and where something waits, else one quiet line. */
export const overview = deskScreen({
  path: deskPaths.overview,
  needs: 'see-overview',
  async load(desk) {
    const areas = await Promise.all([
      complaints(desk),
      loans(desk),
      money(desk),
      approvals(desk),
      messages(desk),
      operations(desk),
    ]);
    return { needs: areas.flat().filter(({ count }) => count > 0) };
  },
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
        </PageHead>
        {needs.length === 0 ? (
          <p className="sub">{text.quiet}</p>
        ) : (
          <Table
            caption={text.needs}
            rows={needs}
            keyOf={({ taskWord }) => taskWord}
            columns={[
              { head: text.what, cell: (need) => <What need={need} /> },
              { head: text.howMany, kind: 'n strong', cell: ({ count }) => boundedCount(count) },
              { head: text.detail, kind: 'sub wide', cell: ({ detail }) => detail },
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

async function complaints(desk: OpenDesk): Promise<Need[]> {
  if (!desk.may('see-complaints')) return [];
  const { openCount, pastCount, first } = await desk.service.complaints.count(desk.person);
  const detail = first ? clockWords(first.minutesLeft, desk.language) : '';
  return [
    {
      ...{ taskWord: 'complaintsPast', count: pastCount, detail, tone: 'bad' },
      path: addressOf(deskPaths.complaints, { show: 'past' }),
    },
    {
      ...{ taskWord: 'complaintsOpen', count: openCount, tone: 'plain', path: deskPaths.complaints },
      detail: pastCount > 0 ? '' : detail,
    },
  ];
}

async function loans(desk: OpenDesk): Promise<Need[]> {
  if (!desk.may('decide-application')) return [];
  const status = 'under-review';
  const { rows } = await desk.service.loans.list(desk.person, { status, cursor: '', limit });
  const path = addressOf(deskPaths.loans, { status });
  return [{ taskWord: 'applications', count: rows.length, detail: '', path, tone: 'plain' }];
}

async function money(desk: OpenDesk): Promise<Need[]> {
  if (!desk.may('see-money')) return [];
  const { payments } = await desk.read(listUnmatchedPayments, { limit });
  const outflows = await desk.service.unmatched.outflows(desk.person, limit);
  const path = deskPaths.unmatched;
  const { claims } = await desk.read(listPaymentClaims, { state: 'waiting', limit });
  const { disputes } = await desk.read(listChargeDisputes, { state: 'open', limit });
  return [
    {
      ...{ taskWord: 'disputes', count: disputes.length, path: deskPaths.disputes, tone: 'warn' },
      detail: since(disputes[0]?.filedAt, desk, disputes[0]?.currency),
    },
    {
      ...{ taskWord: 'claims', count: claims.length, path: deskPaths.claims, tone: 'warn' },
      detail: since(claims[0]?.claimedAt, desk, claims[0]?.currency),
    },
    {
      taskWord: 'unmatched',
      count: payments.length,
      detail: since(payments[0]?.receivedAt, desk, payments[0]?.currency),
      path,
      tone: 'warn',
    },
    {
      ...{ taskWord: 'outflows', count: outflows.length, path, tone: 'warn' },
      detail: since(outflows[0]?.receivedAt.toISOString(), desk, outflows[0]?.currency),
    },
  ];
}

/** What others asked for: a person does not approve their own request. */
async function approvals(desk: OpenDesk): Promise<Need[]> {
  if (!desk.may('approve')) return [];
  const { rows } = await desk.service.approvals.list(desk.person, { cursor: '', limit });
  const others = rows.filter(({ askedBy }) => askedBy !== desk.person.personId);
  const detail = since(others[0]?.askedAt, desk, others[0]?.effect.currency);
  return [{ taskWord: 'approvals', count: others.length, detail, path: deskPaths.approvals, tone: 'warn' }];
}

async function messages(desk: OpenDesk): Promise<Need[]> {
  if (!desk.may('see-complaints')) return [];
  const { contactMessages } = await desk.read(listContactMessages, { state: 'open', limit });
  const detail = since(contactMessages[0]?.receivedAt, desk);
  return [
    { taskWord: 'messages', count: contactMessages.length, detail, path: deskPaths.messages, tone: 'plain' },
  ];
}

async function operations(desk: OpenDesk): Promise<Need[]> {
  if (!desk.may('see-operations')) return [];
  const { events } = await desk.read(listDeadEvents, { limit });
  const { jobs } = await desk.read(readJobs, {});
  const stuck = jobs.filter(({ outcome }) => outcome === 'failed' || outcome === 'refused');
  const at = { path: deskPaths.jobs, tone: 'warn' } as const;
  return [
    {
      taskWord: 'dead',
      count: events.length,
      detail: failureWords(events[0]?.lastFailure ?? null, desk.language),
      ...at,
    },
    {
      taskWord: 'jobs',
      count: stuck.length,
      detail: stuck.map(({ job }) => jobWords(job, desk.language)).join(', '),
      ...at,
    },
  ];
}

function since(instant: Date | string | undefined, desk: OpenDesk, currency?: Currency): string {
  const text = deskOverviewText[desk.language];
  const market = currency && marketOfCurrency(currency);
  return instant === undefined ? '' : fill(text.oldest, { time: desk.zonedTime(instant, market) });
}
