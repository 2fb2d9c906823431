import process from 'node:process';
import { mallocBounds, v8Bounds } from './memory-bounds.ts';

// Starts the server, in a process whose memory is bounded. What lives shortly may grow to 32 MB in each of two halves, which made a third of
// what a node holds; what lives long grows to four times what is in use where V8 may take gigabytes. And four threads that look through memory or compile leave little of two processors to what answers
// requests; with one of them it waits less. V8 and `malloc` take all that only at the start of a process, so this one becomes another program
// with the same id. What NODE_OPTIONS, the command or the environment name themselves stays.

const nodeOptions = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ').replaceAll('_', '-');
const added = Object.entries(v8Bounds)
  .filter(([flag]) => !nodeOptions.includes(flag))
  .map(([flag, bound]) => `${flag}=${bound}`);
const environment = { ...mallocBounds, ...process.env };
const isBounded = added.length === 0 && Object.keys(environment).length === Object.keys(process.env).length;
// One that is watched talks to its parent by a channel that it would lose, and Windows cannot.
if (!isBounded && process.channel === undefined && process.platform !== 'win32') {
  const parameters = [...added, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, [process.execPath, ...parameters], environment);
}
await import('./run-server.ts');
