import { amountLimit } from '../amount-limit.ts';
import { countdown } from '../countdown.ts';
import { enhancedForm } from '../enhanced-form.ts';
import { oneTimeCode } from '../one-time-code.ts';
import { pendingPayment } from '../pending-payment.ts';
import { pickInset } from '../pick-inset.ts';
import { start } from '../start.ts';

start({
  '[data-largest-minor]': amountLimit,
  '[data-enhanced]': enhancedForm,
  '[data-one-time-code]': oneTimeCode,
  '[data-pending-payment]': pendingPayment,
  '[data-pick-inset]': pickInset,
  '[data-wait-seconds]': countdown,
});
