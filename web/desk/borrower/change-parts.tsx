import type { ReactNode } from 'react';
import { deskBorrowerText } from '#content/messages/desk-borrower.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { fill } from '#content/text-pack.ts';
import type { HostBorrowerChange, readBorrower } from '#contract/host/borrower.ts';
import type { HostCall } from '#contract/host-call.ts';
import { Button } from '#ui/form/button.tsx';
import { Note } from '#ui/notice/note.tsx';
import { useDesk } from '../desk-context.ts';
import type { OpenDesk } from '../open-desk.ts';
import { borrowerPath } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { DeskForm, PostForm, sentAs } from '../ui/desk-form.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { SecondPersonNote } from '../ui/second-person.tsx';
import { confirmForm, overrideForm } from './change-acts.ts';
import type { BorrowerAnswer } from './sent-act.ts';

export type BorrowerRecord =
  typeof readBorrower extends HostCall<infer _Request, infer Answer> ? Answer : never;

export interface RecordProps {
  readonly record: BorrowerRecord;
  readonly answer: BorrowerAnswer | undefined;
}

/** Changes that are not in force yet, each with what it waits for and what can be done. */
export function OpenChanges({ record, answer }: RecordProps): ReactNode {
  const desk = useDesk();
  const text = deskBorrowerText[desk.language];
  const { changes, borrowerId } = record;
  return changes
    .filter(({ state }) => state !== 'done' && state !== 'dropped')
    .map((change) => {
      const { changeId, kind, state, requestedBy } = change;
      // One that waits is ended by its approval: the requester withdraws it, another sends it back.
      const isOwn = requestedBy === `desk:${desk.person.personId}`;
      const canDrop = state === 'waiting' ? isOwn : desk.may('change-borrower');
      const shared = { borrowerId, changeId, answer };
      return (
        <Note key={changeId} as="div" tone="warn" hasSpaceAbove>
          <p>
            <b>{text[`change-${kind}`]}</b> · {stateLine(change, desk, record)}
          </p>
          {state === 'unconfirmed' && canDrop && <ConfirmCode {...shared} />}
          {state === 'objected' && canDrop && <Override {...shared} />}
          {canDrop && (
            <PostForm part="drop" action={borrowerPath(borrowerId)} hidden={{ changeId }}>
              <Acts gap={2}>
                <Button kind="second">{text.dropChange}</Button>
              </Acts>
            </PostForm>
          )}
        </Note>
      );
    });
}

function stateLine(
  { state, requestedAt, objectionEndsAt, objectedAt }: HostBorrowerChange,
  desk: OpenDesk,
  { market }: Pick<BorrowerRecord, 'market'>,
): string {
  const text = deskBorrowerText[desk.language];
  const at = (words: string, time: string | null) =>
    fill(words, { time: time === null ? '' : desk.time(time, market) });
  if (state === 'told')
    return objectionEndsAt === null ? text['telling-line'] : at(text['told-line'], objectionEndsAt);
  if (state === 'objected') return at(text['objected-line'], objectedAt);
  return at(state === 'unconfirmed' ? text['unconfirmed-line'] : text.changeWaits, requestedAt);
}

interface ChangeProps extends Pick<RecordProps, 'answer'> {
  readonly borrowerId: string;
  readonly changeId: string;
}

function ConfirmCode({ borrowerId, changeId, answer }: ChangeProps): ReactNode {
  const desk = useDesk();
  const text = deskBorrowerText[desk.language];
  const shared = { action: borrowerPath(borrowerId), hidden: { changeId } };
  return (
    <>
      <DeskForm
        {...shared}
        form={confirmForm(desk)}
        sent={sentAs(answer, 'confirm-code')}
        prefix="confirm-"
        send={text.confirmCode}
      >
        <SecondPersonNote>{deskCorrectionText[desk.language].needsSecondApprover}</SecondPersonNote>
      </DeskForm>
      <PostForm {...shared} part="send-code">
        <Acts gap={2}>
          <Button kind="second">{text.sendAgain}</Button>
        </Acts>
      </PostForm>
    </>
  );
}

function Override({ borrowerId, changeId, answer }: ChangeProps): ReactNode {
  const desk = useDesk();
  const text = deskBorrowerText[desk.language];
  const sent = sentAs(answer, 'override');
  return (
    <FormFold title={text.override} isOpen={sent !== undefined}>
      <DeskForm
        form={overrideForm(desk)}
        sent={sent}
        prefix="override-"
        action={borrowerPath(borrowerId)}
        hidden={{ changeId }}
        lead={<p>{text.overrideLine}</p>}
        send={text.changeNow}
      >
        <SecondPersonNote>{deskCorrectionText[desk.language].needsSecondApprover}</SecondPersonNote>
      </DeskForm>
    </FormFold>
  );
}
