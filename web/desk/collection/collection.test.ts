import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { listEvents } from '#contract/host/event.ts';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { fieldsOf, testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { settledPromises } from '#tests/setup/promises.ts';
import { collectionPath, deskPaths } from '../paths.ts';

const service = await testLendingService();
// The days of the loans pass while the same people sit there.
const { desk, person } = testDesk(service, undefined, {
  idleMinutes: 1_000_000,
  sessionHours: 10_000,
});

service.setTime('2026-11-20T12:00:00-06:00');
const mexican = await newBorrower(service);
const loan = await paidOutLoan(service, mexican);
const other = await paidOutLoan(service, await newBorrower(service));
const indian = await paidOutLoan(service, await newBorrower(service, 'IN'), 'in-120');
// Noon in Mexico is 23:30 in India.
service.setTime('2027-01-10T12:00:00-06:00');

const agent = await person('Ana Gómez', 'agent');
const manager = await person('Marta Ruiz', 'manager');
const plain = (text: string) =>
  text
    .replaceAll(/\u00a0|&nbsp;/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .trim();
const form = (contact: Readonly<Record<string, string>> = {}) => ({
  ...{
    part: 'contact',
    messageId: randomUUID(),
    kind: 'we-called',
    result: 'reached',
    on: '',
    amount: '',
    words: 'Habló claro.',
  },
  ...contact,
});

test('late loans stand by days, the latest first, with counts by band; who has no right asks for none', async () => {
  const page = await agent.open(deskPaths.collections);
  expect(page.status).toBe(200);
  expect(page.text).toContain(loan.orderNumber);
  expect(page.text).not.toContain(indian.orderNumber);
  expect((await agent.open(`${deskPaths.collections}?market=IN`)).text).toContain(indian.orderNumber);
  expect(page.text).toMatch(/All 2 · \$ [\d.]+,\d\d/);
  expect(page.text).toMatch(/16 to 30 d 2 · \$ [\d.]+,\d\d/);
  expect((await agent.open(`${deskPaths.collections}?days=1`)).text).not.toContain(loan.orderNumber);
  const auditor = await person('Vera Luna', 'auditor');
  expect((await auditor.open(collectionPath(loan.orderNumber))).html).not.toContain('value="contact"');
  expect((await auditor.send(collectionPath(loan.orderNumber), form())).status).toBe(403);
});

test('a contact is noted once, with its result, in the log and in the case, and is in the record', async () => {
  const path = collectionPath(loan.orderNumber);
  const contact = form({ result: 'no-answer' });
  for (const _ of [1, 2]) expect((await agent.send(path, contact)).location).toBe(path);
  const page = await agent.open(path);
  const log = page.text.slice(page.text.indexOf('Contacts and promises'));
  expect(log.match(/We called, No answer/g)).toHaveLength(1);
  const { rows } = await desk.audit({ subject: `loan:${loan.orderNumber}`, limit: 20 });
  expect(rows.filter(({ act, outcome }) => act === 'contacted' && outcome === 'done')).toHaveLength(1);
  expect((await agent.open(deskPaths.collections)).text).toContain('We called, No answer');
});

test('a promise without day or amount is refused and nothing typed is lost', async () => {
  const path = collectionPath(loan.orderNumber);
  for (const wrong of [
    { on: '', amount: '100,00' },
    { on: '2026-01-01', amount: '100,00' },
    { on: '2027-01-12', amount: '' },
  ]) {
    const again = await agent.send(path, form({ result: 'promised', ...wrong }));
    expect(again.status).toBe(422);
    expect(again.text).toContain('Habló claro.');
  }
});

test('a promise is at most what settles the loan on its day, and within its plan; each refusal names the most at its field', async () => {
  const path = collectionPath(loan.orderNumber);
  const ana = await desk.people.find(agent.cookies.get('__Host-desk') ?? '');
  if (!ana) throw new Error('Nobody is signed in.');
  const { settlesMinor = 0, promiseDays } = (await desk.collections.read(ana, loan.orderNumber)) ?? {};
  expect(promiseDays).toEqual({ from: '2027-01-10', until: '2027-03-20' });
  const faultsOf = async (contact: Readonly<Record<string, string>>) => {
    const { status, html } = await agent.send(path, form({ result: 'promised', ...contact }));
    const faults = [...html.matchAll(/id="(\w+)-error"[^>]*>(.*?)<\/p>/gs)];
    return [status, ...faults.map(([, field, words = '']) => `${field}: ${plain(words)}`)];
  };
  const todayMost = formatMoney(minorAmount(settlesMinor), 'en', 'dot', 'MXN');
  expect(await faultsOf({ on: '2027-01-10', amount: '999.999,00' })).toEqual([
    422,
    `amount: Enter an amount of at most ${plain(todayMost)}: that settles the loan on 2027-01-10.`,
  ]);
  const outside = [422, 'on: Choose a day from 2027-01-10 to 2027-03-20.'];
  expect(await faultsOf({ on: '2027-03-21', amount: '100,00' })).toEqual(outside);
  expect(await faultsOf({ on: '2027-01-09', amount: '100,00' })).toEqual(outside);
  expect(await faultsOf({ result: 'reached', on: '2027-01-12' })).toEqual([
    422,
    'result: There is a day or an amount of a promise: choose “Promised to pay”, or clear them.',
  ]);
  // Penalties of the days until then count.
  const later = await faultsOf({ on: '2027-03-20', amount: '999.999,00' });
  expect(Number(/[\d.]+,\d\d/.exec(String(later[1]))?.[0].replace(/\D/g, ''))).toBeGreaterThanOrEqual(
    settlesMinor,
  );
  for (const promised of [
    { on: localDate('2027-01-10'), amountMinor: minorAmount(settlesMinor + 1) },
    { on: localDate('2027-03-21'), amountMinor: minorAmount(1) },
  ])
    await expect(
      desk.collections.contact(ana, loan.orderNumber, {
        ...{ messageId: randomUUID(), kind: 'we-called', result: 'promised', text: '', isAskedFor: false },
        promised,
      }),
    ).rejects.toMatchObject({ code: 'request-invalid' });
});

test('a promise is kept by the money that came through its day, and broken on the day after where it did not', async () => {
  const promised = { result: 'promised', on: '2027-01-12', amount: '100,00' };
  for (const { orderNumber } of [loan, other])
    expect((await agent.send(collectionPath(orderNumber), form(promised))).status).toBe(303);
  expect((await agent.open(deskPaths.collections)).text).toContain('2027-01-12, $ 100,00, promised');
  expect(await settledPromises(service)).toBe(0);
  service.setTime('2027-01-12T20:00:00-06:00');
  await pay(service, loan, 10_000, { eventId: 'kept' });
  expect(await settledPromises(service)).toBe(1);
  expect((await agent.open(collectionPath(loan.orderNumber))).text).toContain('$ 100,00, kept');
  service.setTime('2027-01-13T00:10:00-06:00');
  await pay(service, other, 10_000, { eventId: 'late' });
  expect(await settledPromises(service)).toBe(1);
  expect((await agent.open(collectionPath(other.orderNumber))).text).toContain('$ 100,00, broken');
  expect(await settledPromises(service)).toBe(0);
});

test('outside the hours of the market no contact is noted unless the borrower asked for it; who calls in is noted at any time', async () => {
  service.setTime('2027-01-13T23:00:00-06:00');
  const path = collectionPath(loan.orderNumber);
  expect((await agent.open(path)).text).toContain('From 7:00');
  const refused = await agent.send(path, form());
  expect([refused.status, refused.text.includes('Habló claro.')]).toEqual([409, true]);
  expect((await agent.send(path, form({ asked: 'yes' }))).status).toBe(303);
  expect((await agent.send(path, form({ kind: 'they-called' }))).status).toBe(303);
});

test('in India nobody is contacted before they know by whom; a hand-over causes an event and needs a new notice', async () => {
  service.setTime('2027-01-14T06:00:00+00:00');
  const path = collectionPath(indian.orderNumber);
  expect((await agent.open(path)).text).toContain('To be told first who contacts them');
  expect((await agent.send(path, form())).status).toBe(409);
  expect(
    (await manager.send(path, { part: 'hand-over', to: agent.personId, reason: 'Speaks Hindi' })).location,
  ).toBe(path);
  const { events } = await service.tell(listEvents, { orderNumber: indian.orderNumber });
  expect(events.find(({ type }) => type === 'loan.handed-over')?.data).toMatchObject({
    ...{ orderNumber: indian.orderNumber, collectorName: 'Ana Gómez', mustBeNamed: true },
  });
  expect((await agent.send(path, form())).status).toBe(409);
  expect((await agent.send(path, { part: 'named' })).location).toBe(path);
  expect((await agent.open(path)).text).toContain('that Ana Gómez contacts them');
  expect((await agent.send(path, form())).status).toBe(303);
  await manager.send(path, { part: 'hand-over', to: manager.personId, reason: '' });
  expect((await manager.send(path, form())).status).toBe(409);
  const treasurer = await person('Tomás Ávila', 'treasury');
  expect((await manager.send(path, { part: 'hand-over', to: treasurer.personId, reason: '' })).status).toBe(
    404,
  );
});

test('a complaint about collection pauses it until it is answered', async () => {
  service.setTime('2027-01-14T12:00:00-06:00');
  const path = collectionPath(loan.orderNumber);
  const { orderNumber } = loan;
  await service.ask(sendComplaint, { ...wholeDraft, typeId: '1', subtypeId: '11', orderNumber }, mexican);
  expect((await agent.open(path)).text).toContain('Paused: complaint about collection');
  expect((await agent.send(path, form())).status).toBe(409);
  expect((await agent.open(deskPaths.collections)).text).toContain('Paused: complaint about collection');
  const queue = await agent.open(`${deskPaths.queue}?kind=complaint`);
  const [, complaint = ''] = /href="(\/desk\/complaints\/[^"]+)"/.exec(queue.html) ?? [];
  expect((await agent.open(complaint.replaceAll('&amp;', '&'))).html).toContain(`href="${path}"`);
});

