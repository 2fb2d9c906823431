import { beforeAll, expect, test } from 'vitest';
import { decideReminder, readReminders } from '#contract/calls/reminder.ts';
import { listEvents } from '#contract/host/event.ts';
import { eraseBorrower } from '#contract/host/personal-data.ts';
import { listReminderConsents } from '#contract/host/reminder.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { openEmbeddedDatabase } from '#tests/setup/lending-databases.ts';
import { newBorrower } from '#tests/setup/lending-journeys.ts';
import { type LendingService, lendingService } from '#tests/setup/lending-service.ts';
import { openPage, refused, requestPage } from '#tests/setup/open-page.ts';
import { forgetExpired } from '../retention.ts';

let service: LendingService;
beforeAll(async () => {
  const { db } = await openEmbeddedDatabase();
  await loadDemoData(db, new Date('2026-11-20T18:00:00Z'));
  service = lendingService(db);
});

const consentsOf = async (borrowerId: string) =>
  (await service.tell(listReminderConsents, { borrowerId })).consents.map(({ channel, withdrawnAt }) => [
    channel,
    withdrawnAt,
  ]);

test('a consent is given and withdrawn by the same button, told to the lender, and deciding again has no effect', async () => {
  const credentials = await newBorrower(service);
  const backend = async (request: Request) => service.api.fetch(request);
  const { sessionId, userId, deviceId } = credentials;
  const address = `/reminders?orderId=o-1&sessionId=${sessionId}&userId=${userId}&deviceId=${deviceId}&lang=2`;
  const show = async () => (await openPage(address, { backend })).text;
  const press = async (decision: string) => {
    const form = { channel: 'whatsapp', decision };
    const { response } = await requestPage(address, { form, backend });
    expect(response.status).toBe(303);
  };
  expect(await show()).toContain('Por WhatsApp Desactivado Activar');
  await press('on');
  await press('on');
  expect(await show()).toContain('Por WhatsApp Activado Desactivar Por llamada Desactivado Activar');
  expect(await consentsOf(credentials.borrowerId)).toEqual([['whatsapp', null]]);
  await press('off');
  await press('off');
  expect(await show()).toContain('Por WhatsApp Desactivado Activar');
  expect(await consentsOf(credentials.borrowerId)).toEqual([['whatsapp', '2026-11-20T18:00:00.000Z']]);
  expect((await service.tell(listReminderConsents, { isStanding: true })).consents).toEqual([]);
  const { events } = await service.tell(listEvents, { limit: 100 });
  const eventRows = events.filter(({ type }) => type === 'reminder.consent-changed');
  expect(eventRows.map(({ data }) => data)).toMatchObject([
    { borrowerId: credentials.borrowerId, channel: 'whatsapp', isGranted: true },
    { borrowerId: credentials.borrowerId, channel: 'whatsapp', isGranted: false },
  ]);
});

test('a channel that is none is refused, and so is a stranger; a backend without the calls has no such page', async () => {
  const answers = { readReminders: { channels: [], offered: [] }, decideReminder: null };
  const form = { channel: 'fax', decision: 'on' };
  expect((await openPage('/reminders', { form, answers })).status).toBe(422);
  const stranger = { readReminders: refused('session-required') };
  expect((await openPage('/reminders', { answers: stranger })).status).toBe(401);
  const backend = async () => new Response('', { status: 404 });
  expect((await openPage('/reminders', { backend })).status).toBe(404);
});

test('a channel that nobody reminds by is not offered, and a consent to it can still be withdrawn', async () => {
  const address = '/reminders?orderId=o-1&sessionId=s-1&lang=2';
  const of = (answers: object) => openPage(address, { answers: { readReminders: answers } });
  const { text } = await of({ channels: ['call'], offered: ['sms'] });
  expect(text).toContain('Por mensaje de texto (SMS) Desactivado Activar Por llamada Activado Desactivar');
  expect(text).not.toContain('WhatsApp');
  const credentials = await newBorrower(service);
  const plan = { days: [0], fromHour: 9, untilHour: 20 };
  const reminding = lendingService(service.database, { reminders: plan });
  expect((await reminding.ask(readReminders, {}, credentials)).offered).toEqual(['sms']);
  expect((await service.ask(readReminders, {}, credentials)).offered).toEqual(['sms', 'whatsapp', 'call']);
});

test('a withdrawn consent is forgotten after three years and one that stands is not; an erasure removes both', async () => {
  const credentials = await newBorrower(service);
  const { borrowerId } = credentials;
  for (const channel of ['sms', 'call'] as const) {
    await service.ask(decideReminder, { channel, isGranted: true }, credentials);
  }
  await service.ask(decideReminder, { channel: 'sms', isGranted: false }, credentials);
  await forgetExpired(service.database, new Date('2029-11-18T00:00:00Z'));
  expect(await consentsOf(borrowerId)).toHaveLength(2);
  await forgetExpired(service.database, new Date('2029-11-21T00:00:00Z'));
  expect(await consentsOf(borrowerId)).toEqual([['call', null]]);
  await service.tell(eraseBorrower, { borrowerId, reason: 'request 14' });
  expect(await consentsOf(borrowerId)).toEqual([]);
});
