import { createHash } from 'node:crypto';
import type { ComplaintDraft, FiledComplaint } from '#contract/calls/complaint.ts';
import { inTransaction, type Transaction } from '#db/database.ts';
import type { BankCalendar } from '#domain/business-day.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { answerDueOn } from '#domain/complaint/answer-clock.ts';
import {
  allowsCollection,
  type ComplaintSubtypeId,
  type ComplaintTypeId,
  complaintImagesMax,
  complaintLimits,
  complaintWholeMaxLength,
  isComplaintSubtypeId,
  isComplaintTypeId,
  isDataRequest,
} from '#domain/complaint/complaint.ts';
import { checkDraft, normalizeContent } from '#domain/complaint/complaint-draft.ts';
import { buildFolio } from '#domain/complaint/complaint-folio.ts';
import { requestDueAt } from '#domain/complaint/data-request.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn, type Market } from '#domain/market.ts';
import { lockSessionsOf } from '../borrower/store.ts';
import { type EventContext, recordEvent } from '../events/record-event.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { findLoanOf } from '../ledger/loans.ts';
import { imageNameOf } from './image-address.ts';
import {
  addToContent,
  type ComplaintRecord,
  findSameComplaint,
  imageCountOf,
  insertComplaint,
  listComplaintsOf,
  nextSerialNumber,
  takeUpImages,
} from './store.ts';

/**
 * Files a complaint with the borrower's own uploads (COMP-2). The same text sent again while it is open is the same complaint, so that a
 * retry after a lost answer is harmless. One above the borrower's limits is added to an open complaint. @throws CodedError as `checkDraft`;
 * 'not-found' for a loan that is not the borrower's; 'complaint-image-unknown' for an image that is not, or that another complaint has;
 * 'too-many-requests' where nothing more can be added.
 */
export async function fileComplaint(
  { database, borrower, configuration, now, random }: BorrowerContext,
  draft: ComplaintDraft,
): Promise<FiledComplaint> {
  const content = normalizeContent(draft.content);
  const loan = draft.orderNumber === null ? null : await findLoanOf(database, borrower.id, draft.orderNumber);
  if (loan === undefined) throw new CodedError('not-found', 'orderNo');
  const { typeId, subtypeId } = draft;
  checkDraft({ ...draft, content }, loan && { allowsCollection: allowsCollection(loan.status) });
  if (!isComplaintTypeId(typeId)) throw new CodedError('request-invalid', 'problemType');
  const names = imageNamesOf(draft.images);
  const submissionHash = hashOf([typeId, subtypeId, loan?.id ?? null, content, names]);
  const complaint = {
    borrower,
    loan,
    typeId,
    content,
    submissionHash,
    subtypeId: subtypeId !== null && isComplaintSubtypeId(subtypeId) ? subtypeId : null,
    imageNames: names,
  };
  const calendar = configuration.bankCalendars[borrower.market];
  const dueAt = isDataRequest(subtypeId) ? requestDueAt(calendar, now) : null;
  const filed = (
    kept: Omit<FiledComplaint, 'answerBy'>,
    of: { readonly filedAt: Date; readonly dueAt: Date | null },
  ): FiledComplaint => ({ ...kept, answerBy: answerByOf(calendar, of) });
  return inTransaction(database, async (transaction) => {
    await lockSessionsOf(transaction, borrower.id);
    const same = await findSameComplaint(transaction, borrower.id, submissionHash);
    if (same) return filed({ complaintId: same.id, folio: same.folio }, same);
    const waiting = await openComplaintBeyondLimits(transaction, complaint, now);
    return waiting
      ? filed(await addToComplaint(transaction, waiting, complaint), waiting)
      : filed(await keepComplaint(transaction, { ...complaint, dueAt }, { now, random }), {
          filedAt: now,
          dueAt,
        });
  });
}

const hourMs = 3_600_000;

/** Last day for an answer: of a data request its legal deadline. */
export function answerByOf(
  calendar: BankCalendar,
  { filedAt, dueAt }: { readonly filedAt: Date; readonly dueAt: Date | null },
): LocalDate {
  return dueAt === null ? answerDueOn(calendar, filedAt) : dayIn(calendar.market, dueAt);
}

/**
 * The complaint to which a further one is added: the latest open one, of the same type if there is one; undefined within the limits. A
 * data request is only added to a data request, since each has its own deadline.
 */
