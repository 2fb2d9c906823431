import type { ReactNode } from 'react';
import { deskBorrowerText } from '#content/messages/desk-borrower.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { fill } from '#content/text-pack.ts';
import {
  blockBorrower,
  holdBorrower,
  readBorrower,
  releaseBorrower,
  unblockBorrower,
} from '#contract/host/borrower.ts';
import { exportBorrower, requestErasure } from '#contract/host/personal-data.ts';
import { revokeSessions } from '#contract/host/session.ts';
import type { HostCall } from '#contract/host-call.ts';
import { maskedName, maskedPhone, maskedText } from '#domain/desk/mask.ts';
import { caseNoteKinds, noteMaxLength } from '#domain/desk/note.ts';
import type { DeskAct } from '#domain/desk/role.ts';
import { CodedError } from '#domain/error-code.ts';
import { currencyOf } from '#domain/market.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { Note } from '#ui/notice/note.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { StoryPart } from '../loan/loan-story.tsx';
import { approvalPath, borrowerPath, deskPaths } from '../paths.ts';
import { personalDataReason, reasonIn } from '../reason.ts';
import { Acts } from '../ui/acts.tsx';
import { AuditLine } from '../ui/audit-line.tsx';
import { Fact, FactList, ShowButton } from '../ui/facts.tsx';
import { TextField } from '../ui/field.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { Crumb, HeadActs, PageHead } from '../ui/page-head.tsx';
import { addressOf } from '../ui/pager.tsx';
import { Part, PlainPart } from '../ui/part.tsx';
import { SecondPersonNote } from '../ui/second-person.tsx';
import { Table } from '../ui/table.tsx';
import { stateOf } from './borrower-list.tsx';
import styles from './case.module.css';
import {
  CaseDocuments,
  CaseLoans,
  CasePayments,
  ErasureNote,
  NoteForm,
  OpenMatters,
  OwesNow,
  PinnedNotes,
  type TypedNote,
} from './case-parts.tsx';

type Step = 'show' | 'note' | 'block' | 'unblock' | 'hold' | 'release' | 'sessions' | 'copy' | 'erase';
const steps: Readonly<Record<Step, DeskAct>> = {
  show: 'see-personal-data',
  note: 'write-note',
  block: 'change-borrower',
  unblock: 'change-borrower',
  hold: 'answer-data-request',
  release: 'answer-data-request',
  sessions: 'change-borrower',
  copy: 'answer-data-request',
  erase: 'answer-data-request',
};
const shownFields = ['name', 'phone', 'address'] as const;

/** What came of a form, and what stood in it. */
interface BorrowerAnswer {
  readonly step: Step;
  readonly reason: string;
  readonly problem: 'reasonMissing' | 'eraseConfirmMissing' | null;
  readonly notice: string | null;
  readonly disclosure: { readonly field: string; readonly value: string } | null;
  /** A note that was not taken. */
  readonly typed?: TypedNote;
}

