// `npm start -- --portfolio`: some hundreds of loans in every state of each market, for a desk with life in it.
import { connectDatabase } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { localDate } from '#domain/calendar.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { fillEmbedded } from '#fixtures/portfolio.ts';
import { readEnvironment } from '../server/environment.ts';

/** Every state of each market comes up in so many. */
const loans = 1000;

const { database, mode } = readEnvironment(process.env);
if (mode !== 'development' || database.databaseUrl !== '') {
  process.stderr.write(
    '--portfolio fills the embedded database of development; DATABASE_URL and MODE have to be empty.\n',
  );
  process.exit(1);
}
const connection = await connectDatabase({ dataDirectory: database.dataDirectory });
try {
  const now = new Date();
  await migrate(connection.db);
  await loadDemoData(connection.db, now);
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
