import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { marketOfCurrency } from '#domain/market.ts';
import { TargetLink } from '../correction/target-link.tsx';
import { deskScreen } from '../desk-screen.tsx';
import { approvalPath, deskPaths } from '../paths.ts';
import { PageHead } from '../ui/page-head.tsx';
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
        <PageHead>
          <h1>{text.approvals}</h1>
          <p className="sub">{text.approvalsLine}</p>
        </PageHead>
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
                kind: 'strong',
                cell: (approval) => (
                  <a href={approvalPath(approval.id)}>{requestWords(approval, desk.language)}</a>
                ),
              },
              {
                head: text.amount,
                kind: 'n',
                cell: ({ effect }) =>
                  effect.subject === undefined ? desk.money(effect.amountMinor, effect.currency) : '–',
              },
              {
                head: text.loan,
                cell: ({ effect }) => <TargetLink target={effect} />,
              },
              { head: text.who, kind: 'fit r', cell: ({ askedByName }) => askedByName },
              {
                head: text.asked,
                kind: 'fit num sub',
                cell: ({ askedAt, effect }) => desk.zonedTime(askedAt, marketOfCurrency(effect.currency)),
              },
              { head: text.reason, kind: 'wide', cell: ({ reason }) => reason },
            ]}
          />
        )}
        <Pager path={deskPaths.approvals} nextCursor={nextCursor} pageSize={pageSize} />
      </>
    );
  },
});
