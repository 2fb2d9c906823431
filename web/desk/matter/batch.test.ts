import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideApplication, readLoanStatement } from '#contract/host/loan.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { localDate } from '#domain/calendar.ts';
import { wholeQueue } from '#domain/matter/matter.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { approvalPath, batchPath, batchResultPath, deskPaths, loanPath, queuePath } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service, undefined, {
  secondApproverAboveMinor: { MXN: 100_000_000, INR: 1 },
});
const strict = testDesk(service, undefined, {
  daySumAboveMinor: { MXN: 600_000, INR: 1 },
  secondApproverAboveMinor: { MXN: 100_000_000, INR: 1 },
});
const marta = await person('Marta Ruiz', 'manager');
const luis = await person('Luis Mora', 'manager');

type Visitor = typeof marta;
const personOf = async (visitor: Visitor) => {
  const found = await desk.people.find(visitor.cookies.get('__Host-desk') ?? '');
  if (!found) throw new Error('Nobody is signed in.');
  return found;
};
const applied = async (count: number) => {
  const orders: string[] = [];
  for (let n = 0; n < count; n += 1)
    orders.push((await applyForLoan(service, await newBorrower(service))).orderNumber);
  const { rows } = await desk.matters.list(
    await personOf(marta),
    { ...wholeQueue, kind: 'application' },
    { cursor: '', limit: 500 },
  );
  return rows.filter(({ name }) => orders.includes(name));
};
const statusOf = async (orderNumber: string) =>
  (await service.tell(readLoanStatement, { orderNumber })).loan.status;

test('what is ticked is previewed with count and sum, done with one reason, and its result is downloaded', async () => {
  const matters = await applied(3);
  const step = randomUUID();
  const form = new FormData();
  for (const { kind, id } of matters) form.append('row', `${kind}:${id}`);
  for (const [name, value] of Object.entries({ step, do: 'approve', queue: 'kind=application' }))
    form.append(name, value);
  const sent = await marta.send(deskPaths.batches, form);
  expect(sent.location).toBe(batchPath(step));
  const preview = await marta.open(batchPath(step));
  expect(preview.text).toContain('3 selected · 3 possible, 0 not · nothing changed yet');
  for (const { name } of matters) expect(await statusOf(name)).toBe('under-review');
  expect((await marta.send(batchPath(step), { ready: 'words', reason: 'no' })).status).toBe(422);
  expect((await marta.send(batchPath(step), { ready: 'fits-offer' })).location).toBe(batchPath(step));
  for (const { name } of matters) expect(await statusOf(name)).toBe('paying-out');
  expect((await marta.open(batchPath(step))).text).toContain('3 of 3 done, 0 not');
  const file = await marta.open(batchResultPath(step));
  expect(file.headers.get('Content-Type')).toContain('text/csv');
  expect(file.whole.trim().split('\n')).toHaveLength(4);
  const { rows: log } = await desk.audit({ subject: `loan:${matters[0]?.name}`, limit: 3 });
  expect(log.find(({ act }) => act === 'decideApplication')).toMatchObject({
    outcome: 'done',
    reason: 'fits-offer',
    detail: { batch: step },
  });
  const agent = await person('Ana Gómez', 'agent');
  expect((await agent.open(batchPath(step))).status).toBe(403);
});

test('every matter of a list, on every page, is taken at once; what cannot be is named with why', async () => {
  const [gone, ...others] = await applied(3);
  const step = randomUUID();
  const all = await marta.send(deskPaths.batches, {
    step,
    do: 'decline',
    every: 'yes',
    queue: 'kind=application',
  });
  expect(all.location).toBe(batchPath(step));
  await service.tell(decideApplication, { orderNumber: gone?.name ?? '', decision: 'approve' });
  await marta.send(batchPath(step), { ready: 'incomplete-data' });
  const page = await marta.open(batchPath(step));
  expect(page.text).toContain('2 of 3 done, 1 not');
  expect(page.text).toContain(`${gone?.name} Application`);
  for (const { name } of others) expect(await statusOf(name)).toBe('declined');
  expect(await statusOf(gone?.name ?? '')).toBe('paying-out');
});

