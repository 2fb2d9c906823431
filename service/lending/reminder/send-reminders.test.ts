import { beforeEach, expect, test } from 'vitest';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { decideReminder } from '#contract/calls/reminder.ts';
import { type HostProduct, listProducts, putProduct } from '#contract/host/product.ts';
import { addDays, localDate } from '#domain/calendar.ts';
import { openEmbeddedDatabase } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { type LendingService, lendingService } from '#tests/setup/lending-service.ts';
import { sendReminders } from './send-reminders.ts';

// Takes long: each test needs a database of its own, because the job reads the loans of everybody.

let service: LendingService;
let other: LendingService;
beforeEach(async () => {
  const { db, close } = await openEmbeddedDatabase();
  const reminders = { days: [-3, 0, 5], fromHour: 10, untilHour: 18 };
  service = lendingService(db, { reminders });
  other = lendingService(db, { reminders });
  setTime(0, '12:00');
  return close;
});

/** The first payment of a loan that is paid out on the first day is due 30 days later. */
const dueDay = 30;
const setTime = (day: number, time: string) => {
  for (const each of [service, other]) {
    each.setTime(`${addDays(localDate('2026-11-20'), day)}T${time}:00-06:00`);
  }
};
const sent = () =>
  [service, other]
    .flatMap(({ dependencies }) => dependencies.sms.messages())
    .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
    .map(({ text }) => text);

async function borrowerWithLoan(market: 'MX' | 'IN' = 'MX') {
  const session = await newBorrower(service, market);
  const loan = await paidOutLoan(service, session, market === 'MX' ? 'mx-120' : 'in-120');
  return { session, loan };
}
const agree = (
  session: Awaited<ReturnType<typeof newBorrower>>,
  isGranted = true,
  channel = 'sms' as const,
) => service.ask(decideReminder, { channel, isGranted }, session);

test('a borrower who agreed to it is reminded once a day of the plan, also by two nodes and after a restart', async () => {
  const { session, loan } = await borrowerWithLoan();
  await borrowerWithLoan();
  await agree(session);
  for (let day = dueDay - 5; day <= dueDay + 6; day += 1) {
    setTime(day, '12:00');
    await Promise.all([sendReminders(service.dependencies), sendReminders(other.dependencies)]);
    await sendReminders(service.dependencies);
  }
  const numbers = [service, other].flatMap(({ dependencies }) =>
    dependencies.sms.messages().map(({ to }) => to),
  );
  expect(new Set(numbers)).toEqual(new Set(['+525512345678']));
  const { orderNumber } = loan;
  const pays = `Para pagar, abra la app y vaya a su préstamo ${orderNumber}.`;
  expect(sent().map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    `Llano: su pago de $ 1.422,81 vence el 2026-12-20. ${pays}`,
    `Llano: su pago de $ 1.422,81 vence el 2026-12-20. ${pays}`,
    expect.stringMatching(/^Llano: su pago venció el 2026-12-20\. Hoy debe \$ 1\.\d{3},\d\d\. Para pagar/),
  ]);
});

test('nobody is reminded without a consent that stands, outside the hours, after paying, or while a payment is looked for', async () => {
  const { session, loan } = await borrowerWithLoan();
  setTime(dueDay, '12:00');
  await sendReminders(service.dependencies);
  await agree(session);
  await agree(session, false);
  await sendReminders(service.dependencies);
  await agree(session);
  // 18:00 in Mexico City is the end of the hours, and what was late by then is not sent the next day.
  for (const time of ['09:59', '18:00', '23:00']) {
    setTime(dueDay, time);
    await sendReminders(service.dependencies);
  }
  setTime(dueDay + 1, '12:00');
  await sendReminders(service.dependencies);
  expect(sent()).toEqual([]);
  setTime(dueDay + 5, '12:00');
  const claim = {
    amountMinor: 142_281,
    paidOn: '2026-12-20',
    channel: 'bank-transfer',
    trackingKey: 'ABC123456',
  };
  await service.ask(claimPayment, { ...loan, ...claim, image: null } as never, session);
  await sendReminders(service.dependencies);
  expect(sent()).toEqual([]);
});

test('a product reminds on its own days and in its own hours, from the day of the change also of loans that run', async () => {
  const { session } = await borrowerWithLoan();
  await agree(session);
  const indian = await borrowerWithLoan('IN');
  await agree(indian.session);
  const { products } = await service.tell(listProducts, { limit: 100 });
  const mexican = products.find(({ productId }) => productId === 'mx-120') as HostProduct;
  await service.tell(putProduct, {
    ...mexican,
    reminderDays: [-1, 2],
    reminderFromHour: 20,
    reminderUntilHour: 22,
  });
  const sentOn: [number, string, number][] = [];
  for (let day = dueDay - 4; day <= dueDay + 3; day += 1) {
    // Noon in Mexico City is the night in India; 20:00 there is the morning of the next day, 7:30.
    for (const time of ['00:00', '12:00', '19:59', '20:00']) {
      setTime(day, time);
      const before = sent().length;
      await sendReminders(service.dependencies);
      if (sent().length > before) sentOn.push([day - dueDay, time, sent().length - before]);
    }
  }
  expect(sentOn).toEqual([
    [-3, '00:00', 1],
    [-1, '20:00', 1],
    [0, '00:00', 1],
    [2, '20:00', 1],
  ]);
});

test('who paid is not reminded', async () => {
  const { session, loan } = await borrowerWithLoan();
  await agree(session);
  setTime(dueDay - 4, '12:00');
  await pay(service, loan, 142_281);
  setTime(dueDay - 3, '12:00');
  await sendReminders(service.dependencies);
  expect(sent()).toEqual([]);
});
