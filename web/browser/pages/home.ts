import { island } from '../island.ts';
import { start } from '../start-public.ts';

start({ island });