test('a batch whose sum is more than one person may move in a day waits for a second one, who approves it once', async () => {
  const matters = await applied(2);
  const asker = await strict.person('Beto Cruz', 'manager');
  const approver = await strict.person('Lía Mora', 'manager');
  const step = randomUUID();
  await strict.desk.batches.preview(await personOf(asker), {
    messageId: step,
    act: 'approve',
    toPersonId: null,
    names: matters,
  });
  const sent = await asker.send(batchPath(step), { ready: 'checked' });
  expect(sent.location).toBe(`/desk/approvals/${step}`);
  for (const { name } of matters) expect(await statusOf(name)).toBe('under-review');
  const page = await approver.open(`/desk/approvals/${step}`);
  expect(page.text).toContain('Beto Cruz asks: Approve many applications');
  const approval = { step: 'approve', seen: page.field('seen') };
  expect((await asker.send(`/desk/approvals/${step}`, approval)).status).toBe(403);
  for (const _ of [1, 2]) expect((await approver.send(`/desk/approvals/${step}`, approval)).status).toBe(303);
  for (const { name } of matters) expect(await statusOf(name)).toBe('paying-out');
  expect((await approver.open(batchPath(step))).text).toContain('2 of 2 done, 0 not');
});

test('a ready reason is read in its reader’s language wherever it stands; written words stay as they were written', async () => {
  const matters = await applied(2);
  const asker = await strict.person('Inés Gil', 'manager');
  const approver = await strict.person('Lía Mora', 'manager');
  await asker.send(deskPaths.language, { language: 'es', to: deskPaths.queue });
  const asks = async (chosen: Readonly<Record<string, string>>) => {
    const messageId = randomUUID();
    const of = { messageId, act: 'approve' as const, toPersonId: null, names: matters };
    await strict.desk.batches.preview(await personOf(asker), of);
    await asker.send(batchPath(messageId), chosen);
    return approvalPath(messageId);
  };
  const [ready, written] = ['Data checked with the person', 'Cotejado con su patrón'];
  const chosen = await asks({ ready: 'checked' });
  const typed = await asks({ ready: 'words', reason: written });
  const page = await approver.open(chosen);
  expect(page.text).toContain(`“${ready}”`);
  expect((await asker.open(chosen)).text).toContain('“Datos revisados con la persona”');
  for (const each of [approver, asker]) expect((await each.open(typed)).text).toContain(`“${written}”`);
  const queue = await approver.open(queuePath('approval'));
  for (const words of [ready, written]) expect(queue.text).toContain(words);
  await approver.send(chosen, { step: 'approve', seen: page.field('seen') });
  const orderNumber = matters[0]?.name ?? '';
  for (const path of [loanPath(orderNumber), `${deskPaths.audit}?about=loan:${orderNumber}`]) {
    expect((await approver.open(path)).text).toContain(ready);
    expect((await asker.open(path)).text).toContain('Datos revisados con la persona');
  }
});

test('a batch that is sent back shows the reason and can be amended: some unticked, the others previewed again', async () => {
  const matters = await applied(3);
  const asker = await strict.person('Eva Sol', 'manager');
  const approver = await strict.person('Lía Mora', 'manager');
  const step = randomUUID();
  const named = { messageId: step, act: 'approve' as const, toPersonId: null, names: matters };
  await strict.desk.batches.preview(await personOf(asker), named);
  await asker.send(batchPath(step), { ready: 'checked' });
  expect((await asker.open(batchPath(step))).text).toContain('Waiting for approval');
  const back = { step: 'send-back', reason: 'The first has no address' };
  expect((await approver.send(`/desk/approvals/${step}`, back)).status).toBe(303);
  const page = await asker.open(batchPath(step));
  expect(page.text).toMatch(/Sent back by Lía Mora, 2026-11-2\d \d\d:\d\d MX : “The first has no address”/);
  expect(page.text).not.toContain('Waiting for approval');
  expect(page.text).toContain('3 not done');
  expect((await asker.open(`/desk/approvals/${step}`)).text).toContain('“The first has no address”');
  expect((await approver.open(batchPath(step))).html).not.toContain('type="checkbox"');
  const form = new FormData();
  for (const [name, value] of Object.entries({ step: 'amend', messageId: randomUUID() }))
    form.append(name, value);
  const kept = [...page.html.matchAll(/<input type="checkbox" name="row" checked="" value="([^"]+)"/g)];
  expect(kept).toHaveLength(3);
  for (const [, row = ''] of kept) form.append('shown', row);
  for (const [, row = ''] of kept.slice(1)) form.append('row', row);
  const anew = await asker.send(batchPath(step), form);
  expect(anew.location).not.toBe(batchPath(step));
  expect((await asker.open(anew.location ?? '')).text).toContain('2 selected · 2 possible, 0 not');
  for (const { name } of matters) expect(await statusOf(name)).toBe('under-review');
});

