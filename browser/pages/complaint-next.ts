import { countedText } from '../complaint/counted-text.ts';
import { draftKeeper } from '../complaint/draft.ts';
import { sentSheet } from '../complaint/sent-sheet.ts';
import { enhancedForm } from '../enhanced-form.ts';
import { island } from '../island.ts';
import { start } from '../start.ts';

start({
  draftOf: draftKeeper,
  left: countedText,
  island,
  enhanced: enhancedForm,
  sent: sentSheet,
});
