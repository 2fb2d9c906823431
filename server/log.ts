import process from 'node:process';
import { type Logger, pino, symbols } from 'pino';

const { warn: warningLevel = 0 } = pino.levels.values;
/** How long a line may wait for others that are written with it, in milliseconds. */
const gatheredMs = 100;
/** Lines are written once there are so many bytes of them: with the last one less than the 4096 that a pipe takes from one writer without another's between them. */
const gatheredBytes = 3_500;

/**
 * The log of a server, on standard output. Lines are gathered for a tenth of a second, since a write for each takes a busy node longer than what it
 * says of a call; a warning or anything worse goes out at once with all before it, and what is left when the process ends.
 * @param level the least that is written, as pino names them.
 */
export function createLog(level: string): Logger {
  const output = pino.destination({
    ...{ fd: process.stdout.fd, sync: true },
    ...{ minLength: gatheredBytes, periodicFlush: gatheredMs },
  });
  process.once('exit', () => output.flushSync());
  const gathered = {
    [symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line: string) {
      output.write(line);
      if (gathered.lastLevel >= warningLevel) output.flushSync();
    },
  };
  return pino({ level, base: null }, gathered);
}
