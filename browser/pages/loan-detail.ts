import { tellConfirmation, thank } from '../arrival.ts';
import { enhancedForm } from '../enhanced-form.ts';
import { livePayments } from '../live-payments.ts';
import { liveStatus } from '../live-status.ts';
import { missingChoice } from '../missing-choice.ts';
import { start } from '../start.ts';

start({
  '[data-confirmed-product]': tellConfirmation,
  '[data-thanks-score]': thank,
  '[data-live-status]': liveStatus,
  '[data-live-payments]': livePayments,
  '[data-missing]': missingChoice,
  '[data-enhanced]': enhancedForm,
});
