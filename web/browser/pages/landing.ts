import { countdown } from '../countdown.ts';
import { enhancedForm } from '../enhanced-form.ts';
import { oneTimeCode } from '../one-time-code.ts';
import { phoneTyping } from '../phone-typing.ts';
import { proofOfWork } from '../proof-of-work.ts';
import { registrationForm } from '../registration-form.ts';
import { start } from '../start-public.ts';

start({
  registration: registrationForm,
  challenge: proofOfWork,
  phoneRule: phoneTyping,
  waitSeconds: countdown,
  oneTimeCode,
  enhanced: enhancedForm,
});
