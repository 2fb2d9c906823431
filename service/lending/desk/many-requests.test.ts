import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { writeOffLoan } from '#contract/host/loan.ts';
import { putOffer } from '#contract/host/offer.ts';
import { requestErasure } from '#contract/host/personal-data.ts';
import { putProduct } from '#contract/host/product.ts';
import type { HostCall } from '#contract/host-call.ts';
import { effectKey } from '#domain/desk/effect.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { type MatterKind, wholeQueue } from '#domain/matter/matter.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { lendingService } from '#tests/setup/lending-service.ts';
import { recordedDatabase } from '#tests/setup/recorded-database.ts';

const statements: string[] = [];
const postgres = await openPostgresDatabase();
afterAll(postgres.close);
const service = lendingService(recordedDatabase(postgres.db, ({ text }) => statements.push(text)));
let previews = 0;
const { host } = service.api;
const counted: typeof host = {
  ...host,
  preview(...of) {
    previews += 1;
    return host.preview(...of);
  },
};
const limits = { MXN: 1, INR: 1 };
const { desk, person } = testDesk({ ...service, api: { ...service.api, host: counted } }, undefined, {
  secondApproverAboveMinor: limits,
  daySumAboveMinor: limits,
});
const signedIn = async (name: string, role: DeskPerson['roles'][number]): Promise<DeskPerson> => {
  const { personId } = await person(name, role);
  return { personId, name, roles: [role], language: 'en' };
};
const treasurer = await signedIn('Tomás Ávila', 'treasury');
const manager = await signedIn('Marta Ruiz', 'manager');
const reason = 'Borrower has left the country';
const kindOf = (kind: MatterKind, is: (name: string, detail: Readonly<Record<string, unknown>>) => boolean) =>
  desk.matters
    .list(manager, { ...wholeQueue, kind }, { cursor: '', limit: 100 })
    .then(({ rows }) => rows.filter(({ name, detail }) => is(name, detail)));

/** What previewing an act on many asks the host and the store, but for what each loan is read by where the host is asked. */
async function costOf(act: 'approve' | 'second', names: Awaited<ReturnType<typeof kindOf>>) {
  statements.length = 0;
  previews = 0;
  const messageId = randomUUID();
  await desk.batches.preview(manager, { messageId, act, toPersonId: null, names });
  const ofLoans =
    /^select "loan_id", "borrower_id" from "loan_numbers"|^select json_build_array\(json_build_array\("loans"/;
  const asked = statements.map((text) => text.replace(/\s+/g, ' '));
  const others = asked.filter((text) => !ofLoans.test(text)).map((text) => text.slice(0, 40));
  expect(asked.length - others.length).toBeLessThanOrEqual(names.length * 2);
  const rows = (await desk.batches.read(manager, messageId))?.rows ?? [];
  const outcomes = rows.map(({ outcome, why }) => why ?? outcome);
  return { previews, others, outcomes, names: rows.map(({ name }) => name) };
}

test('requests for approval are read and previewed together, however many there are', async () => {
  const asked: string[] = [];
  const orders: string[] = [];
  const call = writeOffLoan as HostCall;
  for (let n = 0; n < 6; n += 1)
    orders.push((await paidOutLoan(service, await newBorrower(service))).orderNumber);
  const lateMs = service.dependencies.clock.now().getTime() + 60 * 86_400_000;
  service.setTime(new Date(lateMs).toISOString());
  for (const orderNumber of orders) {
    const correction = { call, orderNumber, fields: { orderNumber, reason } };
    const seen = effectKey(await desk.corrections.preview(treasurer, correction));
    const messageId = service.dependencies.random.id();
    await desk.corrections.carryOut(treasurer, correction, { messageId, seen, reason });
    asked.push(messageId);
  }
  const matters = await kindOf('approval', (name) => asked.includes(name));
  const few = await costOf('second', matters.slice(0, 2));
  const many = await costOf('second', matters);
  expect(many.outcomes).toEqual(Array(6).fill('ready'));
  expect(many.names.toSorted()).toEqual(orders.toSorted());
  expect([few.previews, many.previews]).toEqual([1, 1]);
  expect(many.others).toEqual(few.others);
});

test('new terms and erasures that wait are read together too, and those that cannot be done any more drop out', async () => {
  const asked: string[] = [];
  const propose = async (proposed: HostCall, fields: Readonly<Record<string, unknown>>, subject: string) => {
    const messageId = service.dependencies.random.id();
    const proposal = { call: proposed, fields, subject, currency: 'MXN' as const };
    await desk.corrections.propose(manager, proposal, { messageId, reason });
    asked.push(messageId);
  };
  const version = { 'mx-120': 1, 'mx-90-steps': 7, unheard: 0 };
  for (const [productId, expectedVersion] of Object.entries(version))
    await propose(putProduct as HostCall, { productId, expectedVersion }, `product:${productId}`);
  for (let n = 0; n < 2; n += 1) {
    const { borrowerId } = await newBorrower(service);
    await propose(requestErasure as HostCall, { borrowerId, reason }, `borrower:${borrowerId}`);
  }
  await propose(requestErasure as HostCall, { borrowerId: randomUUID(), reason }, 'borrower:gone');
  statements.length = 0;
  const all = await desk.approvals.readAll(manager, asked);
  expect(asked.map((id) => (all.get(id)?.effectNow ? 'can' : 'cannot'))).toEqual([
    ...['can', 'cannot', 'can'],
    ...['can', 'can', 'cannot'],
  ]);
  expect(statements).toHaveLength(3);
});

test('whose offer an application is of is read once for all of them', async () => {
  const orders: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const session = await newBorrower(service);
    if (n === 5) {
      const { borrowerId } = session;
      const offered = { borrowerId, productId: 'mx-120', amountMinor: 500_000, depositAccountEnding: '4821' };
      const subject = `borrower:${borrowerId}`;
      await desk.ask(manager, putOffer, offered, { messageId: service.dependencies.random.id(), subject });
    }
    orders.push((await applyForLoan(service, session)).orderNumber);
  }
  const matters = await kindOf('application', (name) => orders.includes(name));
  const ofOthers = matters.filter(({ name }) => name !== orders[5]);
  const few = await costOf('approve', ofOthers.slice(0, 2));
  const many = await costOf('approve', matters);
  expect(many.outcomes.toSorted()).toEqual(['own-offer', ...Array(5).fill('ready')].toSorted());
  expect([few.previews, many.previews]).toEqual([1, 1]);
  expect(many.others).toEqual(few.others);
});
