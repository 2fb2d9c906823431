import { start } from '../start.ts';

// Nothing but what every page does: links that a host can do better, and the way back.
start();
