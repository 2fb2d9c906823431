import type { ReactNode } from 'react';
import { answerNameText, deskComplaintText } from '#content/messages/desk-complaint.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskComplaint, DeskDraft, DeskLoan } from '#contract/desk.ts';
import { complaintReplyMaxLength, isAwaitingAnswer } from '#domain/complaint/complaint.ts';
import { localeOf } from '#domain/language.ts';
import { dayIn } from '#domain/market.ts';
import { Button } from '#ui/form/button.tsx';
import { Check } from '#ui/form/check.tsx';
import { FieldFrame } from '#ui/form/field-frame.tsx';
import { Hold } from '#ui/form/hold.tsx';
import { TextArea } from '#ui/form/text-area.tsx';
import { warningIcon } from '#ui/frame/icons.tsx';
import { useDesk, useDeskText } from '../desk-context.ts';
import type { OpenDesk } from '../open-desk.ts';
import { complaintImagePath, complaintPath } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { SecondPersonNote } from '../ui/second-person.tsx';
import styles from './answer-form.module.css';
import {
  type AnswerProblem,
  languageOfAnswer,
  lateOpening,
  type ReadyAnswer,
  readyAnswers,
} from './ready-answers.ts';

export interface Draft extends DeskDraft {
  readonly template?: ReadyAnswer | undefined;
  readonly problem: AnswerProblem | null;
  /** When it was saved; absent for an unsaved answer. */
  readonly keptAt?: Date;
}

export function AnswerForm({
  complaint,
  loan,
  draft,
}: {
  readonly complaint: Pick<DeskComplaint, 'folio' | 'market' | 'state' | 'clock' | 'dataRequest'>;
  readonly loan: DeskLoan | null;
  readonly draft: Draft | undefined;
}): ReactNode {
  const desk = useDesk();
  const { language } = desk;
  const text = deskComplaintText[language];
  const { folio, market, dataRequest } = complaint;
  const theirs = languageOfAnswer(loan, complaint);
  const opening = lateOpening(complaint, theirs);
  const extendedDueAt = dataRequest?.extendedDueAt;
  const isToAnswer = isAwaitingAnswer(complaint.state);
  const problem = draft?.problem;
  return (
    <form
      method="post"
      action={desk.inList(complaintPath(folio))}
      encType="multipart/form-data"
      className={styles.answer}
      aria-labelledby="answer"
    >
      <input type="hidden" name="messageId" value={desk.newId()} />
      <h2 id="answer">{text.answer}</h2>
      {opening !== '' && <p>{fill(text.beginsLate, { opening })}</p>}
      {draft?.keptAt && <p className="sub">{fill(text.kept, { time: desk.time(draft.keptAt, market) })}</p>}
      <div className="g2">
        <FieldFrame id="template" label={text.template}>
          <div className={styles.in}>
            <Hold>
              <select id="template" name="template" defaultValue={draft?.template}>
                {readyAnswers(loan, dataRequest).map((name) => (
                  <option key={name} value={name}>
                    {answerNameText[language][name]}
                  </option>
                ))}
              </select>
            </Hold>
            <Button kind="second" name="do" value="insert">
              {text.insert}
            </Button>
          </div>
        </FieldFrame>
        <TextArea
          id="reply"
          name="reply"
          label={text.reply}
          hint={fill(text.replyHint, { language: text[theirs], count: complaintReplyMaxLength })}
          lang={localeOf(theirs)}
          maxLength={complaintReplyMaxLength}
          defaultValue={draft?.text}
          aria-describedby={problem ? 'reply-problem reply-hint' : 'reply-hint'}
          aria-invalid={problem ? true : undefined}
        />
        <ReplyPhotos folio={folio} names={draft?.images ?? []} />
      </div>
      {problem && (
        <SecondPersonNote icon={warningIcon} tone="warn" id="reply-problem" isAlert>
          {problemWords(problem, desk)}
        </SecondPersonNote>
      )}
      <div className="g3">
        {problem?.kind === 'figures' && (
          <Check id="figures" name="figures" value={problem.words}>
            {text.figuresRight}
          </Check>
        )}
        {isToAnswer && (
          <Check id="close-too" name="close" value="yes" defaultChecked={draft?.closesToo ?? false}>
            {dataRequest ? text.nothingLeft : text.closeToo}
          </Check>
        )}
      </div>
      <Acts gap={2}>
        {isToAnswer && (
          <>
            <Button name="do" value="send">
              {text.send}
            </Button>
            <Button kind="second" name="do" value="interim" aria-describedby="interim-hint">
              {text.sendInterim}
            </Button>
          </>
        )}
        {extendedDueAt && (
          <Button kind="second" name="do" value="extend">
            {fill(text.extend, { day: dayIn(market, extendedDueAt) })}
          </Button>
        )}
        <Button kind="second" name="do" value="keep">
          {text.keep}
        </Button>
      </Acts>
      <p className="hint" id="interim-hint">
        {isToAnswer && text.interimHint} {extendedDueAt && text.extendLine}
      </p>
    </form>
  );
}

function ReplyPhotos({
  folio,
  names,
}: {
  readonly folio: string;
  readonly names: readonly string[];
}): ReactNode {
  const { text } = useDeskText(deskComplaintText);
  return (
    <FieldFrame id="photo" label={text.photos} hint={text.photosHint}>
      {names.length > 0 && (
        <ul className={styles.files}>
          {names.map((name, index) => (
            <li key={name}>
              <input type="hidden" name="image" value={name} />
              <a href={complaintImagePath(folio, name)}>{fill(text.photo, { number: index + 1 })}</a>
              <Button kind="second" name="remove" value={name}>
                {fill(text.removePhoto, { number: index + 1 })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.in}>
        <Hold>
          <input
            id="photo"
            name="photo"
            type="file"
            accept="image/jpeg,image/png,image/webp"
            multiple
            aria-describedby="photo-hint"
          />
        </Hold>
        <Button kind="second" name="do" value="attach">
          {text.attach}
        </Button>
      </div>
    </FieldFrame>
  );
}

function problemWords({ kind, words }: AnswerProblem, { language }: OpenDesk): string {
  const text = deskComplaintText[language];
  switch (kind) {
    case 'gap':
      return fill(text.gap, { gap: words });
    case 'figures':
      return fill(text.figures, { amounts: words });
    case 'long':
      return fill(text.long, { count: words });
    default:
      return text[kind];
  }
}
