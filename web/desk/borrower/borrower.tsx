import type { ReactNode } from 'react';
import { deskBorrowerText } from '#content/messages/desk-borrower.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { fill } from '#content/text-pack.ts';
import { readBorrower } from '#contract/host/borrower.ts';
import { changedDetails } from '#domain/borrower/borrower-change.ts';
import { maskedName, maskedPhone, maskedText } from '#domain/desk/mask.ts';
import { CodedError } from '#domain/error-code.ts';
import { Note } from '#ui/notice/note.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { StoryPart } from '../loan/loan-story.tsx';
import { borrowerPath, deskPaths } from '../paths.ts';
import { AuditLine } from '../ui/audit-line.tsx';
import { DeskForm, type DeskFormDefinition, sentAs } from '../ui/desk-form.tsx';
import { Fact, FactList, ShowButton } from '../ui/facts.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { Crumb, HeadActs, PageHead } from '../ui/page-head.tsx';
import { addressOf } from '../ui/pager.tsx';
import { Part, PlainPart } from '../ui/part.tsx';
import { SecondPersonNote } from '../ui/second-person.tsx';
import { TablePart } from '../ui/table-part.tsx';
import {
  type BorrowerPart,
  buttonForm,
  copyForm,
  eraseForm,
  maskedFields,
  neededActs,
  reasonForm,
  submitBorrowerAct,
} from './borrower-acts.ts';
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
} from './case-parts.tsx';
import { changeForm } from './change-acts.ts';
import { type BorrowerRecord, OpenChanges, type RecordProps } from './change-parts.tsx';
import { readCandidate, readLinked } from './link-acts.ts';
import { LinkedBorrower, LinkFold } from './link-parts.tsx';

/** A borrower's case, masked: what they owe, what is open, every loan, payment and message, and what staff can do. */
export const borrower = deskScreen({
  path: deskPaths.borrower,
  needs: 'see-loans',
  async load(desk) {
    const record = await desk.read(readBorrower, { borrowerId: desk.part('borrower') });
    const shown = await desk.service.cases.read(desk.person, record.borrowerId);
    if (!shown) throw new CodedError('not-found');
    const others = await readLinked(desk, record);
    return { record, shown, others, candidate: await readCandidate(desk, record) };
  },
  submit: submitBorrowerAct,
  title: ({ record }) => displayId(record),
  page({ desk, answer, record, shown, others, candidate }) {
    const text = deskBorrowerText[desk.language];
    const { borrowerId, market, heldAt, holdReason } = record;
    return (
      <>
        <Crumb>
          <a href={deskPaths.borrowers}>{text.title}</a>
        </Crumb>
        <PageHead>
          <h1>{displayId(record)}</h1>
          <p className="sub">
            {maskedName(record.name)} · {text[stateOf(record)]}
          </p>
          {desk.may('see-catalogue') && (
            <HeadActs>
              <a href={addressOf(deskPaths.offers, { borrower: borrowerId })}>{text.offers}</a>
            </HeadActs>
          )}
        </PageHead>
        {answer?.notice && (
          <Note tone="ok" isStatus>
            {answer.notice}
          </Note>
        )}
        <OwesNow shown={shown} />
        <ErasureNote shown={shown} />
        {heldAt && (
          <Note tone="warn" hasSpaceAbove>
            {fill(text.heldNow, { time: desk.time(heldAt, market), reason: holdReason ?? '' })}
          </Note>
        )}
        <OpenChanges record={record} answer={answer} />
        {others.map((other) => (
          <LinkedBorrower key={other.record.borrowerId} record={record} answer={answer} other={other} />
        ))}
        <PinnedNotes shown={shown} />
        <div className={styles.case}>
          <div className={styles.first}>
            <OpenMatters shown={shown} />
            <CaseLoans shown={shown} />
            <CasePayments shown={shown} />
            <CaseDocuments shown={shown} />
          </div>
          <div className={styles.aside}>
            <NoteForm borrowerId={borrowerId} sent={sentAs(answer, 'note')} />
            <BorrowerFacts record={record} answer={answer} />
            {stateOf(record) !== 'erased' && (
              <BorrowerActs record={record} answer={answer}>
                <LinkFold record={record} shown={shown} answer={answer} candidate={candidate} />
              </BorrowerActs>
            )}
          </div>
          <div className={styles.then}>
            <StoryPart
              lines={shown.story}
              people={shown.people}
              market={market}
              path={borrowerPath(borrowerId)}
              namesLoans
            />
          </div>
        </div>
        <History record={record} />
        <AuditLine subject={`borrower:${borrowerId}`} borrowerId={borrowerId} market={market} />
      </>
    );
  },
});

/** The lender's id of a borrower, or ours if the lender gave none. */
function displayId({ lenderBorrowerId, borrowerId }: BorrowerRecord): string {
  return lenderBorrowerId ?? borrowerId;
}

