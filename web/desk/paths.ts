import type { LoanFileKind } from '#domain/loan/loan-file.ts';
import type { MatterKind } from '#domain/matter/matter.ts';

/** Where the desk's pages are. */
export const deskPaths = {
  overview: '/desk',
  signIn: '/desk/sign-in',
  signInStart: '/desk/sign-in/start',
  /** Where the identity provider sends people back to; it has to know this address. */
  signInBack: '/desk/sign-in/back',
  signOut: '/desk/sign-out',
  /** Where somebody ends their session at the identity provider too. */
  signOutProvider: '/desk/sign-out/provider',
  /** Where the identity provider says which sessions have ended there; it has to know this address. */
  signInEnded: '/desk/sign-in/ended',
  people: '/desk/people',
  search: '/desk/search',
  language: '/desk/language',
  queue: '/desk/queue',
  nextMatter: '/desk/queue/next',
  views: '/desk/queue/views',
  collections: '/desk/collections',
  nextLate: '/desk/collections/next',
  collection: '/desk/collections/:order',
  batches: '/desk/batches',
  batch: '/desk/batches/:batch',
  batchResult: '/desk/batches/:batch/result',
  message: '/desk/messages/:message',
  outflow: '/desk/outflows/:outflow',
  loans: '/desk/loans',
  loan: '/desk/loans/:order',
  loanFile: '/desk/loans/:order/files/:kind',
  products: '/desk/products',
  newProduct: '/desk/new-product',
  product: '/desk/products/:product',
  offers: '/desk/offers',
  borrowers: '/desk/borrowers',
  borrower: '/desk/borrowers/:borrower',
  figures: '/desk/figures',
  promotions: '/desk/promotions',
  exports: '/desk/exports/:file',
  correctLoan: '/desk/loans/:order/correct',
  recordPayment: '/desk/loans/:order/payment',
  paymentProof: '/desk/loans/:order/proofs/:proof',
  unmatchedPayment: '/desk/unmatched/payment',
  refunds: '/desk/refunds',
  settlements: '/desk/settlements',
  settlement: '/desk/settlements/:file',
  claim: '/desk/payment-claims/:claim',
  claimImage: '/desk/payment-claims/:claim/image',
  dispute: '/desk/charge-disputes/:dispute',
  receipts: '/desk/receipts',
  approval: '/desk/approvals/:id',
  complaint: '/desk/complaints/:folio',
  complaintImage: '/desk/complaints/:folio/images/:image',
  registrations: '/desk/registrations',
  jobs: '/desk/jobs',
  retention: '/desk/retention',
  reconciliation: '/desk/reconciliation',
  audit: '/desk/audit',
} as const;

/** Where lists of one kind stood before the queue; each address leads to it. */
export const formerLists: Readonly<Record<string, MatterKind>> = {
  '/desk/unmatched': 'unmatched',
  '/desk/payment-claims': 'payment-claim',
  '/desk/charge-disputes': 'charge-dispute',
  '/desk/approvals': 'approval',
  '/desk/complaints': 'complaint',
  '/desk/messages': 'message',
};

/** The queue, of one kind or all. */
export function queuePath(kind?: MatterKind): string {
  return kind === undefined ? deskPaths.queue : `${deskPaths.queue}?kind=${kind}`;
}

/** The page on which a late loan is followed up. */
export function collectionPath(orderNumber: string): string {
  return deskPaths.collection.replace(':order', encodeURIComponent(orderNumber));
}

/** The page of an act on many matters. */
export function batchPath(id: string): string {
  return deskPaths.batch.replace(':batch', encodeURIComponent(id));
}

/** What became of each matter of it, as a file. */
export function batchResultPath(id: string): string {
  return deskPaths.batchResult.replace(':batch', encodeURIComponent(id));
}

/** The page of a message of the contact page. */
export function messagePath(id: string): string {
  return deskPaths.message.replace(':message', encodeURIComponent(id));
}

/** The page of money that left a payment again. */
export function outflowPath(id: string): string {
  return deskPaths.outflow.replace(':outflow', encodeURIComponent(id));
}

/** The page of a loan. */
export function loanPath(orderNumber: string): string {
  return deskPaths.loan.replace(':order', encodeURIComponent(orderNumber));
}

/** A paper of a loan: what was accepted with it, or the letter that nothing is owed any more. */
export function loanFilePath(orderNumber: string, kind: LoanFileKind | 'letter'): string {
  return `${loanPath(orderNumber)}/files/${kind}`;
}

/** The page of a product. */
export function productPath(productId: string): string {
  return deskPaths.product.replace(':product', encodeURIComponent(productId));
}

/** The page of a borrower, by the id that the service knows them by. */
export function borrowerPath(borrowerId: string): string {
  return deskPaths.borrower.replace(':borrower', encodeURIComponent(borrowerId));
}

/** The page on which a loan is corrected. */
export function correctLoanPath(orderNumber: string): string {
  return deskPaths.correctLoan.replace(':order', encodeURIComponent(orderNumber));
}

/** The page on which a payment is entered by hand. */
export function recordPaymentPath(orderNumber: string): string {
  return deskPaths.recordPayment.replace(':order', encodeURIComponent(orderNumber));
}

/** The photo of the proof of a payment that was entered by hand. */
export function proofPath(orderNumber: string, proof: string): string {
  return `${loanPath(orderNumber)}/proofs/${encodeURIComponent(proof)}`;
}

/** The page of a payment that no loan was found for. */
export function unmatchedPath({ provider, eventId }: { provider: string; eventId: string }): string {
  // Not in the path: some proxies refuse a slash there, however it is written.
  return `${deskPaths.unmatchedPayment}?${new URLSearchParams({ provider, event: eventId })}`;
}

/** The page of a settlement file, with some of its lines. */
export function settlementPath(fileId: string, show?: string): string {
  const path = deskPaths.settlement.replace(':file', encodeURIComponent(fileId));
  return show === undefined ? path : `${path}?${new URLSearchParams({ show })}`;
}

/** The page of a payment that a borrower says they made. */
export function claimPath(claimId: string): string {
  return deskPaths.claim.replace(':claim', encodeURIComponent(claimId));
}

/** The page of a charge that a borrower does not agree with. */
export function disputePath(disputeId: string): string {
  return deskPaths.dispute.replace(':dispute', encodeURIComponent(disputeId));
}

/** The page of something that waits for a second person. */
export function approvalPath(id: string): string {
  return deskPaths.approval.replace(':id', encodeURIComponent(id));
}

/** The page of a complaint. */
export function complaintPath(folio: string): string {
  return deskPaths.complaint.replace(':folio', encodeURIComponent(folio));
}

/** An image of a complaint, of its answer or of one's draft of it. */
export function complaintImagePath(folio: string, name: string): string {
  return `${complaintPath(folio)}/images/${encodeURIComponent(name)}`;
}

/** An address with a place in a list of the queue. */
export function placedIn(address: string, place: { readonly queue: string; readonly at: string }): string {
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ ...place })}`;
}

/** A path of the desk to go on to, from an address; the overview for anything else. */
export function deskPathOf(text: string): string {
  const origin = 'https://desk.invalid';
  if (text.includes('\\') || !URL.canParse(text, origin)) return deskPaths.overview;
  const address = new URL(text, origin);
  const isOurs = address.origin === origin && /^\/desk(?:\/|$)/.test(address.pathname);
  return isOurs ? address.pathname + address.search : deskPaths.overview;
}