const bulk = async (by: typeof agent, list: string, act: string, numbers: readonly string[]) => {
  const page = await agent.open(list);
  const rows = numbers.map((number) => {
    const row = page.html.split('<tr').find((each) => each.includes(`Tick ${number}`)) ?? '';
    return /name="row" value="([^"]+)"/.exec(row)?.[1] ?? '';
  });
  const form = new FormData();
  const sent = page.html.split('<form').find((each) => each.includes('name="list"')) ?? '';
  for (const [name, value] of Object.entries(fieldsOf(`<form${sent}`)))
    if (['list', 'queue', 'step'].includes(name)) form.set(name, value);
  form.set('do', act);
  for (const row of rows) form.append('row', row);
  return by.send(deskPaths.batches, form);
};

test('many late loans are given to a colleague, logged and paused at once, with a preview that says who cannot and why', async () => {
  service.setTime('2027-01-15T12:00:00-06:00');
  const numbers = [loan.orderNumber, other.orderNumber];
  const given = await bulk(agent, deskPaths.collections, `hand-over:${agent.personId}`, numbers);
  expect((await agent.open(given.location ?? '')).text).toContain('2 selected · 2 possible, 0 not');
  expect((await agent.send(given.location ?? '', {})).status).toBe(303);
  expect((await agent.open(given.location ?? '')).text).toContain('2 of 2 done, 0 not');
  const mine = await agent.open(`${deskPaths.collections}?with=me`);
  expect(numbers.map((number) => mine.text.includes(number))).toEqual([true, true]);
  expect((await agent.open(`${deskPaths.collections}?with=nobody`)).text).not.toContain(loan.orderNumber);
  const { events } = await service.tell(listEvents, { orderNumber: other.orderNumber });
  expect(events.filter(({ type }) => type === 'loan.handed-over')).toHaveLength(1);

  // One of them is paused by the complaint about collection.
  const logged = await bulk(agent, deskPaths.collections, 'log-wrote', numbers);
  const preview = await agent.open(logged.location ?? '');
  expect(preview.text).toContain('2 selected · 1 possible, 1 not');
  expect(preview.text).toContain('It is paused');
  // Twice is once, also at once.
  const sendLogged = () => agent.send(logged.location ?? '', {});
  await Promise.all([sendLogged(), sendLogged(), sendLogged()]);
  await sendLogged();
  const after = await agent.open(collectionPath(other.orderNumber));
  // Last contact, the form's choice and the log.
  expect(after.text.match(/We wrote/g)?.length).toBe(3);

  const paused = await bulk(agent, deskPaths.collections, 'pause', [other.orderNumber]);
  expect((await agent.send(paused.location ?? '', {})).status).toBe(422);
  expect((await agent.send(paused.location ?? '', { ready: 'hardship' })).status).toBe(303);
  const rest = await agent.open(collectionPath(other.orderNumber));
  expect(rest.text).toContain('Paused: until 2027-01-22');
  expect(rest.text).toContain('until 2027-01-22: In hardship');
  expect((await agent.send(collectionPath(other.orderNumber), form())).status).toBe(409);
  const { rows } = await desk.audit({ subject: `loan:${other.orderNumber}`, limit: 40 });
  const acts = rows.filter(({ outcome }) => outcome === 'done').map(({ act }) => act);
  expect(acts).toEqual(expect.arrayContaining(['handed-over', 'contacted', 'paused-collection']));
  const auditor = await person('Vera Luna', 'auditor');
  expect((await auditor.open(deskPaths.collections)).html).not.toContain('name="do"');
  expect((await bulk(auditor, deskPaths.collections, 'pause', numbers)).status).toBe(403);
});

