import { afterAll, beforeEach, expect, test } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import { startRazorpayStandIn } from '#tests/providers/razorpay-stand-in.ts';
import {
  knownReference,
  type MessageFlaw,
  testReferencesOfOneAmount,
  wantedReference,
} from '#tests/providers/reference-conformance.ts';
import { ReferenceRefused, type ReferenceRequest } from '../../ports/payment-references.ts';
import { WebhookRefused, WebhookUnreadable } from '../../ports/webhook.ts';
import { createRazorpayReferences } from './provider.ts';

const account = {
  keyId: 'rzp_test_referencesonly',
  keySecret: 'asecretofreferences',
  webhookSecret: 'anothersecretofreferences',
};
const razorpay = await startRazorpayStandIn({
  ...account,
  webhookUrl: () => 'http://127.0.0.1:9/webhooks/razorpay',
});
razorpay.delivery = 'hold';
afterAll(() => razorpay.close());
let now = new Date();
const provider = createRazorpayReferences({ account, apiBase: razorpay.origin }, () => now);

beforeEach(() => {
  razorpay.faults.length = 0;
  razorpay.givesContent = true;
  now = new Date();
});

const request = (change: Partial<ReferenceRequest> = {}) =>
  wantedReference({ channelKind: 'upi', market: 'IN', currency: 'INR', ...change });

const transferred = { channelKind: 'virtual-account', amountMinor: null } as const;

const record = (want: ReferenceRequest, issuedCode: { providerReference: string; code: string }) =>
  knownReference(want, issuedCode.providerReference, issuedCode.code);

const madeFor = ({ id }: Pick<ReferenceRequest, 'id'>) =>
  [...razorpay.codes, ...razorpay.accounts].filter(
    ({ notes }) => 'llano_payment_reference' in notes && notes.llano_payment_reference === id,
  );

const anotherSecret = 'anothersecretthanofanything';

function paidMessage(providerReference: string, flaw: MessageFlaw = {}) {
  const code = razorpay.codes.find(({ id }) => id === providerReference);
  const [payment = {}] = razorpay.paymentsOf(providerReference);
  const seconds = Math.floor(now.getTime() / 1000);
  const event = {
    ...{
      entity: 'event',
      event: 'qr_code.credited',
      created_at: seconds - (flaw.isOld ? 25 * 3_600 + 10 : 0),
    },
    payload: {
      payment: { entity: { ...payment, ...(flaw.amountMinor && { amount: flaw.amountMinor }) } },
      qr_code: { entity: flaw.isForeign ? { ...code, notes: [] } : code },
    },
  };
  // Test and live mode have webhooks of their own, each with its secret.
  const isOther = flaw.isForged || flaw.isOtherMode;
  const message = razorpay.sign(event, isOther ? { secret: anotherSecret } : {});
  return flaw.isTampered ? { ...message, body: `${message.body} ` } : message;
}

testReferencesOfOneAmount('Razorpay', {
  ...{ provider, channelKind: 'upi', market: 'IN', lifeDays: 1, codeForm: /^RZP\w{14}qrv2$/ },
  ...{ faults: razorpay.faults, refusedMinor: [99], paidMessage },
  madeFor: (id) => madeFor({ id }).length,
  pay: (id) => void razorpay.payCode(id),
  stateOf(id) {
    const code = razorpay.codes.find((each) => each.id === id);
    if (code?.status === 'active') return 'open';
    return code?.payments_count_received ? 'paid' : 'cancelled';
  },
});

test('a UPI code is Razorpay’s link for one amount and a day, and says nothing of who borrows', async () => {
  const want = request();
  const { code, providerReference, expiresAt, facts } = await provider.issue(want);
  expect(code).toMatch(/^RZP\w{14}qrv2$/);
  expect(facts).toEqual({
    payLink: `upi://pay?pa=llano.standin@examplebank&pn=Llano&tr=${code}&tn=PaymenttoLlano&am=1422.81&cu=INR&mc=6012`,
    holderName: 'Llano',
    voucherLink: `${razorpay.origin}/i/${providerReference}`,
  });
  expect(expiresAt?.getTime()).toBe(Math.floor(now.getTime() / 1000) * 1000 + 86_400_000);
  const [made] = madeFor(want);
  expect(made).toMatchObject({ usage: 'single_use', fixed_amount: true, payment_amount: 142_281 });
  expect(JSON.stringify(made)).not.toMatch(/Asha|98123/);
});

