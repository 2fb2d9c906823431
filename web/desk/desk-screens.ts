import type { Mountable } from '#pages/screen.tsx';
import { approval } from './approval/approval.tsx';
import { auditLog } from './audit/audit-log.tsx';
import { borrower } from './borrower/borrower.tsx';
import { borrowerList } from './borrower/borrower-list.tsx';
import { newProduct } from './catalogue/new-product.tsx';
import { offers } from './catalogue/offers.tsx';
import { product } from './catalogue/product.tsx';
import { productList } from './catalogue/product-list.tsx';
import { dispute } from './charge-dispute/dispute.tsx';
import { collection } from './collection/collection.tsx';
import { collections, lateLoans } from './collection/collections.tsx';
import { complaint } from './complaint/complaint.tsx';
import { complaintImage } from './complaint/image.tsx';
import { contactMessage } from './contact/contact-message.tsx';
import { registrations } from './contact/registrations.tsx';
import { correctLoan } from './correction/correct-loan.tsx';
import type { DeskDependencies } from './dependencies.ts';
import { exports } from './figures/exports.tsx';
import { figures } from './figures/figures.tsx';
import { promotions } from './figures/promotions.tsx';
import { loan } from './loan/loan.tsx';
import { loanFile } from './loan/loan-file.tsx';
import { loanList } from './loan/loan-list.tsx';
import { sendMessage } from './loan/send-message.tsx';
import { settlementQuote } from './loan/settlement-quote.tsx';
import { batch, batchResult, newBatch } from './matter/batch.tsx';
import { formerListScreens } from './matter/former-lists.ts';
import { matterList, queue, queueViews } from './matter/queue.tsx';
import { jobs } from './operations/jobs.tsx';
import { reconciliation } from './operations/reconciliation.tsx';
import { retention } from './operations/retention.tsx';
import { notFound } from './overview/not-found.tsx';
import { overview } from './overview/overview.tsx';
import { claim, claimImage } from './payment-claim/claim.tsx';
import { paymentProof, recordOnLoan } from './payment-claim/record-payment.tsx';
import { people } from './people/people.tsx';
import { receiptCheck } from './receipt/receipt-check.tsx';
import { refund } from './refund/refund.tsx';
import { refundList } from './refund/refund-list.tsx';
import { search } from './search/search.tsx';
import { settlement } from './settlement/settlement.tsx';
import { settlementList } from './settlement/settlement-list.tsx';
import {
  changeLanguage,
  signIn,
  signInBack,
  signInEnded,
  signInStart,
  signOut,
  signOutProvider,
} from './sign-in/sign-in.tsx';
import { outflow } from './unmatched/outflow.tsx';
import { unmatchedPayment } from './unmatched/unmatched-payment.tsx';

/** The screens of the desk by file path, with `#name` where a file has several. The first one whose path matches answers. */
export const deskScreens: Readonly<Record<string, (dependencies: DeskDependencies) => Mountable>> = {
  'desk/sign-in/sign-in': signIn,
  'desk/sign-in/sign-in#start': signInStart,
  'desk/sign-in/sign-in#back': signInBack,
  'desk/sign-in/sign-in#sign-out': signOut,
  'desk/sign-in/sign-in#sign-out-provider': signOutProvider,
  'desk/sign-in/sign-in#ended': signInEnded,
  'desk/sign-in/sign-in#language': changeLanguage,
  'desk/overview/overview': overview,
  'desk/matter/queue': queue,
  'desk/matter/queue#next': matterList.next,
  'desk/matter/queue#views': queueViews,
  'desk/collection/collections': collections,
  'desk/collection/collections#next': lateLoans.next,
  'desk/collection/collection': collection,
  'desk/matter/batch#new': newBatch,
  'desk/matter/batch': batch,
  'desk/matter/batch#result': batchResult,
  ...formerListScreens,
  'desk/loan/loan-list': loanList,
  'desk/loan/loan': loan,
  'desk/loan/loan-file': loanFile,
  'desk/loan/send-message': sendMessage,
  'desk/loan/settlement-quote': settlementQuote,
  'desk/borrower/borrower-list': borrowerList,
  'desk/borrower/borrower': borrower,
  'desk/figures/figures': figures,
  'desk/figures/exports': exports,
  'desk/figures/promotions': promotions,
  'desk/catalogue/product-list': productList,
  'desk/catalogue/new-product': newProduct,
  'desk/catalogue/product': product,
  'desk/catalogue/offers': offers,
  'desk/correction/correct-loan': correctLoan,
  'desk/unmatched/outflow': outflow,
  'desk/unmatched/unmatched-payment': unmatchedPayment,
  'desk/refund/refund-list': refundList,
  'desk/refund/refund': refund,
  'desk/settlement/settlement-list': settlementList,
  'desk/settlement/settlement': settlement,
  'desk/payment-claim/claim': claim,
  'desk/payment-claim/claim#image': claimImage,
  'desk/payment-claim/record-payment': recordOnLoan,
  'desk/payment-claim/record-payment#proof': paymentProof,
  'desk/charge-dispute/dispute': dispute,
  'desk/receipt/receipt-check': receiptCheck,
  'desk/approval/approval': approval,
  'desk/complaint/complaint': complaint,
  'desk/complaint/image': complaintImage,
  'desk/contact/contact-message': contactMessage,
  'desk/contact/registrations': registrations,
  'desk/operations/jobs': jobs,
  'desk/operations/reconciliation': reconciliation,
  'desk/operations/retention': retention,
  'desk/audit/audit-log': auditLog,
  'desk/people/people': people,
  'desk/search/search': search,
  'desk/overview/not-found': notFound,
};
