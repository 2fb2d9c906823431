import { writeSync } from 'node:fs';
import process from 'node:process';
import { type Logger, pino, symbols } from 'pino';

const { warn: warningLevel = 0 } = pino.levels.values;
/** How long a line may wait for others that are written with it, in milliseconds. */
const gatheredMs = 100;
/** Buffered characters at which lines are written: below the 4096 bytes that a pipe writes atomically. */
const gatheredCharacters = 3_500;
/** Size of the log buffer in characters; later lines are dropped. A node under full load fills it in two seconds. */
const waitingCharactersMax = 1_000_000;
/** How long an exiting process waits for its log to be read, in milliseconds. */
const endingMs = 1_000;

/**
 * Logs to standard output. Lines are buffered for a tenth of a second, since one write per line is slow on a busy node. Warnings and errors
 * flush the buffer at once, as does the end of the process. A slow reader never blocks the server: lines beyond the buffer are dropped, and
 * their number is logged when the reader continues.
 * @param level lowest pino level to write.
 */
export function createLog(level: string): Logger {
  const output = createOutput(process.stdout.fd, (lines) =>
    log.warn({ lines }, 'log lines were lost because nothing read the log'),
  );
  const gathered = {
    [symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line: string) {
      output.write(line, gathered.lastLevel >= warningLevel);
    },
  };
  const log = pino({ level, base: null }, gathered);
  return log;
}

/**
 * Buffers lines and writes them to a file. It replaces pino's writer, which blocks the process for a tenth of a second whenever a pipe is
 * full, and forever when it writes a warning to a closed pipe.
 * @param onLost called with the number of dropped lines once the buffered lines are written.
 */
function createOutput(fileDescriptor: number, onLost: (lines: number) => void) {
  let gathered = '';
  let begun = Buffer.alloc(0);
  let lostLines = 0;
  /** Writes as much as the file accepts. @returns whether lines remain. */
  const flush = (): boolean => {
    try {
      while (begun.length > 0 || gathered !== '') {
        if (begun.length === 0) {
          begun = Buffer.from(gathered);
          gathered = '';
        }
        begun = begun.subarray(writeSync(fileDescriptor, begun));
      }
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EAGAIN';
    }
    if (lostLines > 0) {
      const lines = lostLines;
      lostLines = 0;
      onLost(lines);
    }
    return false;
  };
  setInterval(flush, gatheredMs).unref();
  process.once('exit', () => {
    const endsAt = performance.now() + endingMs;
    const sleeping = new Int32Array(new SharedArrayBuffer(4));
    while (flush() && performance.now() < endsAt) Atomics.wait(sleeping, 0, 0, 10);
  });
  return {
    write(line: string, isUrgent: boolean): void {
      if (begun.length + gathered.length + line.length > waitingCharactersMax) {
        lostLines += 1;
        return;
      }
      gathered += line;
      if (begun.length === 0 && (isUrgent || gathered.length >= gatheredCharacters)) flush();
    },
  };
}
