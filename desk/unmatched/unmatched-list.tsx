import { deskUnmatchedText } from '#content/messages/desk-unmatched.ts';
import { fill } from '#content/text-pack.ts';
import { listUnmatchedPayments } from '#contract/host/repayment.ts';
import { marketOfCurrency } from '#domain/market.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { reasonOf } from '../correction/correction-kind.ts';
import { goUnlessConflict } from '../correction/submit-correction.ts';
import { deskScreen } from '../desk-screen.tsx';
import { deskPaths, unmatchedPath } from '../paths.ts';
import { PageHead } from '../ui/page-head.tsx';
import { Pager } from '../ui/pager.tsx';
import { Table } from '../ui/table.tsx';
import { Outflows, type Settling } from './outflows.tsx';

const pageSize = 50;

/** Payments that no loan was found for, and money that left and is not booked; those that wait longest first. */
export const unmatchedList = deskScreen({
  path: deskPaths.unmatched,
  needs: 'see-money',
  async load(desk) {
    const cursor = desk.parameter('from');
    const page = await desk.read(listUnmatchedPayments, {
      limit: pageSize,
      ...(cursor !== '' && { cursor }),
    });
    const holds = await desk.service.unmatched.holdsOf(desk.person, page.payments);
    const isFirst = cursor === '';
    return {
      ...page,
      outflows: isFirst ? await desk.service.unmatched.outflows(desk.person, pageSize + 1) : [],
      payments: page.payments.map((payment) => ({
        ...payment,
        hold: holds.find((each) => each.eventId === payment.eventId && each.provider === payment.provider)
          ?.hold,
      })),
    };
  },
  async submit(desk, form): Promise<Response | Again<Settling>> {
    const id = fieldOf(form, 'outflow');
    const entry = { id, reason: fieldOf(form, 'reason') };
    const reason = reasonOf(entry.reason);
    if (reason === null) return desk.again<Settling>({ ...entry, wrong: 'reason' }, 422);
    const settle = () => desk.service.unmatched.closeOutflow(desk.person, id, reason);
    return goUnlessConflict<Settling>(desk, settle, {
      doneAt: deskPaths.unmatched,
      formAnswer: { ...entry, wrong: 'late' },
    });
  },
  title: ({ desk }) => deskUnmatchedText[desk.language].title,
  page({ desk, payments, nextCursor, outflows, answer }) {
    const text = deskUnmatchedText[desk.language];
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">{text.line}</p>
        </PageHead>
        {payments.length === 0 ? (
          <p className="sub">{desk.words.none}</p>
        ) : (
          <Table
            caption={text.line}
            rows={payments}
            keyOf={({ provider, eventId }) => `${provider} ${eventId}`}
            columns={[
              {
                head: text.reference,
                kind: 'strong',
                cell: (payment) => <a href={unmatchedPath(payment)}>{payment.reference}</a>,
              },
              {
                head: text.amount,
                kind: 'n strong',
                cell: ({ amountMinor, currency }) => desk.money(amountMinor, currency),
              },
              {
                head: text.paid,
                kind: 'fit num',
                cell: ({ paidAt, currency }) => desk.zonedTime(paidAt, marketOfCurrency(currency)),
              },
              { head: text.provider, kind: 'fit r', cell: ({ provider }) => provider },
              {
                head: text.received,
                kind: 'fit num sub',
                cell: ({ receivedAt, currency }) => desk.zonedTime(receivedAt, marketOfCurrency(currency)),
              },
              {
                head: text.hold,
                kind: 'wide sub',
                cell: ({ hold }) => hold && fill(text.held, { day: hold.untilDay }),
              },
            ]}
          />
        )}
        <Outflows outflows={outflows} limit={pageSize} answer={answer} />
        <Pager path={deskPaths.unmatched} nextCursor={nextCursor} pageSize={pageSize} />
      </>
    );
  },
});
