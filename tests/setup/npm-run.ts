import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** One of package.json's scripts that runs. */
export interface NpmRun {
  readonly child: ChildProcess;
  /** All that it wrote. */
  said(): string;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Where it says that it listens: `http://host:port`. */
  listens(timeoutMs?: number): Promise<string>;
  /** Ends it and all that it started, with no time to finish anything. */
  kill(): void;
}

const root = join(import.meta.dirname, '../..');
const { PATH = '', HOME = '' } = process.env;

/** Runs one of package.json's scripts as an operator does, in a process group of its own as a terminal makes one. */
export function npmRun(script: string, variables: Readonly<Record<string, string>>): NpmRun {
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: root,
    env: { PATH, HOME, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const listening = () => /^Llano listens on (.+)$/m.exec(said)?.[1] ?? '';
  return {
    child,
    said: () => said,
    ended: once(child, 'close').then(([code, signal]) => code ?? signal),
    async listens(timeoutMs = 30_000) {
      const end = performance.now() + timeoutMs;
      while (listening() === '') {
        if (performance.now() > end || child.exitCode !== null)
          throw new Error(`It does not listen.\n${said}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return listening();
    },
    kill() {
      const { pid, exitCode, signalCode } = child;
      if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
    },
  };
}
