import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';

const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Interval for checking that the parent process still exists, in milliseconds. */
const parentIntervalMs = 250;

/**
 * Runs a program in this terminal and forwards signals to it, except Ctrl-C, which the terminal itself sends. npm's shell dies of a
 * signal without forwarding it, so the program is also stopped when this process has lost its parent.
 * @param {string} command
 * @param {string[]} parameters
 * @param {Record<string, string | undefined>} [environment] the whole environment of the program
 * @returns {Promise<number>} its exit code; 128 and the signal's number when a signal ended it
 */
export function runChild(command, parameters, environment = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { stdio: 'inherit', env: environment });
    const forward = (signal) => {
      if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal);
    };
    for (const signal of forwardedSignals) process.on(signal, forward);
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid !== parent) child.kill('SIGTERM');
    }, parentIntervalMs);
    const settle = () => {
      clearInterval(watch);
      for (const signal of forwardedSignals) process.off(signal, forward);
    };
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      settle();
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}
