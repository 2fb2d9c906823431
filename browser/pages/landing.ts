import { countdown } from '../countdown.ts';
import { enhancedForm } from '../enhanced-form.ts';
import { phoneTyping } from '../phone-typing.ts';
import { proofOfWork } from '../proof-of-work.ts';
import { registrationForm } from '../registration-form.ts';
import { start } from '../start.ts';

start({
  '[data-registration]': registrationForm,
  '[data-challenge]': proofOfWork,
  '[data-phone-rule]': phoneTyping,
  '[data-wait-seconds]': countdown,
  '[data-enhanced]': enhancedForm,
});
