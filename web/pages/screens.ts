import { numberChange } from './borrower/number-change.tsx';
import { payWithCard } from './card-payment/pay-with-card.tsx';
import { chargeDispute } from './charge-dispute/charge-dispute.tsx';
import { complaintDetails } from './complaint/complaint-details.tsx';
import { complaintList } from './complaint/complaint-list.tsx';
import { complaintNext } from './complaint/complaint-next.tsx';
import { complaintStart } from './complaint/complaint-start.tsx';
import { takeImage } from './complaint/take-image.ts';
import { extension } from './extension/extension.tsx';
import { accountStatement, accountStatementPdf } from './loan/account-statement.tsx';
import { agreement } from './loan/agreement.tsx';
import { agreementPdf } from './loan/agreement-paper.ts';
import { closureLetter, letterPdf } from './loan/closure-letter.tsx';
import { agreementTextFile, dueDates } from './loan/document-files.ts';
import { keyFacts, keyFactsPdf } from './loan/key-facts.tsx';
import { loanDetail } from './loan/loan-detail.tsx';
import { receipt } from './loan/receipt.tsx';
import { receiptPdf } from './loan/receipt-paper.ts';
import { settlementPdf } from './loan/settlement-paper.ts';
import { newPlan } from './new-plan/new-plan.tsx';
import { confirmLoan } from './offer/confirm-loan.tsx';
import { paymentClaim } from './payment-claim/payment-claim.tsx';
import { agreementTemplate } from './registration/agreement.tsx';
import { captchaImage } from './registration/captcha.ts';
import { download } from './registration/download.tsx';
import { landing } from './registration/landing.tsx';
import { reminders } from './reminder/reminders.tsx';
import { instruction } from './repayment/instruction.tsx';
import { repay } from './repayment/repay.tsx';
import type { Mountable } from './screen.tsx';
import { contact } from './site/contact.tsx';
import { framedDocument } from './site/framed-document.tsx';
import { home } from './site/home.tsx';
import { loanTerms } from './site/loan-terms.tsx';
import { loneDocument } from './site/lone-document.tsx';
import { notFound } from './site/not-found.tsx';
import { offline } from './site/offline.tsx';
import { policy } from './site/policy.tsx';
import { robots, sitemap } from './site/search-engines.ts';
import { user } from './site/user.tsx';
import { icon, iconPicture, webManifest } from './site/web-manifest.ts';
import { customerService } from './support/customer-service.tsx';
import { failure } from './support/failure.tsx';

/** Every page and file. A page's key is the path of its file; the first match answers. */
export const screens: Readonly<Record<string, Mountable>> = {
  'borrower/number-change': numberChange,
  'card-payment/pay-with-card': payWithCard,
  'charge-dispute/charge-dispute': chargeDispute,
  'complaint/complaint-details': complaintDetails,
  'complaint/complaint-list': complaintList,
  'complaint/complaint-next': complaintNext,
  'complaint/complaint-start': complaintStart,
  'complaint/take-image': takeImage,
  'extension/extension': extension,
  'offer/confirm-loan': confirmLoan,
  'registration/agreement': agreementTemplate,
  'registration/captcha': captchaImage,
  'registration/download': download,
  'registration/landing': landing,
  'loan/agreement': agreement,
  'loan/loan-detail': loanDetail,
  'loan/receipt': receipt,
  'new-plan/new-plan': newPlan,
  'payment-claim/payment-claim': paymentClaim,
  'loan/closure-letter': closureLetter,
  'loan/receipt-pdf': receiptPdf,
  'loan/agreement-pdf': agreementPdf,
  'loan/key-facts': keyFacts,
  'loan/key-facts-pdf': keyFactsPdf,
  'loan/agreement-text': agreementTextFile,
  'loan/letter-pdf': letterPdf,
  'loan/account-statement': accountStatement,
  'loan/account-statement-pdf': accountStatementPdf,
  'loan/settlement-pdf': settlementPdf,
  'loan/due-dates': dueDates,
  'reminder/reminders': reminders,
  'repayment/instruction': instruction,
  'repayment/repay': repay,
  'support/customer-service': customerService,
  'support/failure': failure,
  'site/home': home,
  'site/framed-document': framedDocument,
  'site/lone-document': loneDocument,
  'site/user': user,
  'site/contact': contact,
  'site/policy': policy,
  'site/loan-terms': loanTerms,
  'site/offline': offline,
  'site/sitemap': sitemap,
  'site/robots': robots,
  'site/web-manifest': webManifest,
  'site/icon': icon,
  'site/icon-picture': iconPicture,
  'site/not-found': notFound,
};
