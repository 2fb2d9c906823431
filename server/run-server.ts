import { MigrationError } from '#db/migrate.ts';
import { EnvironmentError, readEnvironment } from './environment.ts';
import { createLog } from './log.ts';
import { publicSettings } from './production.ts';
import type { Settings } from './settings.ts';
import { startLlano } from './start-llano.ts';
import { unknownVariables } from './unknown-variables.ts';

/** Time for jobs and the database after the last request. */
const closingMs = 10_000;

try {
  await run(readEnvironment(process.env));
} catch (error) {
  report(error);
  process.exitCode = 1;
}

function report(error: unknown): void {
  const isExpected =
    error instanceof EnvironmentError ||
    error instanceof MigrationError ||
    ['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES', 'ECONNREFUSED'].includes(
      String((error as NodeJS.ErrnoException).code),
    );
  process.stderr.write(
    `${isExpected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`,
  );
}

async function run(settings: Settings): Promise<void> {
  const logger = createLog(settings.log.level);
  for (const { variable, suggestion } of unknownVariables(process.env)) {
    const hint = suggestion === null ? '' : `; ${suggestion} was meant?`;
    logger.warn({ variable, suggestion }, `${variable} is no setting of Llano and is ignored${hint}`);
  }
  const publicOnes = settings.mode === 'development' ? publicSettings(settings) : [];
  if (publicOnes.length > 0) {
    logger.warn(
      { settings: publicOnes },
      'MODE=development on a public system: everybody who reaches it may use `/testPreview` as any borrower',
    );
  }
  const isLive = process.argv.includes('--live');
  if (isLive && settings.mode !== 'development')
    throw new EnvironmentError(['--live: needs MODE=development']);
  const onUnusable = (error: unknown) => {
    report(error);
    process.exit(1);
  };
  const makesPeople = process.argv.includes('--people');
  const llano = await startLlano(settings, { logger, isLive, makesPeople, onUnusable });
  process.stdout.write(`\nLlano listens on ${llano.address}\n`);
  if (settings.mode === 'development') {
    process.stdout.write(`Walk a loan from beginning to end: ${llano.address}/testPreview\n\n`);
  }
  if (llano.deskAddress !== null) process.stdout.write(`The desk: ${llano.deskAddress}/desk\n\n`);
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    const { drainSeconds, graceSeconds } = settings.http;
    setTimeout(() => process.exit(1), (drainSeconds + graceSeconds) * 1000 + closingMs).unref();
    await llano.close();
  };
  // npm forwards a signal that the whole process group receives; without a listener the second one would end the process at once.
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