test('staff pause an overdue loan through a day, with a reason, and can end the pause', async () => {
  const path = collectionPath(indian.orderNumber);
  const pause = {
    part: 'pause',
    messageId: randomUUID(),
    until: '2027-01-20',
    why: 'Hospital until Wednesday',
  };
  for (const wrong of [{ until: '' }, { until: '2027-06-01' }, { until: '2027-01-01' }, { why: 'x' }]) {
    const again = await agent.send(path, { ...pause, ...wrong });
    expect([again.status, again.text.includes('Choose a day within the limit')]).toEqual([422, true]);
    expect(again.html).toContain(wrong.why === undefined ? 'Hospital until Wednesday' : 'value="x"');
  }
  for (const _ of [1, 2]) expect((await agent.send(path, pause)).location).toBe(path);
  const page = await agent.open(path);
  expect(page.text).toContain('Paused: until 2027-01-20');
  expect(page.text.match(/until 2027-01-20: Hospital until Wednesday/g)).toHaveLength(1);
  expect((await agent.open(`${deskPaths.collections}?market=IN&view=paused`)).text).toContain(
    indian.orderNumber,
  );
  expect((await agent.send(path, { part: 'resume', messageId: randomUUID() })).location).toBe(path);
  const resumed = await agent.open(path);
  expect(resumed.text).not.toContain('Paused: until');
  expect(resumed.text).toContain('ended: Hospital until Wednesday');
  const auditor = await person('Vera Luna', 'auditor');
  expect((await auditor.send(path, pause)).status).toBe(403);
});

