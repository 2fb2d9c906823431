import { amountKeys } from '../amount-limit.ts';
import { enhancedForm } from '../enhanced-form.ts';
import { start } from '../start.ts';

start({ amountKeys, enhanced: enhancedForm });
