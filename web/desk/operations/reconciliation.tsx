import type { ReactNode } from 'react';
import { deskOperationsText } from '#content/messages/desk-operations.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { compareBooks, readReconciliation } from '#contract/host/ledger.ts';
import type { HostRequestOf } from '#contract/host-call.ts';
import { allCurrencies } from '#domain/market.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { Note } from '#ui/notice/note.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { LoanNumber } from '../loan/loan-link.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import type { Column } from '../ui/table.tsx';
import { TablePart } from '../ui/table-part.tsx';

export const reconciliation = deskScreen<
  Awaited<ReturnType<typeof readBooks>>,
  { readonly isRequested: true }
>({
  path: deskPaths.reconciliation,
  needs: 'see-money',
  load: readBooks,
  async submit(desk, form) {
    const fields: HostRequestOf<typeof compareBooks> = {};
    await desk.change(compareBooks, fields, { messageId: fieldOf(form, 'step'), subject: 'books' });
    return desk.again({ isRequested: true }, 200);
  },
  title: ({ desk }) => deskOperationsText[desk.language].reconciliation,
  page({ desk, books, answer }) {
    const text = deskOperationsText[desk.language];
    const { comparedSince } = books.comparison;
    return (
      <>
        <PageHead>
          <h1>{text.reconciliation}</h1>
          <p className="sub">
            {comparedSince === null
              ? text.neverCompared
              : fill(text.comparedSince, { time: desk.zonedTime(comparedSince) })}
          </p>
        </PageHead>
        <CompareForm comparison={books.comparison} />
        {answer && (
          <Note tone="brand" hasSpaceAbove isStatus>
            {text.askedFor}
          </Note>
        )}
        <Outcome books={books} />
        <Disagreements rows={books.disagreements} />
        <EventFaults rows={books.eventFaults} />
        <SuspectedDoubles rows={books.suspectedDoubles} />
        <UnknownObjects rows={books.unknownObjects} />
        <Unmatched rows={books.unmatched} />
      </>
    );
  },
});

type Books = Awaited<ReturnType<typeof readBooks>>['books'];

function CompareForm({ comparison }: Pick<Books, 'comparison'>): ReactNode {
  const desk = useDesk();
  const text = deskOperationsText[desk.language];
  return (
    <form method="post" action={deskPaths.reconciliation}>
      <input type="hidden" name="step" value={desk.newId()} />
      <p>{runWords(desk, comparison)}</p>
      <Acts gap={2}>
        <Button kind="second">{text.compare}</Button>
      </Acts>
      <p className="hint g2">{text.compareLine}</p>
    </form>
  );
}

/** Whether the books agree, and whether more is wrong than the page lists. */
function Outcome({
  books: { comparison, disagreements, eventFaults },
}: {
  readonly books: Books;
}): ReactNode {
  const desk = useDesk();
  const text = deskOperationsText[desk.language];
  const { faultyLoanCount: loans, faultyEventCount: events, comparedSince } = comparison;
  const listedLoanCount = new Set(disagreements.map(({ loanId }) => loanId)).size;
  return (
    <>
      {comparedSince !== null && loans + events === 0 && (
        <Note hasSpaceAbove tone="ok">
          {text.sound}
        </Note>
      )}
      {(loans > listedLoanCount || events > eventFaults.length) && (
        <Note tone="brand" hasSpaceAbove>
          {fill(text.listedFew, { loans, events })}
        </Note>
      )}
    </>
  );
}

function Disagreements({ rows }: { readonly rows: Books['disagreements'] }): ReactNode {
  const desk = useDesk();
  const text = deskOperationsText[desk.language];
  if (rows.length === 0) return null;
  return (
    <TablePart
      id="differences"
      title={text.differences}
      rows={rows}
      keyOf={({ loanId, sequence, subject }) => `${loanId} ${sequence} ${subject}`}
      columns={[
        [
          text.loan,
          ({ loanId, orderNumber }) =>
            orderNumber ? <LoanNumber orderNumber={orderNumber} /> : <span className="hash">{loanId}</span>,
          'fit strong',
        ],
        [
          text.about,
          ({ subject, sequence }) => {
            const figure = subject in text ? text[subject as 'balance'] : subject;
            return sequence === null ? figure : fill(text.instalment, { sequence, figure });
          },
          'wide',
        ],
        [
          text.stored,
          ({ storedMinor, currency }) => amountIn(desk, storedMinor, currency),
          'figure labelled',
        ],
        [
          text.ledger,
          ({ ledgerMinor, currency }) => amountIn(desk, ledgerMinor, currency),
          'figure right labelled',
        ],
        ...whenFound<Books['disagreements'][number]>(desk),
      ]}
    />
  );
}