test('the day’s sum of one person holds for batches that are sent at once: the rest drops out and is named', async () => {
  const matters = await applied(3);
  const asker = await strict.person('Nora Paz', 'manager');
  const reader = await personOf(asker);
  const steps = matters.map(() => randomUUID());
  for (const [index, matter] of matters.entries())
    await strict.desk.batches.preview(reader, {
      messageId: steps[index] ?? '',
      act: 'approve',
      toPersonId: null,
      names: [matter],
    });
  await Promise.all(steps.map((step) => strict.desk.batches.send(reader, step, 'Fits the offer')));
  const approved = await Promise.all(
    matters.map(async ({ name }) => (await statusOf(name)) === 'paying-out'),
  );
  expect(approved.filter(Boolean)).toHaveLength(1);
});

test('all or a named rest; twice is once; two people at once: every matter is done by one of them and named by both', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.subarray([0, 1, 2, 3], { minLength: 1 }), { minLength: 2, maxLength: 2 }),
      fc.boolean(),
      async ([first = [], second = []], isSentTwice) => {
        const matters = await applied(4);
        const [one, other] = [await personOf(marta), await personOf(luis)];
        const batches = [
          { by: one, id: randomUUID(), of: first },
          { by: other, id: randomUUID(), of: second },
        ];
        for (const { by, id, of } of batches) {
          const names = of.map((index) => matters[index]).filter((matter) => matter !== undefined);
          await desk.batches.preview(by, { messageId: id, act: 'approve', toPersonId: null, names });
        }
        const sends = batches.flatMap((batch) => (isSentTwice ? [batch, batch] : [batch]));
        await Promise.all(sends.map(({ by, id }) => desk.batches.send(by, id, 'Fits the offer')));
        const results = await Promise.all(batches.map(({ by, id }) => desk.batches.read(by, id)));
        for (const [index, result] of results.entries()) {
          expect(result?.rows).toHaveLength(batches[index]?.of.length ?? 0);
          for (const row of result?.rows ?? [])
            expect(
              row.outcome === 'done' ? row.why === null : row.outcome === 'dropped' && row.why !== null,
            ).toBe(true);
        }
        for (const [index, { id, name }] of matters.entries()) {
          const done = results.filter((result) =>
            result?.rows.some((row) => row.matterId === id && row.outcome === 'done'),
          );
          const isIn = first.includes(index) || second.includes(index);
          expect(done).toHaveLength(isIn ? 1 : 0);
          expect(await statusOf(name)).toBe(isIn ? 'paying-out' : 'under-review');
        }
      },
    ),
    { numRuns: 6 },
  );
});

test('matters are given to a colleague, messages closed and events sent again, many at once', async () => {
  const matters = await applied(2);
  const step = randomUUID();
  const rows = new FormData();
  for (const { kind, id } of matters) rows.append('row', `${kind}:${id}`);
  for (const [name, value] of Object.entries({ step, do: `assign:${luis.personId}`, queue: '' }))
    rows.append(name, value);
  await marta.send(deskPaths.batches, rows);
  await marta.send(batchPath(step), {});
  const mine = await luis.open(`${queuePath('application')}&with=me`);
  for (const { name } of matters) expect(mine.text).toContain(name);
  await service.api.keepContactMessage({
    name: 'Luz Pardo',
    telephone: '',
    email: 'luz@correo.test',
    remark: '¿Cómo pago?',
  });
  const close = randomUUID();
  await marta.send(deskPaths.batches, {
    step: close,
    do: 'close-message',
    every: 'yes',
    queue: 'kind=message',
  });
  await marta.send(batchPath(close), {});
  expect((await marta.open(queuePath('message'))).text).not.toContain('¿Cómo pago?');
  expect((await marta.send(deskPaths.batches, { step: randomUUID(), do: 'nonsense' })).status).toBe(422);
  expect(
    (await marta.send(deskPaths.batches, { step: randomUUID(), do: 'approve', row: 'x' })).location,
  ).toBe(deskPaths.queue);
});

