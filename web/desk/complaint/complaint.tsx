import { Fragment, type ReactNode } from 'react';
import { complaintStateText } from '#content/messages/complaint-states.ts';
import { complaintTypeText } from '#content/messages/complaint-types.ts';
import { deskComplaintText } from '#content/messages/desk-complaint.ts';
import { deskLoanText } from '#content/messages/desk-loan.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskComplaint, DeskDraft, DeskLoan, DeskStep } from '#contract/desk.ts';
import type { DeskColleague } from '#contract/desk-page.ts';
import {
  answerComplaint,
  closeComplaint,
  extendDataRequest,
  reviewComplaint,
  sendInterimAnswer,
  uploadReplyImage,
} from '#contract/host/complaint.ts';
import {
  collectionTypeId,
  complaintImagesMax,
  complaintReplyMaxLength,
  isAwaitingAnswer,
} from '#domain/complaint/complaint.ts';
import { CodedError } from '#domain/error-code.ts';
import type { ReadForm } from '#pages/dependencies.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { Note } from '#ui/notice/note.tsx';
import { useDesk, useDeskText } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { LoanNumber } from '../loan/loan-link.tsx';
import { LoanState } from '../loan/loan-state.tsx';
import { Steps } from '../matter/steps.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { collectionPath, complaintImagePath, complaintPath, deskPaths, queuePath } from '../paths.ts';
import { AuditLine } from '../ui/audit-line.tsx';
import { PostForm } from '../ui/desk-form.tsx';
import { Fact } from '../ui/facts.tsx';
import { HeadActs, PageHead } from '../ui/page-head.tsx';
import { Part } from '../ui/part.tsx';
import { Quotation } from '../ui/quotation.tsx';
import { AnswerForm, type Draft } from './answer-form.tsx';
import { Clock, duration } from './clock.tsx';
import styles from './complaint.module.css';
import { DataRequestPart } from './data-request.tsx';
import { HandOver } from './hand-over.tsx';
import { ComplaintHistory } from './history.tsx';
import {
  type AnswerProblem,
  languageOfAnswer,
  lateOpening,
  problemOfAnswer,
  readyAnswer,
  readyAnswers,
} from './ready-answers.ts';

interface Opened {
  readonly complaint: DeskComplaint;
  /** Null for a complaint about no loan, and for those who may not see loans. */
  readonly loan: DeskLoan | null;
  /** The people it can be handed over to; null once it is answered, and for those who may not. */
  readonly colleagues: readonly DeskColleague[] | null;
}

async function openComplaint({ service, person, part, may }: OpenDesk): Promise<Opened> {
  const complaint = await service.complaints.read(person, part('folio'));
  if (!complaint) throw new CodedError('not-found');
  const { orderNumber } = complaint;
  const loan =
    orderNumber !== null && may('see-loans') ? await service.loans.read(person, orderNumber) : null;
  const colleagues =
    isAwaitingAnswer(complaint.state) && may('answer-complaint')
      ? (await service.matters.colleagues(person, [kindOf(complaint)])).filter(
          ({ personId }) => personId !== person.personId,
        )
      : null;
  return { complaint, loan, colleagues };
}

const kindOf = ({ dataRequest }: DeskComplaint) => (dataRequest ? 'data-request' : 'complaint');

