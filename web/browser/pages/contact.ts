import { enhancedForm } from '../enhanced-form.ts';
import { start } from '../start.ts';

start({ enhanced: enhancedForm });
