import { copy } from '../copy.ts';
import { start } from '../start.ts';

start({ '[data-copy]': copy });
