import { amountKeys, amountLimit } from '../amount-limit.ts';
import { copy } from '../copy.ts';
import { enhancedForm } from '../enhanced-form.ts';
import { island } from '../island.ts';
import { livePayments } from '../live-payments.ts';
import { reloadOnReturn } from '../reload-on-return.ts';
import { keepVoucher } from '../saved-vouchers.ts';
import { start } from '../start.ts';

start({
  amountKeys,
  copy,
  island,
  notAnAmount: amountLimit,
  livePayments,
  enhanced: enhancedForm,
  keep: (root) => keepVoucher(root),
  prints: (button) => button.addEventListener('click', () => print()),
});
reloadOnReturn();
