import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { cancelLoan, decideApplication, recordDisbursal } from '#contract/host/loan.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { wholeQueue } from '#domain/matter/matter.ts';
import { minorAmount } from '#domain/money/money.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { fieldsOf, testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower } from '#tests/setup/lending-journeys.ts';
import { deskPaths, formerLists, queuePath } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const manager = await person('Marta Ruiz', 'manager');
const treasurer = await person('Tomás Ávila', 'treasury');

const arrives = (eventId: string, amountMinor: number, currency: 'MXN' | 'INR' = 'MXN') =>
  service.tell(recordPayment, {
    ...{ provider: 'stp', eventId, reference: `nadie ${eventId}`, currency },
    amountMinor: minorAmount(amountMinor),
  });

const first = await newBorrower(service);
await service.ask(sendComplaint, wholeDraft, first);
const { orderNumber } = await applyForLoan(service, first);
const rupees = await applyForLoan(service, await newBorrower(service, 'IN'), 'in-120');
await service.api.keepContactMessage({
  name: 'Luz Pardo',
  telephone: '',
  email: 'luz@correo.test',
  remark: '¿Cómo pago?',
});
await arrives('e-1', 123_456);
await arrives('e-2', 200_000);
await arrives('e-3', 300_000, 'INR');

const personOf = async (visitor: typeof manager) => {
  const found = await desk.people.find(visitor.cookies.get('__Host-desk') ?? '');
  if (!found) throw new Error('Nobody is signed in.');
  return found;
};

test('matters of all kinds stand in one queue, the shortest clock first, each only for who may see its kind', async () => {
  const { rows } = await desk.matters.list(await personOf(manager), wholeQueue, { cursor: '', limit: 50 });
  const kinds = rows.map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(['application', 'complaint', 'message', 'unmatched']));
  const due = rows.map(({ clock }) => clock.dueAt.getTime());
  expect(due).toEqual(due.toSorted((a, b) => a - b));
  const agent = await personOf(await person('Ana Gómez', 'agent'));
  const seen = await desk.matters.list(agent, wholeQueue, { cursor: '', limit: 50 });
  expect(new Set(seen.rows.map(({ kind }) => kind))).toEqual(
    new Set(['application', 'complaint', 'message']),
  );
  const filter = { ...wholeQueue, kind: 'unmatched' } as const;
  await expect(desk.matters.list(agent, filter, { cursor: '', limit: 1 })).rejects.toMatchObject({
    code: 'not-allowed',
  });
});

test('pages of one row go through every matter once, in each order, and over those that are over', async () => {
  const reader = await personOf(manager);
  for (const filter of [
    wholeQueue,
    { ...wholeQueue, sort: 'amount' as const },
    { ...wholeQueue, sort: 'came' as const },
    { ...wholeQueue, isEnded: true },
  ]) {
    const whole = await desk.matters.list(reader, filter, { cursor: '', limit: 50 });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: typeof whole = await desk.matters.list(reader, filter, { cursor, limit: 1 });
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(whole.rows.map(({ id }) => id));
  }
});

test('counts are exact by kind and follow market and amount; the amount of one payment leaves one', async () => {
  const reader = await personOf(manager);
  const counts = await desk.matters.count(reader, wholeQueue);
  expect([counts.get('unmatched')?.all, counts.get('application')?.all, counts.get('message')?.all]).toEqual([
    3, 2, 1,
  ]);
  const inIndia = await desk.matters.count(reader, { ...wholeQueue, market: 'IN' });
  expect([
    inIndia.get('unmatched')?.all,
    inIndia.get('application')?.all,
    inIndia.get('message')?.all,
  ]).toEqual([1, 1, undefined]);
  const page = await treasurer.open(`${queuePath('unmatched')}&least=1.234,56&most=1.234,56`);
  expect(page.html.match(/\/desk\/unmatched\/payment/g)).toHaveLength(1);
  expect(page.text).toContain('nadie e-1');
});

