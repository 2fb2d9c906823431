// `npm start -- --portfolio` lives two years of a lender by the service's own acts, for a desk full of work.
import { connectDatabase } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { takesMadeUpPeople } from '#fixtures/demo-people.ts';
import { demoYearsDays } from '#fixtures/demo-years.ts';
import { fillYears } from '#fixtures/fill-years.ts';
import { readEnvironment } from '../../server/environment.ts';

const borrowersPerMarket = 80;

const { database, mode } = readEnvironment(process.env);
if (mode !== 'development' || database.databaseUrl !== '') {
  process.stderr.write(
    '--portfolio fills the embedded database of development; DATABASE_URL and MODE have to be empty.\n',
  );
  process.exit(1);
}
const connection = await connectDatabase({ dataDirectory: database.dataDirectory });
await migrate(connection.db);
if (await takesMadeUpPeople(connection.db)) {
  const beganAt = Date.now();
  await fillYears(connection, {
    environment: process.env,
    isLive: process.argv.includes('--live'),
    now: new Date(),
    borrowersPerMarket,
    onDay(day) {
      if (day % 73 === 0)
        process.stdout.write(`Living two years of a lender: day ${day} of ${demoYearsDays}\n`);
    },
  });
  process.stdout.write(`The portfolio is there, after ${Math.round((Date.now() - beganAt) / 1000)} s.\n`);
} else {
  await connection.close();
  process.stdout.write('The database has loans already: nothing was added.\n');
}
