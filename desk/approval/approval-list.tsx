import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { marketOfCurrency } from '#domain/market.ts';
import { TargetLink } from '../correction/target-link.tsx';
import { deskScreen } from '../desk-screen.tsx';
import { approvalPath, deskPaths } from '../paths.ts';
import { Pager } from '../ui/pager.tsx';
import { Table } from '../ui/table.tsx';
import { requestWords } from './request-words.ts';

const pageSize = 50;

/** What waits for a second person, longest first. */
export const approvalList = deskScreen({
  path: deskPaths.approvals,
  needs: 'see-money',
  load: ({ service, person, parameter }) =>
    service.approvals.list(person, { cursor: parameter('from'), limit: pageSize }),
  title: ({ desk }) => deskCorrectionText[desk.language].approvals,
  page({ desk, rows, nextCursor }) {
    const text = deskCorrectionText[desk.language];
    return (
      <>
        <div className="top">
          <h1>{text.approvals}</h1>
          <p className="sub">{text.approvalsLine}</p>
        </div>
        {rows.length === 0 ? (
          <p className="sub">{desk.words.none}</p>
        ) : (
          <Table
            caption={text.approvalsLine}
            rows={rows}
            keyOf={({ serialNumber }) => serialNumber}
            columns={[
              {
                head: text.what,
                className: 'strong',
                cell: (asked) => <a href={approvalPath(asked.id)}>{requestWords(asked, desk.language)}</a>,
              },
              {
                head: text.amount,
                className: 'n',
                cell: ({ effect }) => desk.money(effect.amountMinor, effect.currency),
              },
              {
                head: text.loan,
                cell: ({ effect }) => <TargetLink target={effect} />,
              },
              { head: text.who, className: 'fit r', cell: ({ askedByName }) => askedByName },
              {
                head: text.asked,
                className: 'fit num sub',
                cell: ({ askedAt, effect }) => desk.time(askedAt, marketOfCurrency(effect.currency)),
              },
              { head: text.reason, className: 'wide', cell: ({ reason }) => reason },
            ]}
          />
        )}
        <Pager desk={desk} path={deskPaths.approvals} nextCursor={nextCursor} pageSize={pageSize} />
      </>
    );
  },
});
