import { copy } from '../copy.ts';
import { start } from '../start.ts';

start({ copy });
