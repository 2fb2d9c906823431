import { liveWorkbench } from '../live-workbench.ts';
import { start } from '../start.ts';

start({ liveWorkbench });