export const complaint = deskScreen<Opened, Draft>({
  path: deskPaths.complaint,
  needs: 'see-complaints',
  load: openComplaint,
  takesFiles: true,
  async keep({ service, person, part }, form) {
    const text = replyIn(form);
    if (text.trim() !== '') {
      await service.complaints.keepDraft(person, part('folio'), draftOf(form, text));
    }
  },
  async submit(desk, form, files) {
    const folio = desk.part('folio');
    const step = { messageId: fieldOf(form, 'messageId'), subject: `complaint:${folio}` };
    const finished = desk.goTo(desk.inList(complaintPath(folio)));
    if (step.messageId === '') throw new CodedError('request-invalid', 'messageId');
    await requireRequests(desk);
    switch (fieldOf(form, 'do')) {
      case 'review':
        await desk.change(reviewComplaint, { folio }, step);
        return finished;
      case 'close':
        await desk.change(closeComplaint, { folio }, step);
        return finished;
      case 'hand-over':
        return handOver(desk, form);
      default:
        return write(desk, { form, files, folio, step });
    }
  },
  title: ({ complaint: { folio } }) => folio,
  page({ desk, complaint: shown, loan, colleagues, answer }) {
    const { language } = desk;
    const text = deskComplaintText[language];
    const { folio, state, typeId, subtypeId, reply, interimAnswers, score, holder, dataRequest } = shown;
    const draft = answer ?? (shown.draft ? { ...shown.draft, problem: null } : undefined);
    const isToAnswer = isAwaitingAnswer(state);
    const { answeredAt, clock } = shown;
    const minutesLate = answeredAt ? Math.floor((answeredAt.getTime() - clock.dueAt.getTime()) / 60_000) : 0;
    const isOpen = isToAnswer || (dataRequest !== null && state !== 'closed');
    const takesText = isToAnswer || (isOpen && dataRequest?.extendedDueAt !== null);
    const mayAnswer = desk.may(dataRequest ? 'answer-data-request' : 'answer-complaint');
    return (
      <>
        <Steps kind={kindOf(shown)} />
        <PageHead>
          <h1 className="num">{folio}</h1>
          {isOpen ? (
            <Clock clock={shown.clock} language={language}>
              ,{' '}
              <span className="num">
                {fill(text.until, { time: desk.time(shown.clock.dueAt, shown.market) })}
              </span>
            </Clock>
          ) : (
            <p className="sub">
              {complaintStateText[language][state]}
              {minutesLate > 0 && ` · ${fill(text.answeredLate, { time: duration(minutesLate) })}`}
            </p>
          )}
          {state !== 'closed' && state !== 'in-review' && mayAnswer && (
            <HeadActs as="div">
              <PostForm action={desk.inList(complaintPath(folio))}>
                <Button kind="second" name="do" value={state === 'received' ? 'review' : 'close'}>
                  {state === 'received' ? text.review : dataRequest ? text.carriedOut : text.close}
                </Button>
              </PostForm>
            </HeadActs>
          )}
        </PageHead>
        <p className="sub">
          {fill(text.filed, {
            type: complaintTypeText[language][subtypeId ?? typeId],
            time: desk.time(shown.filedAt, shown.market),
          })}
          {isOpen && !isToAnswer && ` · ${text.toCarryOut}`}
          {isOpen && holder && ` · ${fill(text.holder, { name: holder.name })}`}
        </p>
        <Quotation text={shown.content} />
        <Photos folio={folio} names={shown.images} words={text.photo} />
        {isOpen && mayAnswer && <DataRequestPart complaint={shown} />}
        <About complaint={shown} loan={loan} />
        {interimAnswers.length > 0 && (
          <Part id="interim" title={text.interimAnswers}>
            {interimAnswers.map((interim) => (
              <Fragment key={interim.sentAt}>
                <p className="sub">{desk.time(new Date(interim.sentAt), shown.market)}</p>
                <Quotation text={interim.text} />
              </Fragment>
            ))}
          </Part>
        )}
        {reply !== null && (
          <Part id="answered" title={text.answer} end={score !== null && fill(text.rated, { score })}>
            <Quotation text={reply} />
            <Photos folio={folio} names={shown.replyImages} words={text.answerPhoto} />
          </Part>
        )}
        {!takesText && draft && (
          <Note as="div" hasSpaceAbove tone="warn" isAlert>
            <p>
              <b>{answer?.problem?.kind === 'changed' ? text.changed : text.unsent}</b>
            </p>
            <Quotation text={draft.text} />
          </Note>
        )}
        {takesText && mayAnswer && <AnswerForm complaint={shown} loan={loan} draft={draft} />}
        {colleagues && <HandOver folio={folio} colleagues={colleagues} />}
        <ComplaintHistory complaint={shown} />
        <AuditLine subject={`complaint:${folio}`} market={shown.market} />
      </>
    );
  },
});

/** Data requests need their own permission, in the same forms. */
async function requireRequests(desk: OpenDesk): Promise<void> {
  if (desk.may('answer-data-request')) return;
  const { complaint } = await openComplaint(desk);
  if (complaint.dataRequest) await desk.require('answer-data-request');
}