test('a virtual account takes any amount, by its number and IFSC', async () => {
  const want = request(transferred);
  const issued = await provider.issue(want);
  expect(issued).toMatchObject({ code: expect.stringMatching(/^\d{16}$/), expiresAt: null });
  expect(issued.facts).toEqual({
    ...{ bankCode: 'RATN0VAAPIS', bankName: 'RBL Bank', holderName: 'Llano' },
  });
  razorpay.transfer(issued.code, 5_000);
  razorpay.transfer(issued.code, 7_500);
  const deposits = await provider.lookUp(record(want, issued));
  expect(deposits.map(({ amountMinor, referenceId }) => [amountMinor, referenceId])).toEqual([
    [7_500, want.id],
    [5_000, want.id],
  ]);
  expect(new Set(deposits.map(({ id }) => id)).size).toBe(2);
});

test.each([request().channelKind, transferred.channelKind])(
  'a request for %s whose answer was lost is found again, and nothing is made twice',
  async (channelKind) => {
    const want = request(channelKind === 'upi' ? {} : transferred);
    razorpay.faults.push('drop-after');
    await expect(provider.issue(want)).rejects.not.toThrow(ReferenceRefused);
    expect(madeFor(want)).toHaveLength(1);
    // More than one page of others lies between.
    for (let count = 0; count < 101; count += 1) await provider.issue({ ...want, id: crypto.randomUUID() });
    const again = await provider.issue({ ...want, isRepeated: true });
    expect(again.providerReference).toBe(madeFor(want)[0]?.id);
    expect(await provider.issue({ ...want, isRepeated: true })).toEqual(again);
    expect(madeFor(want)).toHaveLength(1);
  },
);

test('what Razorpay does not take is refused for good; wrong keys are not the borrower’s fault', async () => {
  await expect(provider.issue(request({ channelKind: 'store' }))).rejects.toThrow(ReferenceRefused);
  razorpay.givesContent = false;
  await expect(provider.issue(request())).rejects.toThrow(ReferenceRefused);
  const stranger = createRazorpayReferences({
    ...{ account: { ...account, keySecret: 'wrong' }, apiBase: razorpay.origin },
  });
  const refusal = await stranger.issue(request()).catch((error: unknown) => error);
  expect(refusal).not.toBeInstanceOf(ReferenceRefused);
  expect(String(refusal)).toBe('Error: Razorpay answered 401.');
});

test('a code for another amount than was asked for is not shown', async () => {
  const want = request();
  await provider.issue(want);
  const other = { ...want, amountMinor: minorAmount(142_282), isRepeated: true };
  await expect(provider.issue(other)).rejects.toThrow('no UPI code for the amount');
});

test('a code is paid once, an account is closed, and closing that fails is said', async () => {
  const want = request();
  const issued = await provider.issue(want);
  expect(razorpay.payCode(issued.providerReference)).toBe(true);
  expect(razorpay.payCode(issued.providerReference)).toBe(false);
  const other = request(transferred);
  const left = record(other, await provider.issue(other));
  await provider.cancel(left);
  await provider.cancel(left);
  expect(madeFor(other)[0]?.status).toBe('closed');
  expect(razorpay.transfer(left.code, 1_000)).toBe(false);
  razorpay.faults.push('500');
  await expect(provider.cancel(left)).rejects.toThrow();
});

test('reading continues after Razorpay was unavailable for a moment', async () => {
  const want = request();
  const reference = record(want, await provider.issue(want));
  for (const faults of [
    ['429', '500'],
    ['drop-before', 'drop-after'],
  ] as const) {
    razorpay.faults.push(...faults);
    expect(await provider.lookUp(reference)).toEqual([]);
  }
  razorpay.faults.push('500', '500', '500');
  await expect(provider.lookUp(reference)).rejects.toThrow('Razorpay answered 500.');
});

