import { complaintTypeText } from '#content/messages/complaint-types.ts';
import { lendingText } from '#content/messages/lending.ts';
import {
  type ComplaintOrder,
  type ComplaintStart,
  openComplaint,
  readComplaint,
  readComplaints,
  sendComplaint,
  sendComplaintImage,
} from '#contract/calls/complaint.ts';
import {
  allowsCollection,
  collectionSubtypeIds,
  complaintTypeIds,
  dataRequestIds,
} from '#domain/complaint/complaint.ts';
import { CodedError } from '#domain/error-code.ts';
import { borrowerStatuses } from '#domain/loan/loan-status.ts';
import { dayIn } from '#domain/market.ts';
import { type AnsweredCall, answerBorrower, type BorrowerContext } from '../http/answer-call.ts';
import { findLoanOf } from '../ledger/loans.ts';
import { complaintDetail, listComplaints } from './complaint-history.ts';
import { fileComplaint } from './file-complaint.ts';
import { uploadImage, uploadLimitBytes } from './images.ts';
import { loansOf } from './store.ts';

export const complaintCalls: readonly AnsweredCall[] = [
  answerBorrower(openComplaint, startComplaint),
  answerBorrower(readComplaints, listComplaints),
  answerBorrower(readComplaint, complaintDetail),
  answerBorrower(sendComplaint, fileComplaint),
  answerBorrower(sendComplaintImage, uploadImage, { limitBytes: uploadLimitBytes }),
];

/** Most loans to choose from; an older one is found by its number. */
const loansMax = 50;

/** The complaint types and the loans to choose from (COMP-1). @throws CodedError 'not-found' when the named loan is not the borrower's. */
async function startComplaint(
  context: BorrowerContext,
  { orderId }: { readonly orderId: string | null },
): Promise<ComplaintStart> {
  const { database, borrower, language } = context;
  const text = complaintTypeText[language];
  const loanRecord = orderId === null ? null : await findLoanOf(database, borrower.id, orderId);
  if (loanRecord === undefined) throw new CodedError('not-found');
  const loans = await loansOf(database, borrower.id, loansMax);
  return {
    types: complaintTypeIds.map((typeId) => ({ typeId, title: text[typeId] })),
    collectionSubtypes: collectionSubtypeIds.map((typeId) => ({ typeId, title: text[typeId] })),
    dataRequests: dataRequestIds.map((typeId) => ({ typeId, title: text[typeId] })),
    order: loanRecord && loanView(context, loanRecord),
    orders: loans.map((loan) => loanView(context, loan)),
  };
}

function loanView(
  { language, money }: BorrowerContext,
  loan: Omit<Awaited<ReturnType<typeof loansOf>>[number], 'loanId'>,
): ComplaintOrder {
  const text = lendingText[language];
  return {
    orderNumber: loan.orderNumber,
    productName: loan.productName,
    productLogo: loan.productLogo,
    status: borrowerStatuses[loan.status],
    allowsCollection: allowsCollection(loan.status),
    details: [
      { label: text.requested, value: money(loan.principalMinor) },
      { label: text.requestedOn, value: dayIn(loan.market, loan.appliedAt) },
    ],
  };
}
