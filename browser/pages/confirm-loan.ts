import { agreementGate } from '../agreement-gate.ts';
import { enhancedForm } from '../enhanced-form.ts';
import { reloadTimer } from '../reload-timer.ts';
import { start } from '../start.ts';

start({
  needsAgreement: agreementGate,
  reloadLink: reloadTimer,
  enhanced: enhancedForm,
});
