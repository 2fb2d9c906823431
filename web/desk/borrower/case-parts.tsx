import type { ReactNode } from 'react';
import { deskCaseText } from '#content/messages/desk-case.ts';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskCase } from '#contract/desk.ts';
import type { QueuedMatter } from '#contract/matter.ts';
import { addMinor, zeroMinor } from '#domain/money/money.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { Note } from '#ui/notice/note.tsx';
import { useDesk } from '../desk-context.ts';
import { LoanLink, LoanNumber } from '../loan/loan-link.tsx';
import { LoanState } from '../loan/loan-state.tsx';
import { Owed, OwedNext, OwedRows } from '../loan/owed.tsx';
import { matterAddress, matterColumns } from '../matter/matter-columns.tsx';
import type { OpenDesk } from '../open-desk.ts';
import {
  borrowerPath,
  complaintImagePath,
  complaintPath,
  exportPath,
  loanFilePath,
  loanPath,
} from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { DayRange } from '../ui/day-range.tsx';
import { DeskForm, type SentForm } from '../ui/desk-form.tsx';
import { Fact } from '../ui/facts.tsx';
import { Part } from '../ui/part.tsx';
import { TablePart } from '../ui/table-part.tsx';
import { noteForm } from './borrower-acts.ts';

interface OfCase {
  readonly shown: DeskCase;
}

/** The amount due today on all loans, by loan, and the most urgent open matter. */
export function OwesNow({ shown: { loans, loanCount, matters, currency, market } }: OfCase): ReactNode {
  const desk = useDesk();
  const text = deskCaseText[desk.language];
  const owing = loans.filter(({ dueMinor }) => dueMinor > 0);
  const sum = desk.money(addMinor(zeroMinor, ...owing.map(({ dueMinor }) => dueMinor)), currency);
  const next = matters.find((matter) => matterAddress(desk, matter, null) !== null);
  return (
    <Owed
      tone={owing.some(({ status }) => status === 'overdue') ? 'warn' : 'plain'}
      id="owes"
      title={text.owesNow}
      amount={sum}
      line={fill(text.loansOwing, { count: owing.length, all: loanCount })}
    >
      <OwedRows sum={owing.length > 1 ? { name: text.owesNow, amount: sum } : undefined}>
        {owing.map(({ orderNumber, dueMinor }) => (
          <Fact key={orderNumber} name={<LoanNumber orderNumber={orderNumber} />}>
            <span className="num">{desk.money(dueMinor, currency)}</span>
          </Fact>
        ))}
      </OwedRows>
      <OwedNext>
        <h2>{text.next}</h2>
        {next ? (
          <>
            <p>
              <b>{[deskQueueText[desk.language][next.kind], amountOf(next)].filter(Boolean).join(', ')}</b>
            </p>
            <p>{fill(text.dueBy, { time: desk.time(next.clock.dueAt, market) })}</p>
            <Acts gap={0}>
              <ButtonLink href={matterAddress(desk, next, null) ?? ''}>{text.open}</ButtonLink>
            </Acts>
          </>
        ) : (
          <p>{text.nothingOpen}</p>
        )}
      </OwedNext>
    </Owed>
  );

  function amountOf({ amountMinor }: QueuedMatter): string | false {
    return amountMinor !== null && amountMinor > 0 && desk.money(amountMinor, currency);
  }
}

/** Open matters of a borrower, the earliest deadline first. */
export function OpenMatters({ shown: { matters } }: OfCase): ReactNode {
  const desk = useDesk();
  const text = deskCaseText[desk.language];
  const { due, kind, what, sum, with: holder } = matterColumns(desk, null);
  return (
    <TablePart
      id="matters"
      title={text.matters}
      look="work"
      end={matters.length > 0 && matters.length}
      none={text.nothingOpen}
      rows={matters}
      keyOf={({ kind: of, id }) => `${of} ${id}`}
      columns={[due, kind, what, sum, holder]}
    />
  );
}

