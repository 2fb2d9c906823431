import { countedText } from '../complaint/counted-text.ts';
import { draftKeeper } from '../complaint/draft.ts';
import { sentSheet } from '../complaint/sent-sheet.ts';
import { enhancedForm } from '../enhanced-form.ts';
import { island } from '../island.ts';
import { start } from '../start.ts';

start({
  '[data-draft-of]': draftKeeper,
  '[data-left]': countedText,
  '[data-island]': island,
  '[data-enhanced]': enhancedForm,
  '[data-sent]': sentSheet,
});
