import type { ReactNode } from 'react';
import { answerNameText, deskComplaintText } from '#content/messages/desk-complaint.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskLoan } from '#contract/desk.ts';
import { complaintReplyMaxLength } from '#domain/complaint/complaint.ts';
import { localeOf } from '#domain/language.ts';
import type { OpenDesk } from '../open-desk.ts';
import { complaintPath } from '../paths.ts';
import { Icon } from '../ui/icons.tsx';
import { type AnswerProblem, languageOfAnswer, type ReadyAnswer, readyAnswers } from './ready-answers.ts';

/** An answer that is being written, and why it was not sent. */
export interface Draft {
  readonly text: string;
  readonly template: ReadyAnswer | undefined;
  readonly closesToo: boolean;
  readonly problem: AnswerProblem | null;
}

/** Where a complaint is answered: a ready text to begin from, the text, and whether it closes the complaint. */
export function AnswerForm({
  desk,
  folio,
  loan,
  draft,
}: {
  readonly desk: OpenDesk;
  readonly folio: string;
  readonly loan: DeskLoan | null;
  readonly draft: Draft | undefined;
}): ReactNode {
  const { language } = desk;
  const text = deskComplaintText[language];
  const theirs = languageOfAnswer(loan, desk);
  const problem = draft?.problem;
  return (
    <form method="post" action={complaintPath(folio)} className="answer" aria-labelledby="answer">
      <input type="hidden" name="step" value={desk.newId()} />
      <h2 id="answer">{text.answer}</h2>
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
      </div>
    </form>
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