test('a matter is given to somebody, who finds it as theirs, and is nobody’s again; the record says who had it', async () => {
  const reader = await personOf(manager);
  const { rows } = await desk.matters.list(
    reader,
    { ...wholeQueue, kind: 'application' },
    { cursor: '', limit: 50 },
  );
  const mine = rows.find(({ name }) => name === orderNumber);
  if (!mine) throw new Error('The application is not there.');
  const to = { personId: manager.personId, reason: '' };
  await desk.matters.assign(reader, [mine], to);
  expect((await manager.open(`${deskPaths.queue}?with=me`)).text).toContain(orderNumber);
  expect((await manager.open(`${queuePath('application')}&with=nobody`)).text).not.toContain(orderNumber);
  const counts = (await desk.matters.count(reader, wholeQueue)).get('application');
  expect(counts).toMatchObject({ all: 2, mine: 1, nobody: 1 });
  const { rows: log } = await desk.audit({ subject: `loan:${orderNumber}`, limit: 5 });
  expect(log[0]).toMatchObject({
    act: 'handed-over',
    borrowerId: first.borrowerId,
    detail: { to: manager.personId },
  });
  await desk.matters.assign(reader, [mine], { personId: null, reason: '' });
  expect((await desk.matters.count(reader, wholeQueue)).get('application')).toMatchObject({
    mine: 0,
    nobody: 2,
  });
  const stranger = { personId: treasurer.personId, reason: '' };
  await expect(desk.matters.assign(reader, [mine], stranger)).rejects.toMatchObject({ code: 'not-found' });
  await expect(desk.matters.assign(await personOf(treasurer), [mine], to)).rejects.toMatchObject({
    code: 'not-allowed',
  });
});

const plain = (address = '') => address.replaceAll('&amp;', '&');
const stepOf = (html: string, rel: 'prev' | 'next') =>
  plain(new RegExp(`<a href="([^"]+)" rel="${rel}"`).exec(html)?.[1]);
const listed = async (address: string) => {
  const { html } = await manager.open(address);
  return [...html.matchAll(/href="(\/desk\/[^"]+queue=[^"]+)"/g)].map(([, to]) => plain(to));
};

test('the next case is the one that is due first, and from there on the one after it, without going round', async () => {
  const links = await listed(queuePath('unmatched'));
  expect((await manager.open(`${deskPaths.nextMatter}?kind=unmatched`)).location).toBe(links[0]);
  const opened = await manager.open(links[0] ?? '');
  expect((await manager.open(stepOf(opened.html, 'next'))).location).toBe(links[1]);
  const last = await manager.open(links.at(-1) ?? '');
  expect(stepOf(last.html, 'next')).toBe('');
});

test.each(['', 'kind=unmatched', 'sort=amount', 'sort=came', 'market=MX&sort=amount'])(
  'a matter that is opened from the queue (%s) says its place, and previous and next go through the list both ways',
  async (query) => {
    const links = await listed(`${deskPaths.queue}?${query}`);
    expect(links.length).toBeGreaterThan(1);
    for (const [index, link] of links.entries()) {
      const { html, text } = await manager.open(link);
      expect(text).toContain(` ${index + 1} of ${links.length} `);
      for (const [rel, other] of [
        ['prev', links[index - 1]],
        ['next', links[index + 1]],
      ] as const) {
        const step = stepOf(html, rel);
        expect(step === '' ? undefined : (await manager.open(step)).location).toBe(other);
      }
    }
    expect((await manager.open('/desk/messages/x?queue=&at=nonsense')).status).toBe(404);
  },
);

