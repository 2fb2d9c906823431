import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A server in a process of its own, as production runs it. */
export interface ServerProcess {
  /** Where it listens: `http://host:port`. */
  readonly address: string;
  readonly processId: number;
  /** What it wrote that is neither its greeting nor a line of a lower level than an error. */
  readonly reportedErrors: string[];
  /** Done when the process is gone, whatever the reason. */
  readonly ended: Promise<unknown>;
  /** Ends it with no time to finish anything. */
  kill(): Promise<void>;
  /** Ends it as an operator does; it lets requests end. */
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');

/** How a server is started, and where what it writes is kept. */
interface ServerStart {
  /** The version of the project whose built server it is; this one unless given. */
  readonly folder?: string | undefined;
  /** Gets what it writes that is an error. */
  readonly reportedErrors?: string[];
  /** Gets all that it writes. */
  readonly logged?: string[];
}

/**
 * Starts the built server with these variables and no others, and waits until it says where it listens. It goes with
 * this process.
 * @throws Error with what it wrote when it ends before.
 */
export async function startServerProcess(
  variables: Readonly<Record<string, string>>,
  { folder = root, reportedErrors = [], logged = [] }: ServerStart = {},
): Promise<ServerProcess> {
  const started = spawn(process.execPath, ['build/server/main.js'], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => void started.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(started, 'exit').finally(() => process.off('exit', kill));
  createInterface(started.stderr).on('line', (line) => {
    logged.push(line);
    reportedErrors.push(line);
  });
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(started.stdout).on('line', (line) => {
      logged.push(line);
      const [, listening] = /^Llano listens on (.+)$/.exec(line) ?? [];
      if (listening !== undefined) resolve(listening);
      else if (line !== '' && !/^(?:\{"level":[1-4]0,|The desk: |Walk a loan )/.test(line))
        reportedErrors.push(line);
    });
    started.once('close', (code) =>
      reject(new Error(`The server ended with ${code}.\n${reportedErrors.join('\n')}`)),
    );
  });
  const endWith = async (signal: NodeJS.Signals) => {
    if (isRunning(started)) started.kill(signal);
    await ended;
  };
  return {
    address,
    processId: started.pid ?? 0,
    reportedErrors,
    ended,
    kill: () => endWith('SIGKILL'),
    stop: () => endWith('SIGTERM'),
  };
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
