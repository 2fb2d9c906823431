import type { ReactNode } from 'react';
import { ComplaintImages } from '#browser/complaint/complaint-images.tsx';
import type { UploadedImage } from '#browser/complaint/image-queue.ts';
import { marks } from '#browser/marks.ts';
import type { complaintNextText } from '#content/messages/complaint-next.ts';
import type { TextsIn } from '#content/text-pack.ts';
import { complaintMaxGraphemes } from '#domain/complaint/complaint.ts';
import { countGraphemes } from '#domain/graphemes.ts';
import { Button } from '#ui/form/button.tsx';
import { EnhancedForm, ProblemSlot, Slot } from '#ui/form/enhanced-form.tsx';
import fieldStyles from '#ui/form/field.module.css';
import errorStyles from '#ui/form/field-error.module.css';
import { FieldError } from '#ui/form/field-error.tsx';
import { Hold } from '#ui/form/hold.tsx';
import gridStyles from '#ui/form/image-grid.module.css';
import areaStyles from '#ui/form/text-area.module.css';
import { closeIcon, plusIcon } from '#ui/frame/icons.tsx';
import { Pin } from '#ui/frame/pin.tsx';
import { Note } from '#ui/notice/note.tsx';
import type { Problem } from '#ui/notice/problem-note.tsx';
import { island } from '../island.tsx';
import styles from './complaint-form.module.css';

/** The id of the form of a complaint. */
export const complaintFormId = 'complaint';

/** What the server answers to the form, with what was in it. */
export interface ComplaintAnswer {
  readonly problem?: Problem;
  readonly contentError?: string;
  /** Whether images were taken that a page without script sent. */
  readonly hasTaken?: boolean;
  readonly content: string;
  readonly images: readonly UploadedImage[];
}

interface ComplaintFormProperties {
  readonly text: TextsIn<typeof complaintNextText>;
  readonly answer: ComplaintAnswer | undefined;
  /** Where an image is sent; its parameters are the session's. */
  readonly uploadLink: string;
  /** Whose draft the browser keeps. */
  readonly userId: string;
}

/** The form of a complaint: its text, its images, and sending it (COMP-2 to COMP-4). */
export function ComplaintForm(properties: ComplaintFormProperties): ReactNode {
  const { text, answer, uploadLink, userId } = properties;
  const { images, add, addImages, uploaded, image, remove } = text;
  const { retry, uploading, refused, notUploaded, unfinished, imageTooLarge } = text;
  return (
    <EnhancedForm
      id={complaintFormId}
      encType="multipart/form-data"
      text={{ sending: text.sending, problem: text }}
    >
      {answer?.hasTaken && (
        <section>
          <Note tone="ok">{uploaded}</Note>
        </section>
      )}
      <section className={styles.first}>
        <ContentField {...properties} />
      </section>
      <section>
        {island('complaint-images', ComplaintImages, {
          images: answer?.images ?? [],
          uploadLink,
          userId,
          text: {
            ...{ images, add, addImages, uploaded, image, remove },
            ...{ retry, uploading, refused, notUploaded, unfinished, imageTooLarge },
          },
          icons: { add: plusIcon, remove: closeIcon },
          classNames: { ...styles, ...gridStyles, ...errorStyles },
        })}
        <noscript>
          <div className={styles.upload}>
            <Button kind="second" name="intent" value="upload" formNoValidate>
              {text.upload}
            </Button>
          </div>
        </noscript>
        <p className="hint">{text.imagesHint}</p>
      </section>
      <Pin above={<ProblemSlot problem={answer?.problem} text={text} />}>
        <Button>{text.submit}</Button>
      </Pin>
    </EnhancedForm>
  );
}

/**
 * The text of a complaint with its counter (COMP-2). Without script `maxlength` stops the rest and the server counts; with
 * script `browser/complaint/counted-text.ts` does.
 */
function ContentField({ text, answer, userId }: ComplaintFormProperties): ReactNode {
  const content = answer?.content ?? '';
  const error = answer?.contentError;
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor="content">
        {text.content}
      </label>
      <p className={fieldStyles.hint} id="content-hint">
        {text.contentHint}
      </p>
      <Hold>
        <textarea
          id="content"
          name="content"
          className={areaStyles.area}
          defaultValue={content}
          maxLength={complaintMaxGraphemes}
          aria-required="true"
          aria-invalid={error ? true : undefined}
          aria-describedby="content-hint content-count content-error"
          {...marks({ left: text.left, draftOf: userId })}
        />
      </Hold>
      <p className={styles.counter} id="content-count" {...marks({ counter: '' })}>
        <span className="sr">{text.used} </span>
        {`${countGraphemes(content)}/${complaintMaxGraphemes}`}
      </p>
      <output className="sr" {...marks({ leftOutput: '' })} />
      <Slot name="content-error">{error && <FieldError id="content-error">{error}</FieldError>}</Slot>
    </div>
  );
}
