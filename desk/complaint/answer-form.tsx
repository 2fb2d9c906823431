import type { ReactNode } from 'react';
import { answerNameText, deskComplaintText } from '#content/messages/desk-complaint.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskComplaint, DeskDraft, DeskLoan } from '#contract/desk.ts';
import { complaintReplyMaxLength } from '#domain/complaint/complaint.ts';
import { localeOf } from '#domain/language.ts';
import type { OpenDesk } from '../open-desk.ts';
import { complaintImagePath, complaintPath } from '../paths.ts';
import { Icon } from '../ui/icons.tsx';
import { type AnswerProblem, languageOfAnswer, type ReadyAnswer, readyAnswers } from './ready-answers.ts';

/** An answer that is being written, and why it was not sent. */
export interface Draft extends DeskDraft {
  readonly template?: ReadyAnswer | undefined;
  readonly problem: AnswerProblem | null;
  /** When it was kept, where it is shown as it was. */
  readonly keptAt?: Date;
}

/** Where a complaint is answered: a ready text to begin from, the text, and whether it closes the complaint. */
export function AnswerForm({
  desk,
  complaint: { folio, market },
  loan,
  draft,
}: {
  readonly desk: OpenDesk;
  readonly complaint: Pick<DeskComplaint, 'folio' | 'market'>;
  readonly loan: DeskLoan | null;
  readonly draft: Draft | undefined;
}): ReactNode {
  const { language } = desk;
  const text = deskComplaintText[language];
  const theirs = languageOfAnswer(loan, desk);
  const problem = draft?.problem;
  return (
    <form
      method="post"
      action={complaintPath(folio)}
      encType="multipart/form-data"
      className="answer"
      aria-labelledby="answer"
    >
      <input type="hidden" name="step" value={desk.newId()} />
      <h2 id="answer">{text.answer}</h2>
      {draft?.keptAt && <p className="sub">{fill(text.kept, { time: desk.time(draft.keptAt, market) })}</p>}
      <div className="field g2">
        <label htmlFor="template">{text.template}</label>
        <div className="in">
          <div className="hold">
            <select id="template" name="template" defaultValue={draft?.template}>
              {readyAnswers(loan).map((name) => (
                <option key={name} value={name}>
                  {answerNameText[language][name]}
                </option>
              ))}
            </select>
          </div>
          <button className="btn second" type="submit" name="do" value="insert">
            {text.insert}
          </button>
        </div>
      </div>
      <div className="field">
        <label htmlFor="reply">{text.reply}</label>
        <div className="hold">
          <textarea
            className="tall"
            id="reply"
            name="reply"
            lang={localeOf(theirs)}
            maxLength={complaintReplyMaxLength}
            defaultValue={draft?.text}
            aria-describedby={problem ? 'reply-problem reply-hint' : 'reply-hint'}
            aria-invalid={problem ? true : undefined}
          />
        </div>
        <p className="hint" id="reply-hint">
          {fill(text.replyHint, { language: text[theirs], count: complaintReplyMaxLength })}
        </p>
      </div>
      <ReplyPhotos desk={desk} folio={folio} names={draft?.images ?? []} />
      {problem && (
        <p className="two-eyes g2" data-tone="warn" id="reply-problem" role="alert">
          <Icon name="bang" />
          <span>{problemWords(problem, desk)}</span>
        </p>
      )}
      {problem?.kind === 'figures' && (
        <label className="check">
          <input type="checkbox" name="figures" value={problem.words} />
          <span>{text.figuresRight}</span>
        </label>
      )}
      <label className="check">
        <input type="checkbox" name="close" value="yes" defaultChecked={draft?.closesToo ?? false} />
        <span>{text.closeToo}</span>
      </label>
      <div className="acts g2">
        <button className="btn" type="submit" name="do" value="send">
          {text.send}
        </button>
        <button className="btn second" type="submit" name="do" value="keep">
          {text.keep}
        </button>
      </div>
    </form>
  );
}

/** The photos of an answer: those that are there, and a field for more. */
function ReplyPhotos({
  desk,
  folio,
  names,
}: {
  readonly desk: OpenDesk;
  readonly folio: string;
  readonly names: readonly string[];
}): ReactNode {
  const text = deskComplaintText[desk.language];
  return (
    <div className="field">
      <label htmlFor="photo">{text.photos}</label>
      {names.length > 0 && (
        <ul className="files">
          {names.map((name, index) => (
            <li key={name}>
              <input type="hidden" name="image" value={name} />
              <a href={complaintImagePath(folio, name)}>{fill(text.photo, { number: index + 1 })}</a>
              <button className="btn second" type="submit" name="remove" value={name}>
                {fill(text.removePhoto, { number: index + 1 })}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="in">
        <div className="hold">
          <input
            id="photo"
            name="photo"
            type="file"
            accept="image/jpeg,image/png,image/webp"
            multiple
            aria-describedby="photo-hint"
          />
        </div>
        <button className="btn second" type="submit" name="do" value="attach">
          {text.attach}
        </button>
      </div>
      <p className="hint" id="photo-hint">
        {text.photosHint}
      </p>
    </div>
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
      return fill(text.long, { count: complaintReplyMaxLength });
    default:
      return text[kind];
  }
}