test('payments without a loan are assigned by their references in one act, each to its own loan; what cannot be says why', async () => {
  const treasurer = await person('Tomás Ávila', 'treasury');
  const loans = [
    await paidOutLoan(service, await newBorrower(service)),
    await paidOutLoan(service, await newBorrower(service)),
  ];
  const arrives = async (reference: string, amountMinor: number) => {
    const eventId: string = randomUUID();
    const money = {
      provider: 'stp',
      reference,
      currency: 'MXN' as const,
      amountMinor: minorAmount(amountMinor),
    };
    await service.tell(recordPayment, { ...money, eventId });
    return eventId;
  };
  const slip = (orderNumber = '') =>
    `${orderNumber.slice(0, -3)}${orderNumber.slice(-3, -2)}${orderNumber.slice(-3)}`;
  const events = [
    await arrives(slip(loans[0]?.orderNumber), 10_001),
    await arrives(slip(loans[1]?.orderNumber), 10_002),
    await arrives('de nadie', 10_003),
    await arrives(slip(loans[0]?.orderNumber), 10_004),
  ];
  const held = { provider: 'stp', eventId: events[3] ?? '' };
  const reader = await personOf(treasurer);
  await desk.unmatched.hold(reader, held, { untilDay: localDate('2026-12-01'), reason: 'Asked the bank' });
  const { rows } = await desk.matters.list(
    reader,
    { ...wholeQueue, kind: 'unmatched' },
    { cursor: '', limit: 50 },
  );
  const ours = rows.filter(({ detail }) => events.includes(String(detail.eventId)));
  const step = randomUUID();
  const form = new FormData();
  for (const { kind, id } of ours) form.append('row', `${kind}:${id}`);
  for (const [name, value] of Object.entries({ step, do: 'match', queue: 'kind=unmatched' }))
    form.append(name, value);
  await treasurer.send(deskPaths.batches, form);
  const preview = await treasurer.open(batchPath(step));
  expect(preview.text).toContain('4 selected · 2 possible, 2 not');
  for (const { orderNumber } of loans) expect(preview.text).toContain(orderNumber);
  for (const why of ['No loan has this reference', 'On hold until a later day'])
    expect(preview.text).toContain(why);
  expect((await treasurer.send(batchPath(step), { ready: 'nonsense' })).status).toBe(422);
  for (const _click of [1, 2]) await treasurer.send(batchPath(step), { ready: 'reference-slip' });
  expect((await treasurer.open(batchPath(step))).text).toContain('2 of 4 done, 2 not');
  for (const [index, { orderNumber }] of loans.entries()) {
    const { payments } = await service.tell(readLoanStatement, { orderNumber });
    expect(payments.map(({ eventId, outcome }) => [eventId, outcome])).toEqual([[events[index], 'posted']]);
    const { rows: log } = await desk.audit({ subject: `loan:${orderNumber}`, limit: 3 });
    expect(log.find(({ act }) => act === 'assignPayment')).toMatchObject({
      ...{ outcome: 'done', reason: 'reference-slip' },
      detail: { batch: step, eventId: events[index] },
    });
  }
  const file = await treasurer.open(batchResultPath(step));
  expect(file.whole).toContain(`,"${loans[0]?.orderNumber}","100.01","MXN","done",`);
  expect((await marta.send(deskPaths.batches, form)).status).toBe(403);
});

