import { enhancedForm } from '../enhanced-form.ts';
import { start } from '../start-public.ts';

start({ enhanced: enhancedForm });