function EventFaults({ rows }: { readonly rows: Books['eventFaults'] }): ReactNode {
  const desk = useDesk();
  const text = deskOperationsText[desk.language];
  if (rows.length === 0) return null;
  return (
    <TablePart
      id="faults"
      title={text.faults}
      rows={rows}
      keyOf={(fault) => nameOf(fault)}
      columns={[
        [text.payment, (fault) => payment(fault), 'wide'],
        [text.loan, ({ orderNumber }) => orderNumber && <LoanNumber orderNumber={orderNumber} />, 'fit'],
        [text.state, ({ outcome }) => outcomeWords(outcome, text), 'right'],
        [
          text.reported,
          ({ reportedMinor, currency }) => amountIn(desk, reportedMinor, currency),
          'figure labelled',
        ],
        [
          text.booked,
          ({ bookedMinor, currency }) => amountIn(desk, bookedMinor, currency),
          'figure right labelled',
        ],
        ...whenFound<Books['eventFaults'][number]>(desk),
      ]}
    />
  );
}

function SuspectedDoubles({ rows }: { readonly rows: Books['suspectedDoubles'] }): ReactNode {
  const desk = useDesk();
  const text = deskOperationsText[desk.language];
  if (rows.length === 0) return null;
  return (
    <TablePart
      id="doubles"
      title={text.doubles}
      line={text.doublesLine}
      rows={rows}
      keyOf={({ payments }) => payments.map(nameOf).join(' ')}
      columns={[
        [text.loan, ({ orderNumber }) => <LoanNumber orderNumber={orderNumber} />, 'fit strong'],
        [
          text.amount,
          ({ amountMinor, currency }) => desk.money(amountMinor, currency),
          'figure right labelled',
        ],
        [text.payment, ({ payments: [later] }) => payment(later), 'wide'],
        [text.equals, ({ payments: [, earlier] }) => payment(earlier), 'wide labelled'],
      ]}
    />
  );
}

/** Webhooks of providers about objects that the books do not know. */
function UnknownObjects({ rows }: { readonly rows: Books['unknownObjects'] }): ReactNode {
  const desk = useDesk();
  const text = deskOperationsText[desk.language];
  if (rows.length === 0) return null;
  return (
    <TablePart
      id="unknown"
      title={text.unknownObjects}
      line={text.unknownObjectsLine}
      rows={rows}
      keyOf={({ provider, object, receivedAt }) => `${provider} ${object} ${receivedAt}`}
      columns={[
        [text.provider, ({ provider }) => provider],
        [text.object, ({ object }) => <span className="hash">{object}</span>, 'wide'],
        [text.receivedAt, ({ receivedAt }) => desk.zonedTime(receivedAt), 'right labelled'],
      ]}
    />
  );
}

function Unmatched({ rows }: { readonly rows: Books['unmatched'] }): ReactNode {
  const desk = useDesk();
  const text = deskOperationsText[desk.language];
  return (
    <TablePart
      id="unmatched"
      title={text.unmatched}
      none={desk.words.none}
      rows={rows}
      keyOf={({ provider, currency }) => `${provider} ${currency}`}
      columns={[
        [text.provider, ({ provider }) => provider],
        [text.count, ({ count }) => count, 'figure right labelled'],
        [
          text.amount,
          ({ amountMinor, currency }) => amountIn(desk, amountMinor, currency),
          'figure strong labelled',
        ],
        [text.oldest, ({ oldestReceivedAt }) => desk.zonedTime(oldestReceivedAt), 'right labelled'],
      ]}
    />
  );
}

function amountIn(desk: OpenDesk, minor: string, currency: string | null): string {
  const known = allCurrencies.find((each) => each === currency);
  return desk.money(minor, known);
}

interface PaymentName {
  readonly provider: string;
  readonly eventId: string;
}

const nameOf = ({ provider, eventId }: PaymentName) => `${provider} ${eventId}`;

function payment(name: PaymentName | undefined): ReactNode {
  return (
    name && (
      <>
        {name.provider} <span className="hash">{name.eventId}</span>
      </>
    )
  );
}

function outcomeWords(outcome: string, text: TextsIn<typeof deskOperationsText>): string {
  if (outcome === 'unmatched') return text.unmatchedPayment;
  return outcome === 'posted' || outcome === 'reversed' ? text[outcome] : outcome;
}

async function readBooks(desk: OpenDesk) {
  return { books: await desk.read(readReconciliation, {}) };
}

function runWords(
  desk: OpenDesk,
  { isUnderWay, endedAt, comparedCount: count, outstandingCount: left }: Books['comparison'],
): string {
  const text = deskOperationsText[desk.language];
  if (isUnderWay) return fill(text.underWay, { count });
  return endedAt === null ? '' : fill(text.lastRun, { time: desk.zonedTime(endedAt), count, left });
}

function whenFound<Row extends { readonly foundAt: string; readonly comparedAt: string }>(
  desk: OpenDesk,
): Column<Row>[] {
  const text = deskOperationsText[desk.language];
  return [
    [text.foundAt, ({ foundAt }: Row) => desk.zonedTime(foundAt), 'labelled'],
    [text.comparedAt, ({ comparedAt }: Row) => desk.zonedTime(comparedAt), 'right labelled'],
  ];
}