test('sums, views and orders of late loans agree with the list, which is worked through one by one and exported as filtered', async () => {
  const whole = await agent.open(deskPaths.collections);
  expect(whole.text).toMatch(/Broken promises, 30 days 1 · \$ /);
  expect(whole.text).toMatch(/Paused 2 · \$ /);
  expect(whole.text).toContain('Kept in 7 days 1 of 2');
  const broken = await agent.open(`${deskPaths.collections}?view=broken`);
  expect([broken.text.includes(other.orderNumber), broken.text.includes(loan.orderNumber)]).toEqual([
    true,
    false,
  ]);
  const orderOf = (html: string) => [...html.matchAll(/Tick (LL-[\d-]+)/g)].map(([, number]) => number);
  const byAmount = orderOf((await agent.open(`${deskPaths.collections}?sort=amount`)).html);
  expect([...byAmount].sort()).toEqual(orderOf(whole.html).sort());
  const seen: string[] = [];
  let next = /href="([^"]*collections\/next[^"]*)"/.exec(whole.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  for (let step = 0; step < 5; step += 1) {
    const { location } = await agent.open(next);
    if (!location?.startsWith('/desk/collections/LL')) break;
    const opened = await agent.open(location);
    seen.push(/LL-[\d-]+/.exec(location)?.[0] ?? '');
    next = /href="([^"]*collections\/next[^"]*)"/.exec(opened.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  }
  expect(seen).toEqual(orderOf(whole.html));
  const file = await manager.open(`${deskPaths.exports.replace(':file', 'collections.csv')}?view=broken`);
  expect(file.whole).toContain(`\n"${other.orderNumber}","MX",`);
  expect(file.whole).not.toContain(loan.orderNumber);
  const { rows } = await desk.audit({ subject: 'file:collections.csv', limit: 5 });
  expect(rows).toMatchObject([{ personId: manager.personId, detail: { filters: { view: 'broken' } } }]);
  expect((await agent.open(deskPaths.exports.replace(':file', 'collections.csv'))).status).toBe(403);
  await agent.send(deskPaths.language, { language: 'es', to: deskPaths.collections });
  expect((await agent.open(deskPaths.collections)).text).toContain('Promesas rotas, 30 días');
  await agent.send(deskPaths.language, { language: 'en', to: deskPaths.collections });
});

test('one press shows all that a call needs, as one entry that names it, to one person, until they note the contact; it dials only within the hours', async () => {
  const { orderNumber } = await paidOutLoan(service, await newBorrower(service));
  service.setTime('2027-03-10T12:00:00-06:00');
  const path = collectionPath(orderNumber);
  const closed = await agent.open(path);
  expect(closed.text).toContain('P••• P•••');
  for (const hidden of ['Prueba', '12345678', 'tel:']) expect(closed.html).not.toContain(hidden);
  expect((await agent.send(path, { part: 'call' })).location).toBe(path);
  const opened = await agent.open(path);
  for (const words of ['Prueba Pérez', '+52 55 1234 5678', 'Spanish', '12:00, Mexico City', 'until 12:15'])
    expect(opened.text).toContain(words);
  expect(opened.html).toContain('href="tel:+525512345678"');
  expect((await manager.open(path)).html).not.toContain('Prueba');
  const { rows } = await desk.audit({ personId: agent.personId, limit: 5 });
  expect(rows.filter(({ act }) => act === 'shown')).toMatchObject([
    { subject: `loan:${orderNumber}`, detail: { fields: ['name', 'phone', 'language', 'zone'] } },
  ]);
  expect((await agent.send(path, form())).status).toBe(303);
  expect((await agent.open(path)).html).not.toContain('Prueba');
  const auditor = await person('Vera Luna', 'auditor');
  expect((await auditor.open(path)).html).not.toContain('value="call"');
  expect((await auditor.send(path, { part: 'call' })).status).toBe(403);

  service.setTime('2027-03-10T23:30:00-06:00');
  await agent.send(path, { part: 'call' });
  const { html } = await agent.open(path);
  expect([html.includes('+52 55 1234 5678'), html.includes('tel:')]).toEqual([true, false]);
});
