import { deskRefundText } from '#content/messages/desk-refund.ts';
import { listRefunds } from '#contract/host/repayment.ts';
import { deskList } from '../desk-list.tsx';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths, refundPath } from '../paths.ts';
import { Chips } from '../ui/chips.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Part } from '../ui/part.tsx';
import { RefundOf } from './refund.tsx';

const states = ['requested', 'sent', 'failed'] as const;
type State = (typeof states)[number];

export const refunds = deskList({
  path: deskPaths.refunds,
  filters: { state: states },
  read: ({ query, page, read }) => read(listRefunds, { ...page, ...query }),
  rows: (page) => page.refunds,
  keyOf: ({ refundKey }) => refundKey,
  caption: ({ language }) => deskRefundText[language].title,
  columns(desk) {
    const text = deskRefundText[desk.language];
    return [
      [
        text.amount,
        ({ refundKey, amountMinor, currency }) => (
          <a href={refundPath(refundKey)}>{desk.money(amountMinor, currency)}</a>
        ),
        'num',
      ],
      [text.of, (refund) => <RefundOf refund={refund} />],
      [text.asked, ({ requestedAt }) => desk.zonedTime(requestedAt), 'fit num right'],
      [text.reason, ({ reason }) => reason, 'wide'],
    ];
  },
  empty: ({ language }) => deskRefundText[language].none,
  file: {
    name: 'refunds.csv',
    needs: 'see-money',
    columns: [
      'refundKey',
      'state',
      'orderNumber',
      ['provider', ({ payment }) => payment?.provider ?? null],
      ['paymentId', ({ payment }) => payment?.eventId ?? null],
      'amountMinor',
      'currency',
      'reason',
      'requestedBy',
      'requestedAt',
      'reference',
      'sentAt',
      'failedAt',
    ],
  },
});

const stateOf = (desk: OpenDesk): State =>
  states.find((each) => each === desk.parameter('state')) ?? 'requested';

type RefundsPage = Awaited<ReturnType<typeof refunds.load>>;

export const refundList = deskScreen<RefundsPage>({
  path: deskPaths.refunds,
  needs: 'see-money',
  load: (desk) => refunds.load(desk, { state: stateOf(desk) }),
  title: ({ desk }) => deskRefundText[desk.language].title,
  page({ desk, ...page }) {
    const text = deskRefundText[desk.language];
    const state = stateOf(desk);
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">{text.line}</p>
        </PageHead>
        <Chips
          path={deskPaths.refunds}
          name="state"
          label={text.filter}
          choices={states.map((each) => [each, text[each]])}
          chosen={state}
        />
        <Part id="refunds" title={text[state]}>
          <refunds.Rows page={page} />
        </Part>
      </>
    );
  },
});
