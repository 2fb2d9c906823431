import { complaintTabText, complaintTypeText } from '#content/messages/complaint-types.ts';
import type {
  ComplaintDetail,
  ComplaintEntry,
  ComplaintListKey,
  ComplaintStep,
  ComplaintTab,
} from '#contract/calls/complaint.ts';
import { inTransaction } from '#db/database.ts';
import { formatDateTime } from '#domain/calendar.ts';
import { isHandled } from '#domain/complaint/complaint.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { isScore } from '#domain/loan/rating.ts';
import { marketOf } from '#domain/market.ts';
import { recordEvent } from '../events/record-event.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { answerByOf } from './file-complaint.ts';
import { imageAddressOf } from './image-address.ts';
import {
  type ComplaintGroup,
  type ComplaintRecord,
  findComplaintOf,
  imagesOfComplaints,
  insertComplaintRating,
  listComplaintsOf,
} from './store.ts';

const groups = ['open', 'handled'] as const satisfies readonly ComplaintGroup[];

const pageSize = 20;

/**
 * A borrower's complaints, newest first: both tabs from the start, or one tab from a cursor on (COMP-5). @throws CodedError
 * 'request-invalid' for an unknown tab or cursor.
 */
export async function listComplaints(
  context: BorrowerContext,
  { tabId, cursor }: ComplaintListKey,
): Promise<{ tabs: readonly ComplaintTab[] }> {
  if (cursor !== null && !/^\d{1,15}$/.test(cursor)) throw new CodedError('request-invalid', 'cursor');
  const groupsToRead = groups.filter((group) => tabId === null || group === tabId);
  if (groupsToRead.length === 0 || (cursor !== null && groupsToRead.length > 1))
    throw new CodedError('request-invalid', 'tab');
  const below = cursor === null ? null : Number(cursor);
  const tabs: ComplaintTab[] = [];
  for (const group of groupsToRead) tabs.push(await tabOf(context, group, below));
  return { tabs };
}

async function tabOf(
  context: BorrowerContext,
  group: ComplaintGroup,
  below: number | null,
): Promise<ComplaintTab> {
  const { database, borrower, language } = context;
  const rows = await listComplaintsOf(database, borrower.id, group, { below, limit: pageSize + 1 });
  const shown = rows.slice(0, pageSize);
  return {
    title: complaintTabText[language][group],
    tabId: group,
    entries: shown.map((complaint) => entryOf(context, complaint)),
    nextCursor: rows.length > pageSize ? String(shown.at(-1)?.serialNumber) : null,
  };
}

function entryOf(context: BorrowerContext, complaint: ComplaintRecord): ComplaintEntry {
  return {
    complaintId: complaint.id,
    time: timeOf(context, complaint.filedAt),
    type: complaintTypeText[context.language][complaint.typeId],
    content: complaint.content,
    folio: complaint.folio,
    answerBy: openUntil(context, complaint),
    state: complaint.state,
  };
}

/**
 * A borrower's own complaint with its answer (COMP-6). It asks for a rating once it is handled. @throws CodedError 'not-found' for any
 * other.
 */
export async function complaintDetail(
  context: BorrowerContext,
  { complaintId }: { readonly complaintId: string },
): Promise<ComplaintDetail> {
  const { database, borrower, language } = context;
  const complaint = orNotFound(await findComplaintOf(database, borrower.id, complaintId));
  const images = await imagesOfComplaints(database, [complaint.id]);
  const addressesBy = (sender: 'borrower' | 'host') =>
    images.filter(({ sentBy }) => sentBy === sender).map(({ name }) => imageAddressOf(name));
  const text = complaintTypeText[language];
  return {
    complaintId: complaint.id,
    type: text[complaint.typeId],
    subtype: complaint.subtypeId === null ? '' : text[complaint.subtypeId],
    content: complaint.content,
    images: addressesBy('borrower'),
    reply: complaint.reply ?? '',
    replyImages: addressesBy('host'),
    interimAnswers: complaint.interimAnswers.map((interim) => ({
      time: timeOf(context, new Date(interim.sentAt)),
      text: interim.text,
    })),
    asksForRating: isHandled(complaint.state) && complaint.score === null,
    folio: complaint.folio,
    answerBy: openUntil(context, complaint),
    orderNumber: complaint.orderNumber ?? '',
    progress: progressOf(context, complaint),
    score: complaint.score,
  };
}

function openUntil({ borrower, configuration }: BorrowerContext, complaint: ComplaintRecord): string {
  return isHandled(complaint.state)
    ? ''
    : answerByOf(configuration.bankCalendars[borrower.market], complaint);
}

function progressOf(context: BorrowerContext, complaint: ComplaintRecord): ComplaintStep[] {
  const reached = [
    ['received', complaint.filedAt],
    ['in-review', complaint.reviewedAt],
    ['answered', complaint.answeredAt],
    ['closed', complaint.closedAt],
  ] as const;
  return reached.flatMap(([state, at]) => (at === null ? [] : [{ state, time: timeOf(context, at) }]));
}

function timeOf({ borrower }: BorrowerContext, at: Date): string {
  return formatDateTime(at, marketOf[borrower.market].timeZone);
}

/**
 * Stores a rating of 1 to 5 stars for the answer to a complaint (COMP-6). Rating it again succeeds, and the first score stands. @throws
 * CodedError 'request-invalid', 'not-found', or 'status-conflict' for a complaint without an answer.
 */
export async function rateComplaint(
  { database, borrower, now, random }: BorrowerContext,
  { score, complaintId }: { readonly score: number; readonly complaintId: string },
): Promise<null> {
  if (!isScore(score)) throw new CodedError('request-invalid', 'score');
  const complaint = orNotFound(await findComplaintOf(database, borrower.id, complaintId));
  if (!isHandled(complaint.state)) throw new CodedError('status-conflict');
  const { id, folio, orderNumber } = complaint;
  await inTransaction(database, async (transaction) => {
    if (!(await insertComplaintRating(transaction, id, score, now))) return;
    const data = { complaintId: id, folio, borrowerId: borrower.id, orderNumber, score };
    const event = { type: 'complaint.rated', subjectId: id, data } as const;
    recordEvent(transaction, event, { now, random });
  });
  return null;
}
