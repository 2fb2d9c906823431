import { amountLimit } from '../amount-limit.ts';
import { countdown } from '../countdown.ts';
import { enhancedForm } from '../enhanced-form.ts';
import { oneTimeCode } from '../one-time-code.ts';
import { pendingPayment } from '../pending-payment.ts';
import { pickInset } from '../pick-inset.ts';
import { reloadOnReturn } from '../reload-on-return.ts';
import { start } from '../start.ts';

start({
  notAnAmount: amountLimit,
  enhanced: enhancedForm,
  oneTimeCode,
  pendingPayment,
  pickInset,
  waitSeconds: countdown,
});
reloadOnReturn();