/** A borrower's case: what they owe, what is open, every loan, payment and word, and what can be done about them; masked. */
export const borrower = deskScreen({
  path: deskPaths.borrower,
  needs: 'see-loans',
  async load(desk) {
    const borrowerId = desk.part('borrower');
    const borrowerView = await desk.read(readBorrower, { borrowerId });
    const shown = await desk.service.cases.read(desk.person, borrowerView.borrowerId);
    if (!shown) throw new CodedError('not-found');
    return {
      shown,
      borrowerId: borrowerView.borrowerId,
      title: borrowerView.lenderBorrowerId ?? borrowerView.borrowerId,
      market: borrowerView.market,
      language: borrowerView.language,
      createdAt: borrowerView.createdAt,
      state: stateOf(borrowerView),
      hold: borrowerView.heldAt && { at: borrowerView.heldAt, reason: borrowerView.holdReason ?? '' },
      changes: [
        ...borrowerView.blockChanges.map(({ isBlocked, ...change }) => ({
          ...{ ...change, what: isBlocked ? ('blockedThen' as const) : ('unblockedThen' as const) },
        })),
        ...borrowerView.holdChanges.map(({ isHeld, ...change }) => ({
          ...{ ...change, what: isHeld ? ('heldThen' as const) : ('releasedThen' as const) },
        })),
      ].sort((a, b) => a.at.localeCompare(b.at)),
      masked: {
        name: maskedName(borrowerView.name),
        phone: maskedPhone(borrowerView.mobilePhone),
        address: maskedText(borrowerView.address),
      },
    };
  },
  async submit(desk, form): Promise<Response | { answer: BorrowerAnswer; status: number }> {
    const text = deskBorrowerText[desk.language];
    const step = (Object.keys(steps) as Step[]).find((each) => each === fieldOf(form, 'step')) ?? 'show';
    await desk.require(steps[step]);
    const borrowerId = desk.part('borrower');
    const reason = reasonIn(fieldOf(form, 'reason'), personalDataReason) ?? '';
    const logged = { messageId: fieldOf(form, 'id') || desk.newId(), subject: `borrower:${borrowerId}` };
    const plain: BorrowerAnswer = { step, reason, problem: null, notice: null, disclosure: null };
    const needsReason = ['block', 'unblock', 'hold', 'release', 'erase'].includes(step);
    if (needsReason && reason === '') {
      return desk.again(
        { ...plain, reason: fieldOf(form, 'reason'), problem: 'reasonMissing' as const },
        422,
      );
    }
    switch (step) {
      case 'show': {
        const field = shownFields.find((each) => each === fieldOf(form, 'show'));
        if (field === undefined) throw new CodedError('request-invalid', 'show');
        const borrowerView = await desk.service.ask(
          desk.person,
          readBorrower,
          { borrowerId },
          { ...logged, loggedAs: 'shown', detail: { fields: [field] } },
        );
        const value = field === 'phone' ? borrowerView.mobilePhone : borrowerView[field];
        return desk.again({ ...plain, disclosure: { field, value } }, 200);
      }
      case 'note': {
        const typed = {
          text: fieldOf(form, 'note').replaceAll('\r\n', '\n'),
          kind: fieldOf(form, 'kind'),
          isPinned: fieldOf(form, 'pin') === 'yes',
        };
        const kind = caseNoteKinds.find((each) => each === typed.kind) ?? 'note';
        const isEmpty = typed.text.trim() === '' || typed.text.trim().length > noteMaxLength;
        if (isEmpty) return desk.again({ ...plain, typed }, 422);
        const { messageId } = logged;
        await desk.service.cases.note(desk.person, borrowerId, { ...typed, messageId, kind });
        return desk.goTo(borrowerPath(borrowerId));
      }
      case 'block':
      case 'unblock':
      case 'hold':
      case 'release':
        await desk.change(
          { block: blockBorrower, unblock: unblockBorrower, hold: holdBorrower, release: releaseBorrower }[
            step
          ],
          { borrowerId, reason },
          { ...logged, reason },
        );
        return desk.goTo(borrowerPath(borrowerId));
      case 'sessions': {
        const ended = await desk.change(revokeSessions, { borrowerId }, logged);
        return desk.again({ ...plain, notice: fill(text.sessionsEnded, ended) }, 200);
      }
      case 'copy': {
        const copy = await desk.service.ask(
          desk.person,
          exportBorrower,
          { borrowerId },
          { ...logged, loggedAs: 'exported' },
        );
        return new Response(JSON.stringify(copy, null, 2), {
          headers: {
            'Content-Type': 'application/json; charset=utf-8',
            'Content-Disposition': `attachment; filename="${borrowerId}.json"`,
            'Cache-Control': 'no-store',
          },
        });
      }
      default: {
        const { lenderBorrowerId, market } = await desk.read(readBorrower, { borrowerId });
        if (fieldOf(form, 'confirm').trim() !== (lenderBorrowerId ?? borrowerId)) {
          return desk.again({ ...plain, problem: 'eraseConfirmMissing' as const }, 422);
        }
        const { messageId, subject } = logged;
        const fields = { borrowerId, reason };
        const proposal = { call: requestErasure as HostCall, fields, subject, currency: currencyOf(market) };
        await desk.service.corrections.propose(desk.person, proposal, { messageId, reason });
        return desk.goTo(approvalPath(messageId));
      }
    }
  },
  title: ({ title }) => title,
  page({ desk, answer, shown: whole, ...shown }) {
    const text = deskBorrowerText[desk.language];
    return (
      <>
        <Crumb>
          <a href={deskPaths.borrowers}>{text.title}</a>
        </Crumb>
        <PageHead>
          <h1>{shown.title}</h1>
          <p className="sub">
            {shown.masked.name} · {text[shown.state]}
          </p>
          {desk.may('see-catalogue') && (
            <HeadActs>
              <a href={addressOf(deskPaths.offers, { borrower: shown.borrowerId })}>{text.offers}</a>
            </HeadActs>
          )}
        </PageHead>
        {answer?.notice && (
          <Note tone="ok" isStatus>
            {answer.notice}
          </Note>
        )}
        <OwesNow shown={whole} />
        <ErasureNote shown={whole} />
        {shown.hold && (
          <Note tone="warn" isApart>
            {fill(text.heldNow, {
              time: desk.time(shown.hold.at, shown.market),
              reason: shown.hold.reason,
            })}
          </Note>
        )}
        <PinnedNotes shown={whole} />
        <div className={styles.case}>
          <div className={styles.first}>
            <OpenMatters shown={whole} />
            <CaseLoans shown={whole} />
            <CasePayments shown={whole} />
            <CaseDocuments shown={whole} />
          </div>
          <div className={styles.aside}>
            <NoteForm borrowerId={shown.borrowerId} typed={answer?.typed} />
            <Part id="facts" title={text.facts}>
              <form method="post" action={borrowerPath(shown.borrowerId)}>
                <input type="hidden" name="step" value="show" />
                <FactList>
                  {shownFields.map((field) => (
                    <Fact key={field} name={text[field]}>
                      {answer?.disclosure?.field === field ? answer.disclosure.value : shown.masked[field]}{' '}
                      {answer?.disclosure?.field !== field &&
                        desk.may('see-personal-data') &&
                        shown.state !== 'erased' && (
                          <ShowButton what={text[field]} name="show" value={field} />
                        )}
                    </Fact>
                  ))}
                  {(['market', 'language'] as const).map((field) => (
                    <div key={field}>
                      <dt>{text[field]}</dt>
                      <dd>{shown[field]}</dd>
                    </div>
                  ))}
                  <div>
                    <dt>{text.since}</dt>
                    <dd className="num">{desk.time(shown.createdAt, shown.market)}</dd>
                  </div>
                </FactList>
              </form>
            </Part>
            {shown.state !== 'erased' && (
              <PlainPart>
                <Fold
                  of={shown.borrowerId}
                  step={shown.state === 'blocked' ? 'unblock' : 'block'}
                  answer={answer}
                  summary={shown.state === 'blocked' ? text.unblock : text.block}
                  line={shown.state === 'blocked' ? text.unblockLine : text.blockLine}
                  button={shown.state === 'blocked' ? text.unblock : text.blockNow}
                  hasReason
                />
                <Fold
                  of={shown.borrowerId}
                  step="sessions"
                  answer={answer}
                  summary={text.endSessions}
                  line={text.endSessionsLine}
                  button={text.endSessionsNow}
                />
                <Fold
                  of={shown.borrowerId}
                  step="copy"
                  answer={answer}
                  summary={text.copy}
                  line={text.copyLine}
                  button={text.copyNow}
                />
                <Fold
                  of={shown.borrowerId}
                  step={shown.hold ? 'release' : 'hold'}
                  answer={answer}
                  summary={shown.hold ? text.release : text.hold}
                  line={shown.hold ? text.releaseLine : text.holdLine}
                  button={shown.hold ? text.release : text.holdNow}
                  hasReason
                />
                <Fold
                  of={shown.borrowerId}
                  step="erase"
                  answer={answer}
                  summary={text.erase}
                  line={text.eraseLine}
                  button={text.eraseNow}
                  hasReason
                >
                  <TextField
                    id="confirm"
                    label={fill(text.eraseConfirm, { id: shown.title })}
                    value=""
                    error={answer?.problem === 'eraseConfirmMissing' ? text.eraseConfirmMissing : undefined}
                  />
                </Fold>
              </PlainPart>
            )}
          </div>
          <div className={styles.then}>
            <StoryPart
              lines={whole.story}
              people={whole.people}
              market={shown.market}
              path={borrowerPath(shown.borrowerId)}
              namesLoans
            />
          </div>
        </div>
        {shown.changes.length > 0 && (
          <Part id="blocks" title={text.history}>
            <Table
              caption={text.history}
              rows={shown.changes}
              keyOf={({ at, what }) => `${at} ${what}`}
              columns={[
                [text.when, ({ at }) => desk.time(at, shown.market), 'fit num'],
                [text.what, ({ what }) => text[what], 'fit right'],
                [text.reason, ({ reason }) => reason, 'wide'],
              ]}
            />
          </Part>
        )}
        <AuditLine
          subject={`borrower:${shown.borrowerId}`}
          borrowerId={shown.borrowerId}
          market={shown.market}
        />
      </>
    );
  },
});