async function handOver({ service, person, part, goTo }: OpenDesk, form: FormData): Promise<Response> {
  const complaint = await service.complaints.read(person, part('folio'));
  if (!complaint) throw new CodedError('not-found');
  const kind = kindOf(complaint);
  await service.matters.assign(person, [{ kind, id: complaint.id }], {
    personId: fieldOf(form, 'to'),
    reason: fieldOf(form, 'reason').trim().slice(0, 300),
  });
  return goTo(queuePath(kind));
}

/** Handles the answer form. It saves the draft first, so that nothing typed is lost. */
async function write(
  desk: OpenDesk,
  {
    form,
    files,
    folio,
    step,
  }: {
    readonly form: FormData;
    readonly files: ReadForm['files'];
    readonly folio: string;
    readonly step: DeskStep & { readonly subject: string };
  },
): Promise<Response | Again<Draft>> {
  const { complaints } = desk.service;
  const todo = form.has('remove') ? 'remove' : fieldOf(form, 'do');
  const { complaint: opened, loan } = await openComplaint(desk);
  const ready = readyAnswers(loan, opened.dataRequest).find((each) => each === fieldOf(form, 'template'));
  const written = replyIn(form);
  const inserted = todo === 'insert' && ready ? readyAnswer(ready, loan, opened, desk) : '';
  const text = inserted ? [written.trimEnd(), inserted].filter(Boolean).join('\n\n') : written;
  const typed = draftOf(form, text);
  const photos = await takePhotos(desk, { files, folio, step, there: typed.images });
  const draft = { ...typed, images: photos.images };
  await complaints.keepDraft(desk.person, folio, draft);
  const again = (problem: AnswerProblem | null, status: number) =>
    desk.again({ ...draft, template: ready, problem }, status);
  if (photos.problem)
    return again({ kind: photos.problem, words: '' }, photos.problem === 'changed' ? 409 : 422);
  switch (todo) {
    case 'insert':
    case 'attach':
    case 'remove':
      return again(null, 200);
    case 'keep':
      return desk.goTo(desk.inList(complaintPath(folio)));
    case 'send':
    case 'interim':
    case 'extend': {
      const isInterim = todo !== 'send';
      const opening = isInterim ? '' : lateOpening(opened, languageOfAnswer(loan, opened));
      const begin = opening && `${opening}\n\n`;
      const maxLength = complaintReplyMaxLength - begin.length;
      const problem = problemOfAnswer(draft.text, loan, { isInterim, maxLength });
      const isConfirmed = problem?.kind === 'figures' && fieldOf(form, 'figures') === problem.words;
      if (problem && !isConfirmed) return again(problem, 422);
      const { images } = draft;
      const reply = begin + draft.text;
      try {
        if (todo === 'interim') await desk.change(sendInterimAnswer, { folio, text: reply }, step);
        else if (todo === 'extend') await desk.change(extendDataRequest, { folio, text: reply }, step);
        else await desk.change(answerComplaint, { folio, reply, ...(images.length > 0 && { images }) }, step);
      } catch (error) {
        if (!(error instanceof CodedError) || error.code !== 'status-conflict') throw error;
        return again({ kind: 'changed', words: '' }, 409);
      }
      await complaints.keepDraft(desk.person, folio, null);
      if (draft.closesToo && !isInterim) {
        await desk.change(closeComplaint, { folio }, { ...step, messageId: `${step.messageId}:close` });
      }
      return desk.goTo(desk.inList(complaintPath(folio)));
    }
    default:
      throw new CodedError('request-invalid', 'do');
  }
}

/** The typed answer. A line break counts as one character, as in the browser. */
function replyIn(form: FormData): string {
  return fieldOf(form, 'reply').replaceAll('\r\n', '\n');
}

function draftOf(form: FormData, text: string): DeskDraft {
  const names = form.getAll('image').filter((name) => typeof name === 'string');
  return {
    text,
    closesToo: fieldOf(form, 'close') === 'yes',
    images: names.filter((name) => name !== fieldOf(form, 'remove')),
  };
}

