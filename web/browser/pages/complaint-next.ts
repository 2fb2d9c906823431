import { sentSheet } from '../complaint/sent-sheet.ts';
import { enhancedForm } from '../enhanced-form.ts';
import { island } from '../island.ts';
import { start } from '../start.ts';

start({ island, enhanced: enhancedForm, sent: sentSheet });
