import { createHash } from 'node:crypto';
import type { ComplaintDraft, FiledComplaint } from '#contract/calls/complaint.ts';
import { inTransaction, type Transaction } from '#db/database.ts';
import {
  allowsCollection,
  type CollectionSubtypeId,
  type ComplaintTypeId,
  isCollectionSubtypeId,
  isComplaintTypeId,
} from '#domain/complaint/complaint.ts';
import { checkDraft, normalizeContent } from '#domain/complaint/complaint-draft.ts';
import { buildFolio } from '#domain/complaint/complaint-folio.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn, type Market } from '#domain/market.ts';
import { type EventContext, recordEvent } from '../events/record-event.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { findLoanOf } from '../ledger/loans.ts';
import { imageNameOf } from './image-address.ts';
import { findSameComplaint, insertComplaint, nextSerialNumber, takeUpImages } from './store.ts';

/**
 * Files a complaint with the borrower's own uploads (COMP-2). The same complaint sent again while it waits for its answer
 * is the same complaint, so that a lost answer can be asked for again without harm.
 * @throws CodedError as `checkDraft`; 'not-found' for a loan that is not the borrower's; 'complaint-image-unknown' for
 * an image that is not, or that another complaint has.
 */
export async function fileComplaint(
  { database, borrower, now, random }: BorrowerContext,
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
  return inTransaction(database, (transaction) =>
    keepComplaint(
      transaction,
      {
        ...{ borrower, loan, typeId, content, submissionHash },
        subtypeId: subtypeId !== null && isCollectionSubtypeId(subtypeId) ? subtypeId : null,
        imageNames: names,
      },
      { now, random },
    ),
  );
}

/** A complaint that was checked, with the borrower's own loose images. */
interface CheckedComplaint {
  readonly borrower: { readonly id: string; readonly market: Market };
  readonly loan: { readonly id: string; readonly orderNumber: string } | null;
  readonly typeId: ComplaintTypeId;
  readonly subtypeId: CollectionSubtypeId | null;
  readonly content: string;
  readonly imageNames: readonly string[];
  /** What makes it the same complaint as another. */
  readonly submissionHash: string;
}

/**
 * Keeps a complaint and tells the lender of it; the same one that waits already is given instead.
 * @throws CodedError 'complaint-image-unknown'.
 */
export async function keepComplaint(
  transaction: Transaction,
  { borrower, loan, imageNames, ...complaint }: CheckedComplaint,
  { now, random }: EventContext,
): Promise<{ complaintId: string; folio: string }> {
  const serialNumber = await nextSerialNumber(transaction);
  const folio = buildFolio(Number(dayIn(borrower.market, now).slice(0, 4)), serialNumber);
  const complaintId = random.id();
  const isFiled = await insertComplaint(transaction, {
    ...complaint,
    ...{ id: complaintId, serialNumber, folio },
    borrowerId: borrower.id,
    loanId: loan?.id ?? null,
    filedAt: now,
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
    ...{ complaintId, folio, borrowerId: borrower.id },
    ...{ orderNumber: loan?.orderNumber ?? null, typeId, subtypeId },
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