/** Uploads the photos of a form after those `there`. @returns all photos, and why the last refused one was refused. */
async function takePhotos(
  desk: OpenDesk,
  {
    files,
    folio,
    step,
    there,
  }: {
    readonly files: ReadForm['files'];
    readonly folio: string;
    readonly step: DeskStep;
    readonly there: readonly string[];
  },
): Promise<{
  readonly images: readonly string[];
  readonly problem: 'photoLarge' | 'photoBad' | 'photosMany' | 'changed' | null;
}> {
  const images = [...there];
  let problem: 'photoLarge' | 'photoBad' | 'photosMany' | 'changed' | null = null;
  for (const [index, { name, file }] of files.entries()) {
    if (name !== 'photo' || (typeof file !== 'string' && file.size === 0)) continue;
    if (images.length >= complaintImagesMax) return { images, problem: 'photosMany' };
    if (file === 'service-unavailable') throw new CodedError(file);
    if (file === 'image-too-large') {
      problem = 'photoLarge';
      continue;
    }
    const imageBase64 = Buffer.from(await file.arrayBuffer()).toString('base64');
    const one = { ...step, messageId: `${step.messageId}:photo-${index}` };
    try {
      images.push((await desk.change(uploadReplyImage, { folio, imageBase64 }, one)).image);
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      if (error.code === 'status-conflict') return { images, problem: 'changed' };
      problem = error.code === 'image-too-large' ? 'photoLarge' : 'photoBad';
    }
  }
  return { images, problem };
}

function Photos({
  folio,
  names,
  words,
}: {
  readonly folio: string;
  readonly names: readonly string[];
  readonly words: string;
}): ReactNode {
  const desk = useDesk();
  if (names.length === 0) return null;
  const text = deskComplaintText[desk.language];
  const labelOf = (index: number) => fill(words as typeof text.photo, { number: index + 1 });
  if (!desk.may('see-personal-data')) {
    return (
      <div className={styles.shots}>
        {names.map((name, index) => (
          <span key={name} className="sub">
            {labelOf(index)}
          </span>
        ))}
      </div>
    );
  }
  const isShown = desk.parameter('photos') === 'shown';
  return (
    <>
      <div className={isShown ? `${styles.shots} ${styles.large}` : styles.shots}>
        {names.map((name, index) => (
          <a key={name} href={complaintImagePath(folio, name)}>
            {isShown ? <img src={complaintImagePath(folio, name)} alt="" loading="lazy" /> : <Photo />}
            {labelOf(index)}
          </a>
        ))}
      </div>
      <p className="hint">
        {isShown ? (
          text.photosLogged
        ) : (
          <a href={desk.inList(`${complaintPath(folio)}?photos=shown`)}>{text.showPhotos}</a>
        )}
      </p>
    </>
  );
}

function Photo(): ReactNode {
  return (
    <svg viewBox="0 0 92 92" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d="M28 14h36v64l-6-4-6 4-6-4-6 4-6-4-6 4z" />
      <path d="M35 26h22M35 34h22M35 42h14M35 54h22" />
    </svg>
  );
}

function About({
  complaint: { orderNumber, earlierCount, typeId },
  loan,
}: Omit<Opened, 'colleagues'>): ReactNode {
  const { desk, text } = useDeskText(deskComplaintText);
  const paid = loan?.instalments.filter(({ chargedMinor, paidMinor }) => paidMinor >= chargedMinor) ?? [];
  const amount = (amountMinor: number) => (
    <span className="num">{desk.money(amountMinor, loan?.currency)}</span>
  );
  const isCollected = loan !== null && loan.daysLate > 0 && typeId === collectionTypeId;
  return (
    <dl className={styles.facts}>
      <Fact name={text.loan}>
        {loan ? <LoanNumber orderNumber={loan.orderNumber} /> : (orderNumber ?? text.noLoan)}
      </Fact>
      {loan && (
        <>
          <Fact name={text.state}>
            <LoanState status={loan.status} daysLate={loan.daysLate} language={desk.language} />
          </Fact>
          <Fact name={text.owed}>{amount(loan.due?.amountMinor ?? 0)}</Fact>
          <Fact name={deskLoanText[desk.language].toSettle}>{amount(loan.settlesMinor)}</Fact>
          <Fact name={text.fees}>{amount(loan.due?.penaltyMinor ?? 0)}</Fact>
          <Fact name={text.paid}>
            {fill(text.paidOf, { paid: paid.length, count: loan.instalments.length })}
          </Fact>
        </>
      )}
      {isCollected && (
        <Fact name={text.collectors}>
          <a href={collectionPath(loan.orderNumber)}>{text.seeContacts}</a>
        </Fact>
      )}
      <Fact name={text.earlier}>{earlierCount}</Fact>
    </dl>
  );
}