test('payments above the daily limit of one person wait for a second approver, who assigns them; of two for one loan the second waits', async () => {
  const asker = await strict.person('Tomás Ávila', 'treasury');
  const approver = await strict.person('Lía Mora', 'manager');
  const { orderNumber } = await paidOutLoan(service, await newBorrower(service));
  const other = await paidOutLoan(service, await newBorrower(service));
  for (const [reference, amountMinor] of [
    [`${orderNumber}0`, 350_001],
    [`${orderNumber}0`, 350_002],
    [`${other.orderNumber}0`, 350_003],
  ] as const)
    await service.tell(recordPayment, {
      ...{ provider: 'stp', eventId: randomUUID(), reference, currency: 'MXN' },
      amountMinor: minorAmount(amountMinor),
    });
  const reader = await personOf(asker);
  const of = { ...wholeQueue, kind: 'unmatched' as const, fromMinor: 350_001, toMinor: 350_003 };
  const { rows } = await strict.desk.matters.list(reader, of, { cursor: '', limit: 50 });
  const step = randomUUID();
  await strict.desk.batches.preview(reader, { messageId: step, act: 'match', toPersonId: null, names: rows });
  const preview = await asker.open(batchPath(step));
  expect(preview.text).toContain('3 selected · 2 possible, 1 not');
  expect(preview.text).toContain('Another payment of the same loan comes first');
  const sent = await asker.send(batchPath(step), { ready: 'told-by-borrower' });
  expect(sent.location).toBe(`/desk/approvals/${step}`);
  expect((await asker.open(batchPath(step))).text).toContain('2 to be approved');
  const page = await approver.open(`/desk/approvals/${step}`);
  expect(page.text).toContain('Tomás Ávila asks: Assign many payments to their loans');
  await approver.send(`/desk/approvals/${step}`, { step: 'approve', seen: page.field('seen') });
  expect((await approver.open(batchPath(step))).text).toContain('2 of 3 done, 1 not');
  for (const loan of [orderNumber, other.orderNumber]) {
    const { payments } = await service.tell(readLoanStatement, { orderNumber: loan });
    expect(payments).toHaveLength(1);
  }
});

test('what was unticked on the preview is not done: the others are previewed with their sum first', async () => {
  const matters = await applied(3);
  const step = randomUUID();
  const names = { messageId: step, act: 'approve' as const, toPersonId: null, names: matters };
  await desk.batches.preview(await personOf(marta), names);
  const form = new FormData();
  form.append('ready', 'checked');
  for (const { kind, id } of matters) form.append('shown', `${kind}:${id}`);
  for (const { kind, id } of matters.slice(1)) form.append('row', `${kind}:${id}`);
  expect((await marta.send(batchPath(step), form)).location).toBe(batchPath(step));
  expect((await marta.open(batchPath(step))).text).toMatch(
    /2 possible, 1 not · nothing changed yet.*You left it out 1/,
  );
  for (const { name } of matters) expect(await statusOf(name)).toBe('under-review');
  await marta.send(batchPath(step), { ready: 'checked' });
  expect(await Promise.all(matters.map(({ name }) => statusOf(name)))).toEqual([
    'under-review',
    'paying-out',
    'paying-out',
  ]);
});

test('a list of any length is done whole, in pieces that go on at a reload and at another node', async () => {
  const manager = await person('Nora Gil', 'manager', 'agent');
  await service.database.execute(sql`insert into contact_messages (id, name, telephone, email, remark, state, received_at)
    select gen_random_uuid(), 'Ana', '5512345678', 'ana@example.com', 'Hola', 'open', now() from generate_series(1, 250)`);
  const matters = await applied(3);
  const [all, mine] = [randomUUID(), randomUUID()];
  await manager.send(deskPaths.batches, { step: all, do: 'approve', every: 'yes', queue: '' });
  const first = await manager.open(batchPath(all));
  expect(first.headers.get('Refresh')).toBe(null);
  const count = Number(/(\d+) selected/.exec(first.text)?.[1]);
  expect(count).toBeGreaterThan(252);
  expect(first.text).toMatch(/\d+ will be done.*not possible.*Another kind of task 2\d\d/);
  for (const { name } of matters)
    expect(first.text.indexOf(name)).toBeLessThan(first.text.indexOf('Another kind'));
  const assign = `assign:${manager.personId}`;
  await manager.send(deskPaths.batches, { step: mine, do: assign, every: 'yes', queue: '' });
  await manager.open(batchPath(mine));
  await manager.send(batchPath(mine), {});
  const counted = async () => (await desk.batches.read(await personOf(manager), mine))?.counts;
  expect(await counted()).toMatchObject({ ready: count - 200 });
  expect((await marta.open(batchPath(mine))).headers.get('Refresh')).toBe('1');
  const restarted = testDesk(service).visitor();
  for (const [name, value] of manager.cookies) restarted.cookies.set(name, value);
  const rest = await restarted.open(batchPath(mine));
  expect(rest.headers.get('Refresh')).toBe(null);
  const { ready, done = 0, dropped = 0 } = (await counted()) ?? {};
  expect([ready, done + dropped]).toEqual([0, count]);
  expect(rest.text).toContain(`${done} of ${count} done, ${dropped} not`);
});
