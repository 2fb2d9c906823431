import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Form } from 'react-router';
import type { complaintNextText } from '#content/messages/complaint-next.ts';
import type { TextsIn } from '#content/text-pack.ts';
import type { PageQuery } from '#contract/page-query.ts';
import type { Problem } from '../problem.ts';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { Pin } from '../ui/frame/pin.tsx';
import { Note } from '../ui/notice/note.tsx';
import { ProblemNote } from '../ui/notice/problem-note.tsx';
import { useToast } from '../ui/notice/toast.tsx';
import styles from './complaint-form.module.css';
import { ContentField } from './content-field.tsx';
import { useDraft } from './draft-keeper.ts';
import type { UploadedImage } from './image-queue.ts';
import { ImagesField } from './images-field.tsx';
import { useImageQueue } from './use-image-queue.ts';

/** What the server answered to the form. */
export interface ComplaintAnswer {
  readonly problem: Problem | null;
  readonly contentError?: string;
  /** Whether images were taken that a page without script sent. */
  readonly hasTaken?: boolean;
  readonly content?: string;
  readonly images?: readonly UploadedImage[];
  /** Where to go on once the complaint is filed; only for a page with script. */
  readonly filedLink?: string;
}

/** The form of a complaint: its text, its images, and sending it (COMP-2 to COMP-4). */
export function ComplaintForm({
  text,
  answer,
  uploadLink,
  query,
}: {
  readonly text: TextsIn<typeof complaintNextText>;
  readonly answer: ComplaintAnswer | undefined;
  readonly uploadLink: string;
  readonly query: PageQuery;
}): ReactNode {
  const showToast = useToast();
  const area = useRef<HTMLTextAreaElement>(null);
  const [emptyError, setEmptyError] = useState('');
  const { queue, tiles } = useImageQueue(answer?.images ?? [], { text, uploadLink });
  const { isScripted, keep } = useDraft(area, queue, tiles, query);

  const checkBeforeSending = (event: FormEvent) => {
    const isEmpty = !/\S/.test(area.current?.value ?? '');
    const isUnfinished = tiles.some(({ address }) => address === '');
    setEmptyError(isEmpty ? text.empty : '');
    if (isEmpty || isUnfinished) event.preventDefault();
    if (isEmpty) area.current?.focus();
    else if (isUnfinished) showToast(text.unfinished);
  };

  return (
    <Form method="post" encType="multipart/form-data" replace discover="none" onSubmit={checkBeforeSending}>
      {isScripted && <input type="hidden" name="scripted" value="1" />}
      {answer?.hasTaken && !isScripted && (
        <section>
          <Note tone="ok">{text.uploaded}</Note>
        </section>
      )}
      <section className={styles.first}>
        <ContentField
          area={area}
          text={text}
          initial={answer?.content ?? ''}
          error={emptyError || answer?.contentError}
          onContent={() => {
            setEmptyError('');
            keep();
          }}
        />
      </section>
      <ImagesField queue={queue} tiles={tiles} text={text} />
      <Pin above={answer?.problem && <ProblemNote problem={answer.problem} text={text} />}>
        <SubmitButton pendingText={text.sending}>{text.submit}</SubmitButton>
      </Pin>
    </Form>
  );
}
