import type { ReactNode } from 'react';
import { deskOperationsText } from '#content/messages/desk-operations.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { compareBooks, readReconciliation } from '#contract/host/ledger.ts';
import type { HostRequestOf } from '#contract/host-call.ts';
import { allCurrencies } from '#domain/market.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { Note } from '#ui/notice/note.tsx';
import { deskScreen } from '../desk-screen.tsx';
import { LoanNumber } from '../loan/loan-link.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import type { Column } from '../ui/table.tsx';
import { TablePart } from '../ui/table-part.tsx';

/** Where loans, payments and the ledger disagree as far as they were compared, and the money that fits no loan. */
export const reconciliation = deskScreen<
  Awaited<ReturnType<typeof readStanding>>,
  { readonly isAsked: true }
>({
  path: deskPaths.reconciliation,
  needs: 'see-money',
  load: readStanding,
  async submit(desk, form) {
    const fields: HostRequestOf<typeof compareBooks> = {};
    await desk.change(compareBooks, fields, { messageId: fieldOf(form, 'step'), subject: 'books' });
    return desk.again({ isAsked: true }, 200);
  },
  title: ({ desk }) => deskOperationsText[desk.language].reconciliation,
  page({ desk, books, answer }) {
    const text = deskOperationsText[desk.language];
    const amount = (minor: string, currency: string | null) =>
      desk.money(
        minor,
        allCurrencies.find((each) => each === currency),
      );
    const { disagreements, unmatched, eventFaults, suspectedDoubles, unknownObjects, comparison } = books;
    const { faultyLoanCount: loans, faultyEventCount: events, comparedSince } = comparison;
    const listedLoanCount = new Set(disagreements.map(({ loanId }) => loanId)).size;
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
        <form method="post" action={deskPaths.reconciliation}>
          <input type="hidden" name="step" value={desk.newId()} />
          <p>{runWords(desk, comparison)}</p>
          <Acts gap={2}>
            <Button kind="second">{text.compare}</Button>
          </Acts>
          <p className="hint g2">{text.compareLine}</p>
        </form>
        {answer && (
          <Note tone="brand" isApart isStatus>
            {text.askedFor}
          </Note>
        )}
        {comparedSince !== null && loans + events === 0 && (
          <Note isApart tone="ok">
            {text.sound}
          </Note>
        )}
        {(loans > listedLoanCount || events > eventFaults.length) && (
          <Note tone="brand" isApart>
            {fill(text.listedFew, { loans, events })}
          </Note>
        )}
        {disagreements.length > 0 && (
          <TablePart
            id="differences"
            title={text.differences}
            rows={disagreements}
            keyOf={({ loanId, sequence, subject }) => `${loanId} ${sequence} ${subject}`}
            columns={[
              [
                text.loan,
                ({ loanId, orderNumber }) =>
                  orderNumber ? loanLink(orderNumber) : <span className="hash">{loanId}</span>,
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
              [text.stored, ({ storedMinor, currency }) => amount(storedMinor, currency), 'figure labelled'],
              [
                text.ledger,
                ({ ledgerMinor, currency }) => amount(ledgerMinor, currency),
                'figure right labelled',
              ],
              ...whenFound<(typeof disagreements)[number]>(desk),
            ]}
          />
        )}
        {eventFaults.length > 0 && (
          <TablePart
            id="faults"
            title={text.faults}
            rows={eventFaults}
            keyOf={(fault) => nameOf(fault)}
            columns={[
              [text.payment, (fault) => payment(fault), 'wide'],
              [text.loan, ({ orderNumber }) => orderNumber && loanLink(orderNumber), 'fit'],
              [text.state, ({ outcome }) => outcomeWords(outcome, text), 'right'],
              [
                text.reported,
                ({ reportedMinor, currency }) => amount(reportedMinor, currency),
                'figure labelled',
              ],
              [
                text.booked,
                ({ bookedMinor, currency }) => amount(bookedMinor, currency),
                'figure right labelled',
              ],
              ...whenFound<(typeof eventFaults)[number]>(desk),
            ]}
          />
        )}
        {suspectedDoubles.length > 0 && (
          <TablePart
            id="doubles"
            title={text.doubles}
            line={text.doublesLine}
            rows={suspectedDoubles}
            keyOf={({ payments }) => payments.map(nameOf).join(' ')}
            columns={[
              [text.loan, ({ orderNumber }) => loanLink(orderNumber), 'fit strong'],
              [
                text.amount,
                ({ amountMinor, currency }) => desk.money(amountMinor, currency),
                'figure right labelled',
              ],
              [text.payment, ({ payments: [later] }) => payment(later), 'wide'],
              [text.equals, ({ payments: [, earlier] }) => payment(earlier), 'wide labelled'],
            ]}
          />
        )}
        {unknownObjects.length > 0 && (
          <TablePart
            id="unknown"
            title={text.unknownObjects}
            line={text.unknownObjectsLine}
            rows={unknownObjects}
            keyOf={({ provider, object, receivedAt }) => `${provider} ${object} ${receivedAt}`}
            columns={[
              [text.provider, ({ provider }) => provider],
              [text.object, ({ object }) => <span className="hash">{object}</span>, 'wide'],
              [text.receivedAt, ({ receivedAt }) => desk.zonedTime(receivedAt), 'right labelled'],
            ]}
          />
        )}
        <TablePart
          id="unmatched"
          title={text.unmatched}
          none={desk.words.none}
          rows={unmatched}
          keyOf={({ provider, currency }) => `${provider} ${currency}`}
          columns={[
            [text.provider, ({ provider }) => provider],
            [text.count, ({ count }) => count, 'figure right labelled'],
            [
              text.amount,
              ({ amountMinor, currency }) => amount(amountMinor, currency),
              'figure strong labelled',
            ],
            [text.oldest, ({ oldestReceivedAt }) => desk.zonedTime(oldestReceivedAt), 'right labelled'],
          ]}
        />
      </>
    );
  },
});

function loanLink(orderNumber: string): ReactNode {
  return <LoanNumber orderNumber={orderNumber} />;
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

async function readStanding(desk: OpenDesk) {
  return { books: await desk.read(readReconciliation, {}) };
}

type Comparison = Awaited<ReturnType<typeof readStanding>>['books']['comparison'];

function runWords(
  desk: OpenDesk,
  { isUnderWay, endedAt, comparedCount: count, outstandingCount: left }: Comparison,
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
