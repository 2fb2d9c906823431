import { ratingSheet } from '../complaint/rating-sheet.ts';
import { enhancedForm } from '../enhanced-form.ts';
import { missingChoice } from '../missing-choice.ts';
import { start } from '../start.ts';

start({
  opensItself: ratingSheet,
  missing: missingChoice,
  enhanced: enhancedForm,
});