function BorrowerFacts({ record, answer }: RecordProps): ReactNode {
  const desk = useDesk();
  const text = deskBorrowerText[desk.language];
  const { borrowerId, market, language, createdAt } = record;
  const masked = {
    name: maskedName(record.name),
    phone: maskedPhone(record.mobilePhone),
    address: maskedText(record.address),
  };
  const shown = answer?.disclosure;
  const canShow = desk.may('see-personal-data') && stateOf(record) !== 'erased';
  return (
    <Part id="facts" title={text.facts}>
      <form method="post" action={borrowerPath(borrowerId)}>
        <input type="hidden" name="part" value="show" />
        <FactList>
          {maskedFields.map((field) => (
            <Fact key={field} name={text[field]}>
              {shown?.field === field ? shown.value : masked[field]}{' '}
              {shown?.field !== field && canShow && (
                <ShowButton what={text[field]} name="show" value={field} />
              )}
            </Fact>
          ))}
          <Fact name={text.market}>{market}</Fact>
          <Fact name={text.language}>{language}</Fact>
          <Fact name={text.since}>
            <span className="num">{desk.time(createdAt, market)}</span>
          </Fact>
        </FactList>
      </form>
    </Part>
  );
}

/** What staff can do about a borrower, each in a fold. */
function BorrowerActs({
  record,
  answer,
  children,
}: RecordProps & { readonly children: ReactNode }): ReactNode {
  const desk = useDesk();
  const text = deskBorrowerText[desk.language];
  const isBlocked = record.blockedAt !== null;
  const isHeld = record.heldAt !== null;
  const blocking = isBlocked ? 'unblock' : 'block';
  const holding = isHeld ? 'release' : 'hold';
  const shared = { borrowerId: record.borrowerId, answer };
  return (
    <PlainPart>
      {changedDetails.map((kind) => (
        <Fold
          key={kind}
          {...shared}
          part={`change-${kind}`}
          form={changeForm(desk, kind, record.market)}
          title={text[`change-${kind}`]}
          line={text[`change-${kind}-line`]}
          button={kind === 'phone' ? text.sendCodeNow : text.changeNow}
        >
          <SecondPersonNote>{deskCorrectionText[desk.language].needsSecondApprover}</SecondPersonNote>
        </Fold>
      ))}
      {children}
      <Fold
        {...shared}
        part={blocking}
        form={reasonForm(desk, blocking)}
        title={text[blocking]}
        line={text[`${blocking}Line`]}
        button={isBlocked ? text.unblock : text.blockNow}
        isDanger={!isBlocked}
      />
      <Fold
        {...shared}
        part="sessions"
        form={buttonForm('sessions')}
        title={text.endSessions}
        line={text.endSessionsLine}
        button={text.endSessionsNow}
      />
      <Fold
        {...shared}
        part="copy"
        form={copyForm(desk)}
        title={text.copy}
        line={text.copyLine}
        button={text.copyNow}
      />
      <Fold
        {...shared}
        part={holding}
        form={reasonForm(desk, holding)}
        title={text[holding]}
        line={text[`${holding}Line`]}
        button={isHeld ? text.release : text.holdNow}
      />
      <Fold
        {...shared}
        part="erase"
        form={eraseForm(desk, displayId(record))}
        title={text.erase}
        line={text.eraseLine}
        button={text.eraseNow}
        isDanger
      >
        <SecondPersonNote>{deskCorrectionText[desk.language].needsSecondApprover}</SecondPersonNote>
      </Fold>
    </PlainPart>
  );
}

function Fold({
  borrowerId,
  part,
  form,
  answer,
  title,
  line,
  button,
  isDanger = false,
  children,
}: {
  readonly borrowerId: string;
  readonly part: BorrowerPart;
  readonly form: DeskFormDefinition;
  readonly answer: RecordProps['answer'];
  readonly title: string;
  readonly line: string;
  readonly button: string;
  readonly isDanger?: boolean;
  readonly children?: ReactNode;
}): ReactNode {
  const sent = sentAs(answer, part);
  if (!useDesk().may(neededActs[part])) return null;
  return (
    <FormFold name="do" isOpen={sent !== undefined && sent.notice === undefined} title={title}>
      <DeskForm
        form={form}
        sent={sent}
        prefix={`${part}-`}
        action={borrowerPath(borrowerId)}
        lead={<p>{line}</p>}
        send={button}
        sendKind={isDanger ? 'danger' : 'main'}
      >
        {children}
      </DeskForm>
    </FormFold>
  );
}

/** When the borrower was changed, blocked, unblocked, held and released, and why. */
function History({
  record: { blockChanges, holdChanges, changes: details, market },
}: Pick<RecordProps, 'record'>): ReactNode {
  const desk = useDesk();
  const text = deskBorrowerText[desk.language];
  const changes = [
    ...blockChanges.map(({ isBlocked, at, reason }) => {
      return { at, reason, what: isBlocked ? text.blockedThen : text.unblockedThen };
    }),
    ...holdChanges.map(({ isHeld, at, reason }) => {
      return { at, reason, what: isHeld ? text.heldThen : text.releasedThen };
    }),
    ...details.map(({ kind, state, requestedAt, doneAt, proofKind }) => ({
      at: doneAt ?? requestedAt,
      reason: proofKind === null ? text.changedByLender : text[proofKind],
      what: fill(text[`${state}-change`], { what: text[kind] }),
    })),
  ].sort((a, b) => a.at.localeCompare(b.at));
  if (changes.length === 0) return null;
  return (
    <TablePart
      id="blocks"
      title={text.history}
      rows={changes}
      keyOf={({ at, what }) => `${at} ${what}`}
      columns={[
        [text.when, ({ at }) => desk.time(at, market), 'fit num'],
        [text.what, ({ what }) => what, 'fit right'],
        [text.reason, ({ reason }) => reason, 'wide'],
      ]}
    />
  );
}
