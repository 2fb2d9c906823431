import process from 'node:process';

// Starts the server, in a process whose memory for what lives shortly is bounded: V8 lets it grow to 32 MB in each of two halves,
// which made a third of what a node holds. V8 takes that only at the start of a process, so this one becomes another program
// with the same id, unless NODE_OPTIONS or the command name a size of their own.

const flag = '--max-semi-space-size';
/** Megabytes of each half. */
const semiSpaceMb = 8;

const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
const isSized = given.includes('semi-space-size') || given.includes('semi_space_size');
// One that is watched talks to its parent by a channel that it would lose, and Windows cannot.
if (!isSized && process.channel === undefined && process.platform !== 'win32') {
  const parameters = [`${flag}=${semiSpaceMb}`, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, [process.execPath, ...parameters], process.env);
}
await import('./run-server.ts');
