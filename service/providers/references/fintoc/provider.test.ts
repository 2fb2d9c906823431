import { afterAll, beforeEach, expect, test } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import { startFintocStandIn } from '#tests/providers/fintoc-stand-in.ts';
import { knownReference, wantedReference } from '#tests/providers/reference-conformance.ts';
import { ReferenceRefused } from '../../ports/payment-references.ts';
import { WebhookRefused, WebhookUnreadable } from '../../ports/webhook.ts';
import { createFintocReferences } from './provider.ts';

const key = { secretKey: 'sk_test_fintocalone01', webhookSecret: 'whsec_fintocalone0001' };
const fintoc = await startFintocStandIn({ ...key, webhookUrl: () => 'http://127.0.0.1:9/webhooks/fintoc' });
fintoc.delivery = 'never';
afterAll(fintoc.close);
const options = { account: { ...key, accountId: fintoc.accountId }, apiBase: fintoc.origin };
const provider = createFintocReferences(options);
const request = (change: Parameters<typeof wantedReference>[0] = {}) =>
  wantedReference({ channelKind: 'bank-transfer', amountMinor: null, ...change });

beforeEach(() => {
  fintoc.faults.length = 0;
  fintoc.pageSize = 100;
});

const madeFor = (id: string) =>
  fintoc.numbers.filter(({ metadata }) => metadata.llano_payment_reference === id);
const lastEvent = () => fintoc.events.at(-1) ?? {};

test('a CLABE is made once for a request, asked for twice, at once, and after each fault', async () => {
  for (const fault of [null, '429', '500', 'drop-before', 'drop-after'] as const) {
    const want = request();
    if (fault) fintoc.faults.push(fault);
    const first = await provider.issue(want).catch(() => null);
    const again = await Promise.all([
      provider.issue({ ...want, isRepeated: true }),
      provider.issue({ ...want, isRepeated: true }),
    ]);
    expect(madeFor(want.id)).toHaveLength(1);
    expect(new Set([...again, ...(first ? [first] : [])].map(({ code }) => code)).size).toBe(1);
    expect(again[0]).toMatchObject({ code: expect.stringMatching(/^\d{18}$/), expiresAt: null });
  }
});

test('one that was made unheard is looked for page by page', async () => {
  const want = request();
  fintoc.faults.push('drop-after');
  await expect(provider.issue(want)).rejects.toThrow();
  for (let other = 0; other < 3; other += 1) await provider.issue(request());
  fintoc.pageSize = 2;
  await provider.issue({ ...want, isRepeated: true });
  expect(madeFor(want.id)).toHaveLength(1);
});

test('what Fintoc does not take is refused for good; a wrong key refuses nothing', async () => {
  await expect(provider.issue(request({ channelKind: 'store' }))).rejects.toThrow(ReferenceRefused);
  const elsewhere = { ...options, account: { ...options.account, accountId: 'acc_another' } };
  await expect(createFintocReferences(elsewhere).issue(request())).rejects.toThrow(ReferenceRefused);
  const stranger = { ...options, account: { ...options.account, secretKey: 'sk_test_another1' } };
  await expect(createFintocReferences(stranger).issue(request())).rejects.not.toThrow(ReferenceRefused);
});

test('a transfer names our reference, its amount, its clave de rastreo and who sent it, in messages, look-ups and lists alike', async () => {
  const want = request();
  const { code, providerReference } = await provider.issue(want);
  expect(fintoc.transfer(code, 142_281)).toBe(true);
  const [moved] = fintoc.transfers;
  const deposit = {
    ...{
      id: moved?.id,
      referenceId: want.id,
      providerReference,
      code,
      amountMinor: 142_281,
      currency: 'MXN',
    },
    ...{ payerAccount: '012180000000000008', trackingKey: moved?.tracking_key },
    paidAt: new Date(moved?.transaction_date ?? ''),
  };
  const message = await provider.verify(fintoc.sign(lastEvent()));
  expect(message).toMatchObject({ id: expect.stringMatching(/^evt_/), notice: [deposit], outflows: [] });
  expect(await provider.lookUp(knownReference(want, providerReference, code))).toEqual([deposit]);
  const listed = [];
  const known: string[] = [];
  for await (const read of provider.sweep?.(new Date(0), async (id) => known.includes(id)) ?? []) {
    listed.push(await read());
  }
  expect(listed.flatMap(({ notice }) => notice ?? [])).toContainEqual(deposit);
});

