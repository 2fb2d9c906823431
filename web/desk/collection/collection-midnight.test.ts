import { expect, test } from 'vitest';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { deskPaths } from '../paths.ts';

const service = await testLendingService();
const { person } = testDesk(service, undefined, { idleMinutes: 1_000_000, sessionHours: 10_000 });

test('[DATE-1] nobody is listed as late before the due day is over in every zone of the market', async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  const loan = await paidOutLoan(service, await newBorrower(service));
  const agent = await person('Ana Gómez', 'agent');
  const listed = async () => (await agent.open(deskPaths.collections)).text.includes(loan.orderNumber);
  // Due on 20 December; midnight in Tijuana is 2:00 in Mexico City.
  service.setTime('2026-12-21T01:59:00-06:00');
  expect(await listed()).toBe(false);
  service.setTime('2026-12-21T02:01:00-06:00');
  expect(await listed()).toBe(true);
});
