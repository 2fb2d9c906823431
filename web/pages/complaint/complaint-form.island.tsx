import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { replacePage } from '#browser/answer.ts';
import styles from '#browser/complaint/complaint-form.module.css';
import { ComplaintImages, type ComplaintImagesText } from '#browser/complaint/complaint-images.tsx';
import { ComplaintText, type ComplaintTextText } from '#browser/complaint/complaint-text.tsx';
import { createImageQueue, type UploadedImage } from '#browser/complaint/image-queue.ts';
import { sendImage } from '#browser/complaint/send-image.ts';
import { marks, selectorOf } from '#browser/marks.ts';
import { followRedirect, type SendingProblem, sendForm } from '#browser/send-form.ts';
import { showToast } from '#browser/toast.ts';
import { Button } from '#ui/form/button.tsx';
import { ProblemSlot } from '#ui/form/enhanced-form.tsx';
import { Pin } from '#ui/frame/pin.tsx';
import type { FormProblemText } from '#ui/kit-context.ts';
import { Note } from '#ui/notice/note.tsx';
import type { Problem } from '#ui/notice/problem-note.tsx';

export const complaintFormId = 'complaint';

export interface ComplaintAnswer {
  readonly problem?: Problem;
  readonly contentError?: string;
  /** Whether the server stored images that came with the form. */
  readonly hasTaken?: boolean;
  readonly content: string;
  readonly images: readonly UploadedImage[];
}

/** Plain data, since the page contains the properties as JSON. */
export interface ComplaintFormProperties {
  readonly answer: ComplaintAnswer | null;
  /** Characters of the text, as the server counts them. */
  readonly usedCount: number;
  /** Where images are uploaded (COMP-3), with the session's parameters. */
  readonly uploadLink: string;
  readonly userId: string;
  readonly text: ComplaintTextText &
    ComplaintImagesText &
    Readonly<
      Record<'upload' | 'imagesHint' | 'notUploaded' | 'unfinished' | 'submit' | 'sending', string>
    > & {
      readonly problem: FormProblemText;
    };
}

/**
 * The complaint form: text, images and sending (COMP-2 to COMP-4). Written by the server and hydrated as an island; without
 * script every button posts the form with its files.
 */
export function ComplaintForm({
  answer: firstAnswer,
  usedCount,
  uploadLink,
  userId,
  text,
}: ComplaintFormProperties): ReactNode {
  const [queue] = useState(() =>
    createImageQueue(firstAnswer?.images ?? [], {
      send: (file, options) => sendImage(uploadLink, file, { tooLarge: text.imageTooLarge, ...options }),
      preview: (file) => URL.createObjectURL(file),
      tell: (failure) => showToast(failure || text.uploaded),
      failureText: text.notUploaded,
    }),
  );
  const [{ answer, count }, setReply] = useState<Reply>({ answer: firstAnswer, count: 0 });
  const [isSending, setSending] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (count === 0) return;
    if (answer?.contentError) area.current?.focus();
    else if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    if (answer?.problem?.message) showToast(answer.problem.message, { isSaid: true });
  }, [answer, count]);

  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    // Runs in the capture phase, so that the listener of `enhancedForm` finds the event prevented and does not send too.
    event.preventDefault();
    if (isSending) return;
    if (queue.tiles().some(({ address }) => !address)) return showToast(text.unfinished);
    const form = event.currentTarget;
    setSending(true);
    const sent = await sendForm(form, null);
    // The form stays disabled until the next page replaces it.
    if (sent.kind === 'left') return followRedirect(form, sent);
    const next = sent.kind === 'failed' ? failedAnswer(sent.problem) : answerIn(sent.answer);
    if (next === undefined) return replacePage((sent as { readonly answer: Document }).answer);
    setSending(false);
    setReply((before) => ({ answer: next, count: before.count + 1 }));
  };

  return (
    <form
      method="post"
      id={complaintFormId}
      encType="multipart/form-data"
      onSubmitCapture={send}
      {...marks({ enhanced: '', sending: text.sending })}
    >
      {answer?.hasTaken && (
        <section>
          <Note tone="ok">{text.uploaded}</Note>
        </section>
      )}
      <section className={styles.first}>
        <ComplaintText
          area={area}
          first={firstAnswer?.content ?? ''}
          usedCount={usedCount}
          error={answer?.contentError}
          errorKey={count}
          userId={userId}
          text={text}
        />
      </section>
      <section>
        <ComplaintImages
          queue={queue}
          uploadLink={uploadLink}
          userId={userId}
          isHeld={isSending}
          text={text}
        />
        <noscript>
          <div className={styles.upload}>
            <Button kind="second" name="intent" value="upload" formNoValidate>
              {text.upload}
            </Button>
          </div>
        </noscript>
        <p className="hint">{text.imagesHint}</p>
      </section>
      <Pin above={<ProblemSlot key={count} problem={answer?.problem} text={text.problem} />}>
        <Button ref={button} disabled={isSending} {...marks({ neverHeld: '' })}>
          {isSending ? text.sending : text.submit}
        </Button>
      </Pin>
      <output className="sr" {...marks({ sendingOutput: '' })}>
        {isSending && text.sending}
      </output>
    </form>
  );
}

/** The latest answer and its number: a repeated message is rendered anew, so that screen readers repeat it. */
interface Reply {
  readonly answer: ComplaintAnswer | null;
  readonly count: number;
}

function failedAnswer(kind: SendingProblem): ComplaintAnswer {
  return { problem: { kind, message: '' }, content: '', images: [] };
}

/** The answer in a page; undefined if the page has no complaint form. */
function answerIn(page: Document): ComplaintAnswer | null | undefined {
  const properties = page.querySelector<HTMLElement>(selectorOf('island'))?.dataset.properties;
  if (properties === undefined) return undefined;
  document.title = page.title;
  return (JSON.parse(properties) as ComplaintFormProperties).answer;
}