async function openComplaintBeyondLimits(
  transaction: Transaction,
  { borrower, loan, typeId, subtypeId }: CheckedComplaint,
  now: Date,
): Promise<ComplaintRecord | undefined> {
  const latest = { below: null, limit: complaintLimits.inADay };
  const open = await listComplaintsOf(transaction, borrower.id, 'open', latest);
  const handled = await listComplaintsOf(transaction, borrower.id, 'handled', latest);
  const filedWithin = (hours: number) =>
    [...open, ...handled].filter(({ filedAt }) => filedAt.getTime() > now.getTime() - hours * hourMs).length;
  const isBeyond =
    open.length >= complaintLimits.open ||
    filedWithin(1) >= complaintLimits.inAnHour ||
    filedWithin(24) >= complaintLimits.inADay;
  if (!isBeyond) return undefined;
  if (isDataRequest(subtypeId)) return open.find((each) => each.subtypeId === subtypeId);
  const complaints = open.filter(({ dueAt }) => dueAt === null);
  const ofLoan = complaints.filter(({ orderNumber }) => orderNumber === (loan?.orderNumber ?? null));
  return ofLoan.find((each) => each.typeId === typeId) ?? ofLoan[0] ?? complaints[0];
}

/** Adds text and images to an open complaint; images above its limit are dropped. */
async function addToComplaint(
  transaction: Transaction,
  waiting: ComplaintRecord,
  { borrower, content, imageNames }: CheckedComplaint,
): Promise<Omit<FiledComplaint, 'answerBy'>> {
  if (waiting.content.length + content.length > complaintWholeMaxLength) {
    throw new CodedError('too-many-requests');
  }
  await addToContent(transaction, waiting, content);
  const imageCount = await imageCountOf(transaction, waiting.id);
  const fitting = imageNames.slice(0, Math.max(0, complaintImagesMax - imageCount));
  const owner = { borrowerId: borrower.id, sentBy: 'borrower' } as const;
  if (!(await takeUpImages(transaction, fitting, owner, waiting.id, imageCount))) {
    throw new CodedError('complaint-image-unknown');
  }
  return { complaintId: waiting.id, folio: waiting.folio };
}

interface CheckedComplaint {
  readonly borrower: { readonly id: string; readonly market: Market };
  readonly loan: { readonly id: string; readonly orderNumber: string } | null;
  readonly typeId: ComplaintTypeId;
  readonly subtypeId: ComplaintSubtypeId | null;
  readonly content: string;
  readonly imageNames: readonly string[];
  readonly submissionHash: string;
}

/**
 * Inserts a complaint and records its event; gives the same open complaint instead if there is one. @throws CodedError
 * 'complaint-image-unknown'.
 */
export async function keepComplaint(
  transaction: Transaction,
  {
    borrower,
    loan,
    imageNames,
    dueAt = null,
    ...complaint
  }: CheckedComplaint & { readonly dueAt?: Date | null },
  { now, random }: EventContext,
): Promise<{ complaintId: string; folio: string }> {
  const serialNumber = await nextSerialNumber(transaction);
  const folio = buildFolio(Number(dayIn(borrower.market, now).slice(0, 4)), serialNumber);
  const complaintId = random.id();
  const isFiled = await insertComplaint(transaction, {
    ...complaint,
    id: complaintId,
    serialNumber,
    folio,
    borrowerId: borrower.id,
    loanId: loan?.id ?? null,
    filedAt: now,
    dueAt,
  });
  if (!isFiled) {
    const same = await findSameComplaint(transaction, borrower.id, complaint.submissionHash);
    if (!same) throw new CodedError('submission-repeated');
    return { complaintId: same.id, folio: same.folio };
  }
  const owner = { borrowerId: borrower.id, sentBy: 'borrower' } as const;
  if (!(await takeUpImages(transaction, imageNames, owner, complaintId))) {
    throw new CodedError('complaint-image-unknown');
  }
  const { typeId, subtypeId } = complaint;
  const data = {
    complaintId,
    folio,
    borrowerId: borrower.id,
    orderNumber: loan?.orderNumber ?? null,
    typeId,
    subtypeId,
  };
  const event = { type: 'complaint.filed', subjectId: complaintId, data } as const;
  recordEvent(transaction, event, { now, random });
  return { complaintId, folio };
}

function imageNamesOf(addresses: readonly string[]): string[] {
  const names = addresses.map((address) => {
    const name = imageNameOf(address);
    if (name === undefined) throw new CodedError('complaint-image-unknown');
    return name;
  });
  return [...new Set(names)];
}

function hashOf(submission: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(submission)).digest('hex');
}
