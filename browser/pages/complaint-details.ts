import { ratingSheet } from '../complaint/rating-sheet.ts';
import { enhancedForm } from '../enhanced-form.ts';
import { missingChoice } from '../missing-choice.ts';
import { start } from '../start.ts';

start({
  '[data-opens-itself]': ratingSheet,
  '[data-missing]': missingChoice,
  '[data-enhanced]': enhancedForm,
});