export function ErasureNote({ shown: { erasure, market } }: OfCase): ReactNode {
  const desk = useDesk();
  const text = deskCaseText[desk.language];
  if (erasure === null) return null;
  const time = desk.time(erasure.requestedAt, market);
  return (
    <Note tone="warn" hasSpaceAbove>
      <b>{text.erasure}</b> · {fill(text.erasureAsked, { time })}
      {erasure.earliestOn !== null && ` ${fill(text.erasureFrom, { day: erasure.earliestOn })}`}
    </Note>
  );
}

export function CaseLoans({ shown: { loans, loanCount, currency } }: OfCase): ReactNode {
  const desk = useDesk();
  const text = deskCaseText[desk.language];
  const paidOut = loans.filter(({ principalMinor, dueDate, status }) => {
    return principalMinor > 0 && (dueDate !== null || status === 'settled' || status === 'written-off');
  });
  const lent = addMinor(zeroMinor, ...paidOut.map(({ principalMinor }) => principalMinor));
  const paid = addMinor(zeroMinor, ...loans.map(({ paidMinor }) => paidMinor));
  const sums = { lent: desk.money(lent, currency), paid: desk.money(paid, currency) };
  const money = (minor: number) => desk.money(minor, currency);
  return (
    <>
      <TablePart
        id="loans"
        title={text.loans}
        end={loans.length > 0 && fill(text.lent, sums)}
        none={text.noLoans}
        rows={loans}
        keyOf={({ orderNumber }) => orderNumber}
        columns={[
          [text.loan, (row) => <LoanLink loan={row} />, 'fit'],
          [
            text.state,
            ({ status, daysLate }) => (
              <LoanState status={status} daysLate={daysLate} language={desk.language} />
            ),
            'fit right',
          ],
          [text.principal, ({ principalMinor }) => money(principalMinor), 'figure labelled'],
          [text.paid, ({ paidMinor }) => money(paidMinor), 'figure right labelled'],
          [text.dueNow, ({ dueMinor }) => money(dueMinor), 'figure strong labelled'],
          [text.toSettle, ({ settlesMinor }) => money(settlesMinor), 'figure right labelled'],
        ]}
      />
      {loanCount > loans.length && (
        <p className="sub">{fill(text.shownOf, { shown: loans.length, all: loanCount })}</p>
      )}
    </>
  );
}

export function CasePayments({ shown: { payments, currency, market } }: OfCase): ReactNode {
  const desk = useDesk();
  const text = deskCaseText[desk.language];
  return (
    <TablePart
      id="payments"
      title={text.payments}
      none={text.noPayments}
      rows={payments}
      keyOf={({ provider, eventId }) => `${provider} ${eventId}`}
      columns={[
        [text.paidAt, ({ paidAt }) => desk.time(paidAt, market), 'fit num'],
        [text.amount, ({ amountMinor }) => desk.money(amountMinor, currency), 'figure strong right'],
        [text.loan, ({ orderNumber }) => <LoanNumber orderNumber={orderNumber} />, 'fit'],
        [
          text.state,
          ({ outcome }) =>
            outcome === 'posted' || outcome === 'reversed' || outcome === 'unmatched'
              ? text[outcome]
              : outcome,
          'fit right',
        ],
        [text.reference, ({ reference }) => reference, 'hash wide labelled'],
        [
          text.key,
          ({ provider, eventId, trackingKey }) => `${provider} ${trackingKey ?? eventId}`,
          'hash wide labelled',
        ],
      ]}
    />
  );
}

/** A document or photo of a borrower. `path` is null for people who may not open it. */
interface CaseFile {
  readonly words: string;
  readonly number: string;
  readonly of: { readonly name: string; readonly path: string };
  readonly madeAt: Date | null;
  readonly path: string | null;
}

