import { deskUnmatchedText } from '#content/messages/desk-unmatched.ts';
import { fill } from '#content/text-pack.ts';
import { listUnmatchedPayments } from '#contract/host/repayment.ts';
import { marketOfCurrency } from '#domain/market.ts';
import { deskScreen } from '../desk-screen.tsx';
import { deskPaths, unmatchedPath } from '../paths.ts';
import { Pager } from '../ui/pager.tsx';
import { Table } from '../ui/table.tsx';

const pageSize = 50;

/** Payments that no loan was found for, those that wait longest first. */
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
    return {
      ...page,
      payments: page.payments.map((payment) => ({
        ...payment,
        hold: holds.find((each) => each.eventId === payment.eventId && each.provider === payment.provider)
          ?.hold,
      })),
    };
  },
  title: ({ desk }) => deskUnmatchedText[desk.language].title,
  page({ desk, payments, nextCursor }) {
    const text = deskUnmatchedText[desk.language];
    return (
      <>
        <div className="top">
          <h1>{text.title}</h1>
          <p className="sub">{text.line}</p>
        </div>
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
                className: 'strong',
                cell: (payment) => <a href={unmatchedPath(payment)}>{payment.reference}</a>,
              },
              {
                head: text.amount,
                className: 'n strong',
                cell: ({ amountMinor, currency }) => desk.money(amountMinor, currency),
              },
              {
                head: text.paid,
                className: 'fit num',
                cell: ({ paidAt, currency }) => desk.time(paidAt, marketOfCurrency(currency)),
              },
              { head: text.provider, className: 'fit r', cell: ({ provider }) => provider },
              {
                head: text.received,
                className: 'fit num sub',
                cell: ({ receivedAt, currency }) => desk.time(receivedAt, marketOfCurrency(currency)),
              },
              {
                head: text.hold,
                className: 'wide sub',
                cell: ({ hold }) => hold && fill(text.held, { day: hold.untilDay }),
              },
            ]}
          />
        )}
        <Pager desk={desk} path={deskPaths.unmatched} nextCursor={nextCursor} pageSize={pageSize} />
      </>
    );
  },
});
