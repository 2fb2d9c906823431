import { start } from '../start.ts';

// Pages that do no more than every page does.
start();
