import type { Call } from './call.ts';
import { problemInit, problemSave, uploadProblemImage } from './complaint.ts';
import { problemDetail, problemList } from './complaint-history.ts';
import { loanPlayDelayDetail } from './extension.ts';
import { contractDetail, googleScore, loanDetailConfirm, loanDetailPush } from './loan.ts';
import { loanDetails } from './order.ts';
import { repaymentCommit, repaymentConfirm, repaymentWay } from './pay-way.ts';
import { repaymentHuichao } from './payment-page.ts';
import { channelTemplate, trackClick, trackVisit } from './promotion-visit.ts';
import { getCaptcha, getSid, getSms, register } from './registration.ts';
import { generateVcode, loanPlayDetail } from './repayment.ts';
import { getWhatsapp } from './support.ts';

/** Every call of the contract, in the order of the specification's section 7 (CALL-6). */
export const allCalls: readonly Call[] = [
  contractDetail,
  problemInit,
  problemList,
  problemDetail,
  problemSave,
  uploadProblemImage,
  getWhatsapp,
  repaymentWay,
  repaymentCommit,
  repaymentHuichao,
  repaymentConfirm,
  channelTemplate,
  trackVisit,
  getSid,
  getCaptcha,
  getSms,
  trackClick,
  register,
  loanPlayDetail,
  loanPlayDelayDetail,
  generateVcode,
  loanDetailConfirm,
  loanDetailPush,
  loanDetails,
  googleScore,
];
