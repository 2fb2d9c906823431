import { deskOperationsText } from '#content/messages/desk-operations.ts';
import { fill } from '#content/text-pack.ts';
import { readReconciliation } from '#contract/host/ledger.ts';
import { deskScreen } from '../desk-screen.tsx';
import { deskPaths } from '../paths.ts';
import { TablePart } from '../ui/table-part.tsx';

/** Where loans, payments and the ledger disagree, and the money that fits no loan; compared when somebody asks for it. */
export const reconciliation = deskScreen({
  path: deskPaths.reconciliation,
  needs: 'see-money',
  async load(desk) {
    const isAsked = desk.parameter('compare') === 'now';
    return { compared: isAsked ? await desk.read(readReconciliation, {}) : null };
  },
  title: ({ desk }) => deskOperationsText[desk.language].reconciliation,
  page({ desk, compared }) {
    const text = deskOperationsText[desk.language];
    const amount = (minor: string, currency?: string) =>
      desk.money(Number(minor), currency === 'INR' ? 'INR' : currency === 'MXN' ? 'MXN' : undefined);
    const { disagreements = [], unmatched = [], eventFaults = [] } = compared ?? {};
    return (
      <>
        <div className="top">
          <h1>{text.reconciliation}</h1>
          {compared && <p className="sub">{fill(text.compared, { time: desk.time(desk.now) })}</p>}
        </div>
        <form method="get" action={deskPaths.reconciliation}>
          <div className="acts">
            <button className="btn second" type="submit" name="compare" value="now">
              {text.compare}
            </button>
          </div>
          <p className="hint g2">{text.compareLine}</p>
        </form>
        {compared && disagreements.length === 0 && eventFaults.length === 0 && (
          <p className="note g3" data-tone="ok">
            {text.sound}
          </p>
        )}
        {disagreements.length > 0 && (
          <TablePart
            id="differences"
            title={text.differences}
            rows={disagreements}
            keyOf={({ loanId, sequence, subject }) => `${loanId} ${sequence} ${subject}`}
            columns={[
              {
                head: text.about,
                cell: ({ subject, sequence }) =>
                  [subject, sequence].filter((part) => part !== null).join(' '),
              },
              { head: text.loanId, className: 'sub hash wide', cell: ({ loanId }) => loanId },
              {
                head: text.stored,
                className: 'n',
                isLabelled: true,
                cell: ({ storedMinor }) => amount(storedMinor),
              },
              {
                head: text.ledger,
                className: 'n',
                isLabelled: true,
                cell: ({ ledgerMinor }) => amount(ledgerMinor),
              },
            ]}
          />
        )}
        {eventFaults.length > 0 && (
          <TablePart
            id="faults"
            title={text.faults}
            rows={eventFaults}
            keyOf={({ provider, eventId }) => `${provider} ${eventId}`}
            columns={[
              { head: text.event, cell: ({ provider, eventId }) => `${provider} ${eventId}` },
              { head: text.outcome, className: 'r', cell: ({ outcome }) => outcome },
              {
                head: text.reported,
                className: 'n',
                isLabelled: true,
                cell: ({ reportedMinor }) => amount(reportedMinor),
              },
              {
                head: text.booked,
                className: 'n',
                isLabelled: true,
                cell: ({ bookedMinor }) => amount(bookedMinor),
              },
            ]}
          />
        )}
        {compared && (
          <TablePart
            id="unmatched"
            title={text.unmatched}
            none={desk.words.none}
            rows={unmatched}
            keyOf={({ provider, currency }) => `${provider} ${currency}`}
            columns={[
              { head: text.provider, cell: ({ provider }) => provider },
              { head: text.count, className: 'n r', isLabelled: true, cell: ({ count }) => count },
              {
                head: text.amount,
                className: 'n strong',
                isLabelled: true,
                cell: ({ amountMinor, currency }) => amount(amountMinor, currency),
              },
              {
                head: text.oldest,
                className: 'n num r',
                isLabelled: true,
                cell: ({ oldestReceivedAt }) => desk.time(oldestReceivedAt),
              },
            ]}
          />
        )}
      </>
    );
  },
});
