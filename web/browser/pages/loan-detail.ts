import { announceConfirmation, thank } from '../arrival.ts';
import { enhancedForm } from '../enhanced-form.ts';
import { livePayments } from '../live-payments.ts';
import { liveStatus } from '../live-status.ts';
import { missingChoice } from '../missing-choice.ts';
import { reloadOnReturn } from '../reload-on-return.ts';
import { sheet } from '../sheet.ts';
import { start } from '../start.ts';

start({
  confirmedProduct: announceConfirmation,
  thanksScore: thank,
  liveStatus,
  livePayments,
  missing: missingChoice,
  enhanced: enhancedForm,
  sheet,
});
reloadOnReturn();
