import { amountLimit } from '../amount-limit.ts';
import { copy } from '../copy.ts';
import { enhancedForm } from '../enhanced-form.ts';
import { livePayments } from '../live-payments.ts';
import { keepVoucher } from '../saved-vouchers.ts';
import { start } from '../start.ts';

start({
  '[data-copy]': copy,
  '[data-largest-minor]': amountLimit,
  '[data-live-payments]': livePayments,
  '[data-enhanced]': enhancedForm,
  '[data-keep]': (root) => keepVoucher(root),
});