test('a transfer that was returned left whole, and is a deposit still; one whose return failed stands', async () => {
  const { code } = await provider.issue(request());
  fintoc.transfer(code, 5_000);
  const id = fintoc.transfers[0]?.id ?? '';
  const failed = fintoc.eventOf('transfer.inbound.return_failed', { ...fintoc.transfers[0] });
  expect(await provider.verify(fintoc.sign(failed))).toMatchObject({ notice: [{ id }], outflows: [] });
  fintoc.returnTransfer(id);
  const left = { id: `return:${id}`, payment: { deposit: id }, cause: 'refund', outcome: 'left' };
  expect(await provider.verify(fintoc.sign(lastEvent()))).toMatchObject({
    ...{ notice: [{ id, amountMinor: 5_000 }], outflows: [{ ...left, amountMinor: 5_000 }] },
  });
});

test('a CLABE of a settled loan is closed; one that Fintoc deleted is reported and noticed', async () => {
  const want = request();
  const { code, providerReference } = await provider.issue(want);
  const known = knownReference(want, providerReference, code);
  expect(await provider.isClosed?.(known)).toBe(false);
  await provider.cancel(known);
  expect(fintoc.transfer(code, 100)).toBe(false);
  fintoc.deleteNumber(code);
  expect(await provider.isClosed?.(known)).toBe(true);
  expect(await provider.verify(fintoc.sign(lastEvent()))).toMatchObject({
    ...{ notice: null, closed: [providerReference] },
  });
});

test('a message is believed with the secret of the endpoint, for five minutes, in the mode of the key', async () => {
  const { code } = await provider.issue(request());
  fintoc.transfer(code, minorAmount(100));
  const event = lastEvent();
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000);
  for (const signing of [{ secret: 'whsec_another00000001' }, { at: at(-301) }, { at: at(301) }]) {
    await expect(provider.verify(fintoc.sign(event, signing))).rejects.toThrow(WebhookRefused);
  }
  const live = { ...event, mode: 'live' };
  await expect(provider.verify(fintoc.sign(live))).rejects.toThrow(WebhookRefused);
  const { headers, body } = fintoc.sign(event);
  await expect(provider.verify({ headers, body: `${body} ` })).rejects.toThrow(WebhookRefused);
  await expect(provider.verify({ headers: new Headers(), body })).rejects.toThrow(WebhookRefused);
  for (const odd of [{ data: { id: 'tr_1' } }, { data: { ...fintoc.transfers[0], amount: '100' } }]) {
    await expect(provider.verify(fintoc.sign({ ...event, ...odd }))).rejects.toThrow(WebhookUnreadable);
  }
});

test('transfers to CLABEs that are not ours, and other events, are none of our business', async () => {
  const { code } = await provider.issue(request());
  fintoc.transfer(code, 100);
  const [moved] = fintoc.transfers;
  const foreign = { ...moved, account_number: { ...moved?.account_number, metadata: { id_cliente: '1' } } };
  const others = [
    fintoc.eventOf('transfer.inbound.succeeded', foreign),
    fintoc.eventOf('transfer.outbound.succeeded', { ...moved, direction: 'outbound' }),
    fintoc.eventOf('payment_intent.succeeded', { id: 'pi_1' }),
  ];
  for (const event of others)
    expect(await provider.verify(fintoc.sign(event))).toMatchObject({ notice: null });
});
