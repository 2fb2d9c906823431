import { ratingSheet } from '../complaint/rating-sheet.ts';
import { enhancedForm } from '../enhanced-form.ts';
import { start } from '../start.ts';

start({ '[data-rating]': ratingSheet, '[data-enhanced]': enhancedForm });