/** A fold with what is done by one button, where somebody may. */
function Fold({
  of,
  step,
  answer,
  summary,
  line,
  button,
  hasReason = false,
  children,
}: {
  readonly of: string;
  readonly step: Step;
  readonly answer: BorrowerAnswer | undefined;
  readonly summary: string;
  readonly line: string;
  readonly button: string;
  readonly hasReason?: boolean;
  readonly children?: ReactNode;
}): ReactNode {
  const desk = useDesk();
  const text = deskBorrowerText[desk.language];
  const mine = answer?.step === step ? answer : undefined;
  if (!desk.may(steps[step])) return null;
  return (
    <FormFold name="do" isOpen={mine !== undefined && mine.problem !== null} title={summary}>
      <form method="post" action={borrowerPath(of)} noValidate>
        <p>{line}</p>
        <input type="hidden" name="step" value={step} />
        <input type="hidden" name="id" value={desk.newId()} />
        {hasReason && (
          <div className="g3">
            <TextField
              id={`reason-${step}`}
              name="reason"
              label={text.reason}
              value={mine?.reason ?? ''}
              hint={mine?.problem === 'reasonMissing' ? undefined : text.reasonHint}
              error={mine?.problem === 'reasonMissing' ? text.reasonMissing : undefined}
              maxLength={300}
            />
          </div>
        )}
        {children}
        {step === 'erase' && (
          <SecondPersonNote>{deskCorrectionText[desk.language].takesTwo}</SecondPersonNote>
        )}
        <Acts>
          <Button kind={step === 'block' || step === 'erase' ? 'danger' : 'main'}>{button}</Button>
        </Acts>
      </form>
    </FormFold>
  );
}
