import { agreementGate } from '../agreement-gate.ts';
import { enhancedForm } from '../enhanced-form.ts';
import { reloadDialog } from '../reload-dialog.ts';
import { start } from '../start.ts';

start({
  needsAgreement: agreementGate,
  reloadLink: reloadDialog,
  enhanced: enhancedForm,
});
