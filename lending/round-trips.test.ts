import { afterAll, expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { connectDatabase, usualLimits } from '#db/connect.ts';
import { openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { lendingService } from '#tests/setup/lending-service.ts';
import { followDatabaseClock } from './clock.ts';

const asked: string[] = [];
let waits = 0;
let unanswered = 0;
const answers: (() => void)[] = [];
const postgres = await openPostgresDatabase();
// Answers are given when nothing more is asked without them: whatever goes out by then is one wait.
const connection = await connectDatabase({ databaseUrl: postgres.url }, usualLimits, (text, ask) => {
  asked.push(text);
  unanswered += 1;
  const answer = ask();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const keep = () => {
    unanswered -= 1;
    answers.push(() => resolve(answer));
    setImmediate(giveAnswers);
  };
  answer.then(keep, keep);
  return promise;
});
function giveAnswers() {
  if (unanswered > 0 || answers.length === 0) return;
  waits += 1;
  for (const give of answers.splice(0)) give();
}
const service = lendingService(connection.db, { sessionIdleMinutes: 30 });
afterAll(async () => {
  await connection.close();
  await postgres.close();
});

/** What the database is asked meanwhile, each for itself and one after the other. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  asked.length = 0;
  await work();
  return asked.map((text) => text.replace(/\s+/g, ' ').slice(0, 60));
}

test('a loan, its repayment and an offer take a session and one statement, and a new quote one more', async () => {
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  await pay(service, loan, 100_000);
  const ofLoan = [
    'select json_build_array("sessions"."id", "sessions"."last_us',
    'select json_build_array(json_build_array("loans"."id", "loan',
  ];
  expect(await statementsOf(() => service.ask(readLoan, loan, session))).toEqual(ofLoan);
  await service.ask(readRepayment, loan, session);
  expect(await statementsOf(() => service.ask(readRepayment, loan, session))).toEqual(ofLoan);

  const offer = { productId: 'mx-90-steps', isReload: false };
  const first = await statementsOf(() => service.ask(readOffer, offer, session));
  expect(first).toHaveLength(3);
  expect(first[2]).toMatch(/^insert into "quotes"/);
  expect(await statementsOf(() => service.ask(readOffer, offer, session))).toEqual(first.slice(0, 2));
});

test('the database is asked for the time once a second, however many calls there are', async () => {
  const { timeOf } = await followDatabaseClock(connection.db);
  const times = await statementsOf(async () => {
    for (let call = 0; call < 3; call += 1) await timeOf(connection.db);
  });
  expect(times).toEqual([]);
});

/** How many statements work takes, and how often it waits for answers before it goes on. */
async function tripsOf(work: () => Promise<unknown>) {
  waits = 0;
  const { length: statements } = await statementsOf(work);
  return { statements, waits };
}

test('accepting an offer and payments that the lender reports take no statement and no wait more than they do', async () => {
  const session = await newBorrower(service);
  const offer = await service.ask(readOffer, { productId: 'mx-120', isReload: false }, session);
  const { amountMinor, term, quote } = offer;
  const acceptance = { productId: 'mx-120', amountMinor, term, quoteId: quote?.quoteId ?? null };
  const accepted = await tripsOf(() => service.ask(acceptOffer, acceptance, session));
  expect(accepted).toEqual({ statements: 12, waits: 4 });
  const loan = await paidOutLoan(service, await newBorrower(service));
  expect(await tripsOf(() => pay(service, loan, 100_000))).toEqual({ statements: 18, waits: 5 });
  expect(await tripsOf(() => pay(service, loan, 10_000_000))).toEqual({ statements: 21, waits: 5 });
});

test('payments on an overdue loan take no statement and no wait more than they do', async () => {
  const loan = await paidOutLoan(service, await newBorrower(service));
  service.setTime('2027-04-10T12:00:00-06:00');
  const overdue = await tripsOf(() => pay(service, loan, 10_000));
  const again = await tripsOf(() => pay(service, loan, 10_000));
  service.setTime('2027-04-14T12:00:00-06:00');
  const paidAt = '2027-04-12T12:00:00-06:00';
  const late = await tripsOf(() => pay(service, loan, 10_000, { paidAt }));
  const lateAgain = await tripsOf(() => pay(service, loan, 10_000, { paidAt }));
  expect({ overdue, again, late, lateAgain }).toEqual({
    // Its days are booked with it.
    overdue: { statements: 27, waits: 6 },
    again: { statements: 18, waits: 5 },
    late: { statements: 25, waits: 6 },
    // Penalties of the days since are taken back, and booked anew.
    lateAgain: { statements: 21, waits: 6 },
  });
});
