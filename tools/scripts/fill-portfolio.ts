// `npm start -- --portfolio` creates some hundreds of loans in every state of each market, for a desk full of work.
import { connectDatabase } from '#db/connect.ts';
import { localDate } from '#domain/calendar.ts';
import { fillEmbedded } from '#fixtures/portfolio.ts';
import { readEnvironment } from '../../server/environment.ts';
import { createLog } from '../../server/log.ts';
import { startLlano } from '../../server/start-llano.ts';

/** Enough that every state of each market occurs. */
const loans = 1000;

const { database, mode } = readEnvironment(process.env);
if (mode !== 'development' || database.databaseUrl !== '') {
  process.stderr.write(
    '--portfolio fills the embedded database of development; DATABASE_URL and MODE have to be empty.\n',
  );
  process.exit(1);
}
// Test page loans lie in days before today, so they are created first.
const settings = readEnvironment({
  ...process.env,
  PORT: '0',
  DESK: '',
  METRICS_PORT: '',
  LOG_LEVEL: 'error',
});
const llano = await startLlano(settings, {
  logger: createLog('error'),
  isLive: process.argv.includes('--live'),
  makesPeople: true,
});
await llano.close();
const connection = await connectDatabase({ dataDirectory: database.dataDirectory });
try {
  const now = new Date();
  const isNew = await fillEmbedded(connection.db, {
    loans,
    through: localDate(now.toISOString().slice(0, 10)),
  });
  process.stdout.write(
    isNew ? `${loans} loans are there to look at.\n` : 'The portfolio was there already.\n',
  );
} finally {
  await connection.close();
}
