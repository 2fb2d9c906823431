import type { LoanFileKind } from '#domain/loan/loan-file.ts';
import type { MatterKind } from '#domain/matter/matter.ts';

export const deskPaths = {
  overview: '/desk',
  signIn: '/desk/sign-in',
  signInStart: '/desk/sign-in/start',
  /** The redirect URI, which the identity provider must know. */
  signInBack: '/desk/sign-in/back',
  signOut: '/desk/sign-out',
  signOutProvider: '/desk/sign-out/provider',
  /** The back-channel logout URI, which the identity provider must know. */
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
  settlementQuote: '/desk/loans/:order/settlement',
  sendMessage: '/desk/loans/:order/send',
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
  refund: '/desk/refund',
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

/** Addresses of earlier lists of one kind; each redirects to the queue. */
export const formerLists: Readonly<Record<string, MatterKind>> = {
  '/desk/unmatched': 'unmatched',
  '/desk/payment-claims': 'payment-claim',
  '/desk/charge-disputes': 'charge-dispute',
  '/desk/approvals': 'approval',
  '/desk/complaints': 'complaint',
  '/desk/messages': 'message',
};

export function queuePath(kind?: MatterKind): string {
  return kind === undefined ? deskPaths.queue : `${deskPaths.queue}?kind=${kind}`;
}

/** Makes the function that puts a name or an id into a path in place of its `:part`. */
const pathTo = (path: string) => (id: string) => path.replace(/:\w+/, () => encodeURIComponent(id));

export const collectionPath = pathTo(deskPaths.collection);
export const batchPath = pathTo(deskPaths.batch);
export const batchResultPath = pathTo(deskPaths.batchResult);
export const messagePath = pathTo(deskPaths.message);
export const outflowPath = pathTo(deskPaths.outflow);
export const loanPath = pathTo(deskPaths.loan);
export const productPath = pathTo(deskPaths.product);
export const borrowerPath = pathTo(deskPaths.borrower);
export const sendMessagePath = pathTo(deskPaths.sendMessage);
export const settlementQuotePath = pathTo(deskPaths.settlementQuote);
export const correctLoanPath = pathTo(deskPaths.correctLoan);
/** The corrections of a loan, with one of its payments chosen. */
export function correctPaymentPath(of: { orderNumber: string | null; eventId: string | null }): string {
  return `${correctLoanPath(of.orderNumber ?? '')}?${new URLSearchParams({ payment: of.eventId ?? '' })}`;
}
export const recordPaymentPath = pathTo(deskPaths.recordPayment);
export const claimPath = pathTo(deskPaths.claim);
export const disputePath = pathTo(deskPaths.dispute);
export const approvalPath = pathTo(deskPaths.approval);
export const complaintPath = pathTo(deskPaths.complaint);
/** @param name of the file, such as `loans.csv`. */
export const exportPath = pathTo(deskPaths.exports);

export function loanFilePath(orderNumber: string, kind: LoanFileKind | 'letter' | 'settlement'): string {
  return `${loanPath(orderNumber)}/files/${kind}`;
}

/** The photo of the proof of a payment that staff entered by hand. */
export function proofPath(orderNumber: string, proof: string): string {
  return `${loanPath(orderNumber)}/proofs/${encodeURIComponent(proof)}`;
}

export function unmatchedPath({ provider, eventId }: { provider: string; eventId: string }): string {
  // Not in the path: some proxies refuse a slash there, even an encoded one.
  return `${deskPaths.unmatchedPayment}?${new URLSearchParams({ provider, event: eventId })}`;
}

export function refundPath(refundKey: string): string {
  return `${deskPaths.refund}?${new URLSearchParams({ key: refundKey })}`;
}

/** A settlement file. @param show which of its lines. */
export function settlementPath(fileId: string, show?: string): string {
  const path = pathTo(deskPaths.settlement)(fileId);
  return show === undefined ? path : `${path}?${new URLSearchParams({ show })}`;
}

export function complaintImagePath(folio: string, name: string): string {
  return `${complaintPath(folio)}/images/${encodeURIComponent(name)}`;
}

export function placedIn(address: string, place: { readonly queue: string; readonly at: string }): string {
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ ...place })}`;
}

/** The desk's path of an address to redirect to; the overview for any address outside the desk. */
export function deskPathOf(text: string): string {
  const origin = 'https://desk.invalid';
  if (text.includes('\\') || !URL.canParse(text, origin)) return deskPaths.overview;
  const address = new URL(text, origin);
  const isOurs = address.origin === origin && /^\/desk(?:\/|$)/.test(address.pathname);
  return isOurs ? address.pathname + address.search : deskPaths.overview;
}
