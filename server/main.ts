import process from 'node:process';
import { v8Bounds } from './v8-bounds.ts';

// Starts the server, in a process whose V8 is bounded. What lives shortly may grow to 32 MB in each of two halves, which made a third of
// what a node holds; what lives long grows to four times what is in use where V8 may take gigabytes. And four threads that look through memory or compile leave little of two processors to what answers
// requests; with one of them it waits less. V8 takes all that only at the start of a process, so this one becomes another program with the
// same id. What NODE_OPTIONS or the command name themselves stays.

const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ').replaceAll('_', '-');
const added = Object.entries(v8Bounds)
  .filter(([flag]) => !given.includes(flag))
  .map(([flag, bound]) => `${flag}=${bound}`);
// One that is watched talks to its parent by a channel that it would lose, and Windows cannot.
if (added.length > 0 && process.channel === undefined && process.platform !== 'win32') {
  const parameters = [...added, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, [process.execPath, ...parameters], process.env);
}
await import('./run-server.ts');