test('an answered item leaves the list, and the next one is the one after it', async () => {
  const words = { name: 'Ana', telephone: '', email: 'ana@correo.test' };
  for (const remark of ['uno', 'dos']) await service.api.keepContactMessage({ ...words, remark });
  const links = await listed(queuePath('message'));
  expect(links).toHaveLength(3);
  const [first = '', second = '', third = ''] = links;
  const form = fieldsOf((await manager.open(second)).html);
  const done = await manager.send(second, { ...form, do: 'answer' });
  expect(done.location).toBe(second);
  const { html, text } = await manager.open(second);
  expect(text).toContain('No longer in the list; 2 left');
  expect((await manager.open(stepOf(html, 'prev'))).location).toBe(first);
  expect((await manager.open(stepOf(html, 'next'))).location).toBe(third);
  expect((await manager.open(third)).text).toContain(' 2 of 2 ');
});

test('every page counts open, own, to be approved and overdue matters', async () => {
  const reader = await personOf(manager);
  const counts = [...(await desk.matters.count(reader, wholeQueue)).values()];
  const all = counts.reduce((sum, count) => sum + count.all, 0);
  const { text, html } = await manager.open(deskPaths.loans);
  expect(text).toContain(`Queue ${all} Assigned to me 0 To approve 0 Overdue 0`);
  expect(html).not.toContain('data-tone="bad"');
  expect((await treasurer.open(deskPaths.loans)).text).not.toContain('To approve');
});

test('a view is kept under a name with its count, is one’s own, and is taken away', async () => {
  const address = `${queuePath('application')}&market=IN`;
  const form = fieldsOf((await manager.open(address)).html);
  const kept = await manager.send(deskPaths.views, {
    ...form,
    queue: 'kind=application&market=IN',
    name: 'India',
  });
  expect(kept.location).toBe(address);
  const page = await manager.open(address);
  expect(page.text).toContain('India 1');
  expect((await treasurer.open(deskPaths.queue)).text).not.toContain('India 1');
  const [, drop = ''] = /value="([^"]+)" name="drop"/.exec(page.html) ?? [];
  await manager.send(deskPaths.views, { queue: '', drop });
  expect((await manager.open(deskPaths.queue)).text).not.toContain('India 1');
});

test('the addresses of the former lists lead to the queue of their kind', async () => {
  for (const [path, kind] of Object.entries(formerLists)) {
    expect((await manager.open(path)).location).toBe(queuePath(kind));
    expect((await manager.open(`${path}?show=past`)).location).toBe(`${queuePath(kind)}&past=yes`);
  }
});

test('what is past its clock is counted and shown alone, and nothing else of an address is taken', async () => {
  const receivedAt = new Date(service.dependencies.clock.now().getTime() - 2 * 86_400_000);
  await service.database.execute(
    sql`update provider_events set received_at = ${receivedAt.toISOString()}::timestamptz where event_id = 'e-2'`,
  );
  const page = await treasurer.open(`${queuePath('unmatched')}&past=yes&sort=nonsense&with=%27&least=x`);
  expect(page.status).toBe(200);
  expect(page.text).toContain(' · 1 overdue');
  expect(page.text).toContain('nadie e-2');
  expect(page.text).not.toContain('nadie e-1');
  expect(rupees.orderNumber).not.toBe(orderNumber);
});

test('an approved loan waits in the queue until it is paid out or cancelled, for who sees money', async () => {
  const loans = [
    await applyForLoan(service, await newBorrower(service)),
    await applyForLoan(service, await newBorrower(service)),
  ];
  for (const { orderNumber: number } of loans)
    await service.tell(decideApplication, { orderNumber: number, decision: 'approve' });
  const numbers = loans.map(({ orderNumber: number }) => number);
  const shown = async () => {
    const { text } = await manager.open(queuePath('payout'));
    return numbers.map((number) => text.includes(number));
  };
  expect(await shown()).toEqual([true, true]);
  const [paid = '', cancelled = ''] = numbers;
  await service.tell(recordDisbursal, { orderNumber: paid, reference: 'SPEI 1' });
  expect(await shown()).toEqual([false, true]);
  await service.tell(cancelLoan, { orderNumber: cancelled, reason: 'the account is closed' });
  expect(await shown()).toEqual([false, false]);
  const agent = await person('Ana Gómez', 'agent');
  expect((await agent.open(queuePath('payout'))).status).toBe(403);
});