/** What Razorpay tells when a reference is paid. */
function credited(want: ReferenceRequest, change: object = {}) {
  const [made] = madeFor(want);
  const payment = {
    ...{ id: 'pay_1234567890abcd', entity: 'payment', amount: 142_281, currency: 'INR', status: 'captured' },
    created_at: Math.floor(now.getTime() / 1000),
  };
  const kind = made?.entity ?? '';
  return {
    ...{ entity: 'event', event: `${kind}.credited`, contains: ['payment', kind] },
    payload: { payment: { entity: { ...payment, ...change } }, [kind]: { entity: made } },
    created_at: payment.created_at,
  };
}

test('a message is believed with the account’s signature over every byte, and for 25 hours', async () => {
  for (const want of [request(), request(transferred)]) {
    await provider.issue(want);
    const event = credited(want);
    const { id } = await provider.verify(razorpay.sign(event, { eventId: 'event-1' }));
    // The header is not signed: another one names the same event.
    expect(await provider.verify(razorpay.sign(event, { eventId: 'event-2' }))).toEqual({
      id,
      notice: [
        {
          ...{ id: 'pay_1234567890abcd', referenceId: want.id, providerReference: madeFor(want)[0]?.id },
          ...{ code: null, amountMinor: 142_281, currency: 'INR' },
          ...{ paidAt: new Date(event.created_at * 1000), payerAccount: null },
        },
      ],
    });
    const good = razorpay.sign(event);
    const old = { ...event, created_at: event.created_at - 25 * 3_600 - 10 };
    for (const bad of [
      razorpay.sign(event, { secret: account.keySecret }),
      { ...good, body: `${good.body} ` },
      { ...good, body: good.body.replace('142281', '942281') },
      { ...good, headers: new Headers() },
      razorpay.sign(old),
      razorpay.sign({ ...event, created_at: event.created_at + 400 }),
    ]) {
      await expect(provider.verify(bad)).rejects.toThrow(WebhookRefused);
    }
  }
});

test('the payer is the UPI address or the account, if Razorpay knows it', async () => {
  const payerOf = async (event: object) =>
    (await provider.verify(razorpay.sign(event))).notice?.[0]?.payerAccount;
  const code = request();
  const { providerReference } = await provider.issue(code);
  razorpay.payCode(providerReference);
  const [rows] = await provider.lookUp(record(code, { providerReference, code: '' }));
  expect(rows?.payerAccount).toBe('somebody@examplebank');
  expect((await provider.verify(paidMessage(providerReference))).notice?.[0]?.payerAccount).toBe(
    rows?.payerAccount,
  );
  const account = request(transferred);
  await provider.issue(account);
  const event = credited(account);
  expect(await payerOf(event)).toBeNull();
  const from = { entity: { payer_bank_account: { account_number: '765432123456789' } } };
  const notice = { ...event, payload: { ...event.payload, bank_transfer: from } };
  expect(await payerOf(notice)).toBe('765432123456789');
  const unknown = { entity: { payer_bank_account: null } };
  expect(await payerOf({ ...event, payload: { ...event.payload, bank_transfer: unknown } })).toBeNull();
});

test('signed messages of another form are distinguished from forged ones', async () => {
  const want = request();
  await provider.issue(want);
  const event = credited(want);
  for (const odd of [
    ...[null, [], 'paid', 7, {}],
    { ...event, created_at: 'now' },
    { ...event, payload: null },
    { ...event, payload: {} },
    { ...event, payload: { ...event.payload, payment: { entity: null } } },
    credited(want, { amount: '1422.81' }),
    { ...event, event: 'refund.processed', payload: { refund: { entity: {} } } },
    { ...event, event: 'payment.dispute.lost' },
  ]) {
    await expect(provider.verify(razorpay.sign(odd as object))).rejects.toThrow(WebhookUnreadable);
  }
});

test('what was not captured, other events and what other systems do with the account are none of our business', async () => {
  const want = request();
  await provider.issue(want);
  const notice = async (event: object) => (await provider.verify(razorpay.sign(event))).notice;
  expect(await notice(credited(want, { status: 'failed' }))).toBeNull();
  expect(await notice({ ...credited(want), event: 'qr_code.closed' })).toBeNull();
  expect(
    await notice({ ...credited(want), payload: { qr_code: { entity: { id: 'qr_1', notes: [] } } } }),
  ).toBeNull();
  expect(await notice({ event: 'payout.processed', created_at: Math.floor(Date.now() / 1000) })).toBeNull();
});
