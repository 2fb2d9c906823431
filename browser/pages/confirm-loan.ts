import { agreementGate } from '../agreement-gate.ts';
import { enhancedForm } from '../enhanced-form.ts';
import { reloadTimer } from '../reload-timer.ts';
import { start } from '../start.ts';

start({
  '[data-needs-agreement]': agreementGate,
  '[data-reload-link]': reloadTimer,
  '[data-enhanced]': enhancedForm,
});