/** Loan documents, photos of complaints, and statements of account. Opening one is logged. */
export function CaseDocuments({ shown }: OfCase): ReactNode {
  const desk = useDesk();
  const text = deskCaseText[desk.language];
  return (
    <>
      <TablePart
        id="documents"
        title={text.documents}
        end={desk.may('see-personal-data') && text.taken}
        none={text.noDocuments}
        rows={filesOf(shown, desk)}
        keyOf={({ of, words, number }) => `${of.name} ${words} ${number}`}
        columns={[
          [text.documents, ({ path, words }) => (path === null ? words : <a href={path}>{words}</a>)],
          [text.number, ({ number }) => number, 'fit right'],
          [
            text.loan,
            ({ of }) => (
              <a className="num" href={of.path}>
                {of.name}
              </a>
            ),
            'wide',
          ],
          [text.paidAt, ({ madeAt }) => madeAt && desk.time(madeAt, shown.market), 'fit num unheaded'],
        ]}
      />
      {desk.may('export') && shown.loanCount > 0 && <StatementForm shown={shown} />}
    </>
  );
}

function filesOf({ documents, loans, images }: DeskCase, desk: OpenDesk): CaseFile[] {
  const text = deskCaseText[desk.language];
  const mayTake = desk.may('see-personal-data');
  const ofLoan = (orderNumber: string) => ({ name: orderNumber, path: `${loanPath(orderNumber)}#agreed` });
  return [
    ...documents.map(({ kind, number, orderNumber, madeAt }) => ({
      words: text[kind],
      number,
      of: ofLoan(orderNumber),
      madeAt,
      path: mayTake ? loanFilePath(orderNumber, kind) : null,
    })),
    ...loans
      .filter(({ status }) => status === 'settled')
      .map(({ orderNumber }) => ({
        words: text.letter,
        number: '',
        of: ofLoan(orderNumber),
        madeAt: null,
        path: mayTake ? loanFilePath(orderNumber, 'letter') : null,
      })),
    ...(desk.may('see-complaints') ? images : []).map(({ folio, name, uploadedAt }, index) => ({
      words: text.photo,
      number: String(images.length - index),
      madeAt: uploadedAt,
      of: { name: folio, path: complaintPath(folio) },
      path: mayTake ? complaintImagePath(folio, name) : null,
    })),
  ];
}

function StatementForm({ shown: { borrowerId, market } }: OfCase): ReactNode {
  const desk = useDesk();
  const text = deskCaseText[desk.language];
  const today = desk.time(desk.now, market).slice(0, 10);
  return (
    <Part id="statement" title={text.statement}>
      <DayRange
        action={exportPath('statements.csv')}
        ids={['from', 'through']}
        fromDay={`${today.slice(0, 4)}-01-01`}
        throughDay={today}
        text={{ from: text.from, through: text.through, show: text.takeStatement }}
      >
        <input type="hidden" name="borrower" value={borrowerId} />
      </DayRange>
    </Part>
  );
}

export function PinnedNotes({ shown: { notes, people, market } }: OfCase): ReactNode {
  const desk = useDesk();
  const text = deskCaseText[desk.language];
  return notes
    .filter(({ isPinned }) => isPinned)
    .map((note) => (
      <Note key={`${note.writtenAt.getTime()} ${note.text}`} tone="plain" hasSpaceAbove>
        <b>{text.pinned}</b> · {note.text}{' '}
        <span className="hint">
          {people.get(note.personId)}, <span className="num">{desk.time(note.writtenAt, market)}</span>
        </span>
      </Note>
    ));
}

/** The form of a note or a contact, for those who may write one. */
export function NoteForm({
  borrowerId,
  sent,
}: {
  readonly borrowerId: string;
  readonly sent: SentForm | undefined;
}): ReactNode {
  const desk = useDesk();
  const text = deskCaseText[desk.language];
  if (!desk.may('write-note')) return null;
  return (
    <Part id="write" title={text.write}>
      <DeskForm
        form={noteForm(desk)}
        sent={sent}
        prefix="note-"
        action={borrowerPath(borrowerId)}
        send={text.saveNote}
      />
    </Part>
  );
}
