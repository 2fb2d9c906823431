import {
  answerComplaint,
  closeComplaint,
  exportComplaints,
  extendDataRequest,
  listComplaints,
  reviewComplaint,
  sendInterimAnswer,
  uploadReplyImage,
} from '#contract/host/complaint.ts';
import type { Transaction } from '#db/database.ts';
import { type ComplaintState, canChangeState, interimAnswersMax } from '#domain/complaint/complaint.ts';
import { hasContent, normalizeContent } from '#domain/complaint/complaint-draft.ts';
import { effectDueAt, extendedDueAt } from '#domain/complaint/data-request.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { type AnsweredHostCall, answerHost, type HostContext } from '../http/host-gate.ts';
import { isSerialNumber, type PageRequest, readPage } from '../keyset.ts';
import { signedImageLink } from './image-address.ts';
import { imageBodyLimitBytes, keepImage } from './images.ts';
import {
  type ComplaintRecord,
  type ComplaintsOf,
  imagesOfComplaints,
  listComplaintsIn,
  lockComplaint,
  takeUpImages,
  updateComplaint,
} from './store.ts';

async function complaintsPage(
  context: HostContext,
  state: ComplaintState | null,
  page: PageRequest,
  of: ComplaintsOf = {},
) {
  const { rows, nextCursor } = await readPage(
    page,
    [isSerialNumber],
    ([above = '0'], limit) =>
      listComplaintsIn(context.transaction, state, { above: Number(above), limit }, of),
    ({ serialNumber }) => [serialNumber],
  );
  return { data: { complaints: await withImages(context, rows), nextCursor } };
}

export const answeredComplaints: readonly AnsweredHostCall[] = [
  answerHost(listComplaints, (context, { state, ...request }) => complaintsPage(context, state, request)),
  answerHost(
    exportComplaints,
    (context, { market, filedFrom, filedBefore, ...request }) =>
      complaintsPage(context, null, request, { market, filedFrom, filedBefore }),
    { isForReplica: true },
  ),
  answerHost(reviewComplaint, async ({ transaction, now }, { folio }) => {
    const complaint = await complaintToChange(transaction, folio, 'in-review');
    await updateComplaint(transaction, complaint.id, { state: 'in-review', reviewedAt: now });
    return { data: { folio, state: 'in-review' } };
  }),
  answerHost(
    uploadReplyImage,
    async (context, { folio, imageBase64 }) => {
      const { borrowerId } = await complaintToChange(context.transaction, folio, 'answered');
      const bytes = new Uint8Array(Buffer.from(imageBase64, 'base64'));
      return {
        data: { image: await keepImage(context.transaction, context, bytes, { borrowerId, sentBy: 'host' }) },
      };
    },
    { limitBytes: imageBodyLimitBytes },
  ),
  answerHost(answerComplaint, async ({ transaction, now, configuration }, { folio, reply, images = [] }) => {
    const complaint = await complaintToChange(transaction, folio, 'answered');
    const text = normalizeContent(reply);
    if (!hasContent(text)) throw new CodedError('request-invalid', 'reply');
    const owner = { borrowerId: complaint.borrowerId, sentBy: 'host' } as const;
    if (!(await takeUpImages(transaction, [...new Set(images)], owner, complaint.id))) {
      throw new CodedError('complaint-image-unknown', 'images');
    }
    const { id, market, dueAt } = complaint;
    const effect = dueAt && { dueAt: effectDueAt(configuration.bankCalendars[market], now, dueAt) };
    await updateComplaint(transaction, id, { state: 'answered', answeredAt: now, reply: text, ...effect });
    return { data: { folio, state: 'answered' } };
  }),
  answerHost(sendInterimAnswer, async ({ transaction, now }, { folio, text }) => {
    const complaint = await complaintToChange(transaction, folio, 'answered');
    const interimAnswers = withInterim(complaint, text, now);
    await updateComplaint(transaction, complaint.id, { interimAnswers });
    return { data: { folio, state: complaint.state } };
  }),
  answerHost(extendDataRequest, async ({ transaction, now, configuration }, { folio, text }) => {
    const complaint = orNotFound(await lockComplaint(transaction, folio), 'folio');
    const { id, state, market, dueAt } = complaint;
    const extended =
      dueAt && extendedDueAt(configuration.bankCalendars[market], { ...complaint, dueAt }, now);
    if (!extended) throw new CodedError('status-conflict');
    const interimAnswers = withInterim(complaint, text, now);
    await updateComplaint(transaction, id, { interimAnswers, dueAt: extended, extendedAt: now });
    return { data: { folio, state, dueAt: extended.toISOString() } };
  }),
  answerHost(closeComplaint, async ({ transaction, now }, { folio }) => {
    const complaint = await complaintToChange(transaction, folio, 'closed');
    await updateComplaint(transaction, complaint.id, { state: 'closed', closedAt: now });
    return { data: { folio, state: 'closed' } };
  }),
];

/** @throws CodedError 'request-invalid' for an empty text, 'status-conflict' for one too many. */
function withInterim({ interimAnswers }: ComplaintRecord, written: string, now: Date) {
  const text = normalizeContent(written);
  if (!hasContent(text)) throw new CodedError('request-invalid', 'text');
  if (interimAnswers.length >= interimAnswersMax) throw new CodedError('status-conflict');
  return [...interimAnswers, { text, sentAt: now.toISOString() }];
}

/** Locks a complaint that will change its state. @throws CodedError 'not-found', or 'status-conflict' when it cannot go there. */
async function complaintToChange(transaction: Transaction, folio: string, state: ComplaintState) {
  const complaint = orNotFound(await lockComplaint(transaction, folio), 'folio');
  if (!canChangeState(complaint.state, state)) throw new CodedError('status-conflict');
  return complaint;
}

async function withImages(
  { transaction, clock, configuration }: HostContext,
  complaints: readonly ComplaintRecord[],
) {
  const images =
    complaints.length === 0
      ? []
      : await imagesOfComplaints(
          transaction,
          complaints.map(({ id }) => id),
        );
  const linksBy = (id: string, sender: 'borrower' | 'host'): string[] =>
    images
      .filter(({ complaintId, sentBy }) => complaintId === id && sentBy === sender)
      .map(({ name }) => signedImageLink(name, configuration.masterSecrets[0], clock.now()));
  return complaints.map(({ id: complaintId, ...complaint }) => ({
    ...complaint,
    complaintId,
    images: linksBy(complaintId, 'borrower'),
    replyImages: linksBy(complaintId, 'host'),
  }));
}
