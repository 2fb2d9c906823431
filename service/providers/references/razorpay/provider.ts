import { z } from 'zod';
import { readUpiIntent } from '#domain/repayment/upi.ts';
import type { ConfirmationTime } from '#domain/repayment/value-day.ts';
import type { Outflow } from '../../ports/outflow.ts';
import {
  type Deposit,
  type IssuedReference,
  type KnownReference,
  type ReferenceProvider,
  ReferenceRefused,
  type ReferenceRequest,
} from '../../ports/payment-references.ts';
import { readKnown, readSigned, type WebhookEvent } from '../../ports/webhook.ts';
import { ifRefused, type ProviderClient, refuseReference } from '../../provider-client.ts';
import type { RazorpayOptions } from './account.ts';
import { createRazorpayClient, notes, provenEvent } from './client.ts';
import { listedSince, methodOf, outflowIn, type RazorpayOutflow, requirePayment } from './outflows.ts';

const codeLifeSeconds = 86_400;

/**
 * Razorpay gives the time of arrival for a bank transfer. NEFT settles every half hour, and the bank credits within two hours of that (Reserve
 * Bank of India, NEFT at all hours, December 2019). A UPI payment carries its own time.
 */
const transferred: ConfirmationTime = { minutes: 150 };

const noteName = 'llano_payment_reference';

/** Razorpay's clock may be behind ours by this. */
const clockSkewSeconds = 300;

const qrCode = z.object({
  id: z.string().regex(/^qr_\w{1,60}$/),
  notes,
  close_by: z.coerce.number().int().nullish(),
  payment_amount: z.int().nullish(),
  /** Text of the QR code; only on accounts with this feature. */
  image_content: z.string().max(1000).nullish(),
  image_url: z.url({ protocol: /^https?$/ }).nullish(),
});

const virtualAccount = z.object({
  id: z.string().regex(/^va_\w{1,60}$/),
  notes,
  receivers: z
    .array(
      z.object({
        entity: z.string(),
        account_number: z.string().nullish(),
        ifsc: z.string().nullish(),
        bank_name: z.string().nullish(),
        name: z.string().nullish(),
      }),
    )
    .nullish(),
});

/** The RRN of UPI and IMPS, the UTR of NEFT and RTGS. Zeros alone stand for none. */
const bankReference = z
  .string()
  .regex(/^(?=.*[1-9A-Za-z])[\w/-]{1,64}$/)
  .nullish()
  .catch(null);

const payment = z.object({
  id: z.string().regex(/^pay_\w{1,60}$/),
  amount: z.int().positive(),
  currency: z.string(),
  status: z.string(),
  created_at: z.int().positive(),
  vpa: z.string().nullish().catch(null),
  /** An empty list until the bank answers. */
  acquirer_data: z.object({ rrn: bankReference }).nullish().catch(null),
});

const bankTransfer = z.object({
  bank_reference: bankReference,
  payer_bank_account: z.object({ account_number: z.string() }).nullish().catch(null),
});
type BankTransfer = z.output<typeof bankTransfer>;

const credited = z.object({ id: z.string(), notes });

const creditedList = z.object({ items: z.array(credited) });
const creditedAccount = bankTransfer.extend({ id: z.string(), virtual_account: credited.nullish() });
const codeList = z.object({ items: z.array(z.object({ notes })) });

const kinds = {
  upi: { path: '/payments/qr_codes', event: 'qr_code.credited', entity: 'qr_code' },
  'virtual-account': {
    path: '/virtual_accounts',
    event: 'virtual_account.credited',
    entity: 'virtual_account',
  },
} as const;

/**
 * UPI by QR codes of one amount, whose content is also the link that opens a UPI app, and Smart Collect virtual accounts for bank transfers of
 * any amount. Razorpay learns neither the borrower's name nor their telephone.
 */
export function createRazorpayReferences(
  options: RazorpayOptions,
  now: () => Date = () => new Date(),
): ReferenceProvider {
  const client = createRazorpayClient(options);
  return {
    name: 'razorpay',
    takes: (channelKind) => (channelKind === 'upi' ? 'one-amount' : 'any-amount'),
    confirmation: (channelKind) => (channelKind === 'virtual-account' ? transferred : null),
    async issue(request) {
      if (request.channelKind === 'upi') return ifRefused(upiCode(client, request, now()), refuseReference);
      if (request.channelKind === 'virtual-account')
        return ifRefused(accountNumber(client, request), refuseReference);
      throw new ReferenceRefused('Razorpay has no such channel.');
    },
    async lookUp(reference) {
      const deposits: Deposit[] = [];
      const path = `${pathOf(reference)}/${encodeURIComponent(reference.providerReference)}/payments`;
      for await (const paid of client.list(path, payment)) {
        const transfer = reference.channelKind === 'upi' ? null : await transferOf(client, paid);
        const into = { referenceId: reference.id, of: reference.providerReference };
        const deposit = depositOf(paid, transfer, into);
        if (deposit) deposits.push(deposit);
      }
      return deposits;
    },
    async cancel(reference) {
      const path = `${pathOf(reference)}/${encodeURIComponent(reference.providerReference)}/close`;
      // Razorpay refuses to close a code that was paid or has expired; it is closed already.
      await ifRefused(client.send('POST', path, z.unknown(), { body: {} }), () => undefined);
    },
    async isClosed({ channelKind, providerReference }) {
      if (channelKind !== 'virtual-account') return false;
      const path = `${kinds['virtual-account'].path}/${encodeURIComponent(providerReference)}`;
      return (await client.get(path, z.object({ status: z.string() }))).status === 'closed';
    },
    async *sweep(since, isKnown) {
      const search = { since, now: now(), methods: ['upi', 'bank_transfer'], isKnown };
      for await (const read of listedSince(client, search)) {
        yield async () => {
          const listed = await read();
          if ('payment' in listed) return listedDeposit(client, payment.parse(listed.payment));
          const left = outflowIn(listed.event);
          const outflows = left ? await outflowsOf(client, left) : [];
          return { id: listed.event.id, at: listed.event.at, notice: null, outflows };
        };
      }
    },
    async verify(message) {
      const event = provenEvent(message, options.account, now());
      const { id, name, about } = event;
      const left = outflowIn(event);
      if (left) {
        const said = { id, at: event.at };
        const read = async () => ({ ...said, notice: null, outflows: await outflowsOf(client, left) });
        return readKnown<readonly Deposit[]>(said, read);
      }
      if (name === 'virtual_account.closed') {
        const closed = readSigned(credited, about.virtual_account);
        return { id, notice: null, closed: referenceIdOf(closed.notes) === null ? [] : [closed.id] };
      }
      const kind = Object.values(kinds).find(({ event }) => event === name);
      if (!kind) return { id, notice: null };
      const subject = readSigned(credited, about[kind.entity]);
      const referenceId = referenceIdOf(subject.notes);
      if (referenceId === null) return { id, notice: null };
      const { data: transfer = null } = bankTransfer.safeParse(about.bank_transfer);
      const paid = readSigned(payment, about.payment);
      const deposit = depositOf(paid, transfer, { referenceId, of: subject.id });
      return { id, notice: deposit && [deposit] };
    },
  };
}

/** Reads a listed payment to a code or account of ours. A payment refunded since then counts as captured. */
async function listedDeposit(
  client: ProviderClient,
  paid: z.output<typeof payment>,
): Promise<WebhookEvent<readonly Deposit[]>> {
  const { id } = paid;
  const byCode = await client.get(`${kinds.upi.path}?payment_id=${id}`, creditedList);
  const transfer = byCode.items[0] ? null : await transferOf(client, paid);
  const paidWith = byCode.items[0] ?? transfer?.virtual_account;
  const referenceId = paidWith ? referenceIdOf(paidWith.notes) : null;
  if (!paidWith || referenceId === null) return { id, notice: null };
  const deposit = depositOf({ ...paid, status: 'captured' }, transfer, { referenceId, of: paidWith.id });
  return { id, notice: deposit && [deposit] };
}

/** The bank transfer of a payment; null for any other payment, for which Razorpay answers with an error. */
async function transferOf(client: ProviderClient, { id }: { readonly id: string }) {
  return ifRefused(client.get(`/payments/${id}/bank_transfer`, creditedAccount), () => null);
}

async function outflowsOf(client: ProviderClient, left: RazorpayOutflow): Promise<Outflow[]> {
  const { paymentId, method: _method, ...outflow } = left;
  const method = await methodOf(client, left);
  const codes =
    method === 'upi'
      ? (await client.get(`${kinds.upi.path}?payment_id=${paymentId}`, codeList)).items[0]?.notes
      : method === 'bank_transfer'
        ? (await transferOf(client, { id: paymentId }))?.virtual_account?.notes
        : null;
  if (codes === undefined) await requirePayment(client, left);
  return codes && referenceIdOf(codes) !== null ? [{ ...outflow, payment: { deposit: paymentId } }] : [];
}

function pathOf({ channelKind }: Pick<KnownReference, 'channelKind'>): string {
  if (channelKind !== 'upi' && channelKind !== 'virtual-account') {
    throw new Error('Razorpay has no such channel.');
  }
  return kinds[channelKind].path;
}

function referenceIdOf(codes: Readonly<Record<string, unknown>>): string | null {
  const id = codes[noteName];
  return typeof id === 'string' ? id : null;
}

/** Null for a payment that is not captured, since it may still be returned. */
function depositOf(
  {
    id,
    amount: amountMinor,
    currency,
    status,
    created_at: seconds,
    vpa,
    acquirer_data: acquirer,
  }: z.output<typeof payment>,
  transfer: BankTransfer | null,
  { referenceId, of }: { readonly referenceId: string; readonly of: string },
): Deposit | null {
  if (status !== 'captured') return null;
  const trackingKey = transfer?.bank_reference ?? acquirer?.rrn;
  return {
    id,
    referenceId,
    providerReference: of,
    code: null,
    amountMinor,
    currency: currency.toUpperCase(),
    paidAt: new Date(seconds * 1000),
    payerAccount: transfer?.payer_bank_account?.account_number ?? vpa ?? null,
    ...(trackingKey && { trackingKey }),
  };
}

export interface UpiCodeRequest {
  readonly type: 'upi_qr';
  readonly usage: 'single_use';
  readonly fixed_amount: boolean;
  readonly payment_amount: number;
  readonly description: string;
  readonly close_by: number;
  readonly notes: Record<string, string>;
}

export interface AccountRequest {
  readonly receivers: { readonly types: ['bank_account'] };
  readonly description: string;
  readonly notes: Record<string, string>;
}

async function upiCode(
  client: ProviderClient,
  request: ReferenceRequest,
  now: Date,
): Promise<IssuedReference> {
  const { id, amountMinor, orderNumber } = request;
  if (amountMinor === null) throw new ReferenceRefused('A UPI code is for one amount.');
  const order: UpiCodeRequest = {
    type: 'upi_qr',
    usage: 'single_use',
    fixed_amount: true,
    payment_amount: amountMinor,
    description: orderNumber,
    close_by: Math.floor(now.getTime() / 1000) + codeLifeSeconds,
    notes: { [noteName]: id, order_number: orderNumber },
  };
  const code =
    (await findIssued(client, request, kinds.upi.path, qrCode)) ??
    (await client.send('POST', kinds.upi.path, qrCode, { body: order }));
  if (!code.image_content) {
    throw new ReferenceRefused(
      'Razorpay does not give the account the content of QR codes; ask Razorpay to enable it.',
    );
  }
  const link = readUpiIntent(code.image_content);
  const isForIt = code.payment_amount === amountMinor && (link?.amountMinor ?? amountMinor) === amountMinor;
  if (!link?.transactionReference || !isForIt) throw new Error('Razorpay gave no UPI code for the amount.');
  return {
    providerReference: code.id,
    code: link.transactionReference,
    expiresAt: new Date((code.close_by ?? order.close_by) * 1000),
    facts: {
      payLink: code.image_content,
      holderName: link.payeeName || undefined,
      voucherLink: code.image_url ?? undefined,
    },
  };
}

async function accountNumber(client: ProviderClient, request: ReferenceRequest): Promise<IssuedReference> {
  const { id, orderNumber } = request;
  const { path } = kinds['virtual-account'];
  const order: AccountRequest = {
    receivers: { types: ['bank_account'] },
    description: orderNumber,
    notes: { [noteName]: id, order_number: orderNumber },
  };
  const code =
    (await findIssued(client, request, path, virtualAccount)) ??
    (await client.send('POST', path, virtualAccount, { body: order }));
  const account = code.receivers?.find(({ entity }) => entity === 'bank_account');
  if (!account?.account_number || !account.ifsc) throw new Error('Razorpay gave no account.');
  return {
    providerReference: code.id,
    code: account.account_number,
    expiresAt: null,
    facts: {
      bankCode: account.ifsc,
      bankName: account.bank_name || undefined,
      holderName: account.name || undefined,
    },
  };
}

/** Finds what an earlier request created whose answer was lost; Razorpay takes no idempotency key for it. */
async function findIssued<Schema extends z.ZodType<{ readonly notes: Record<string, unknown> }>>(
  client: ProviderClient,
  { id, isRepeated, requestedAt }: ReferenceRequest,
  path: string,
  item: Schema,
): Promise<z.output<Schema> | undefined> {
  if (!isRepeated) return undefined;
  const from = Math.floor(requestedAt.getTime() / 1000) - clockSkewSeconds;
  for await (const made of client.list(`${path}?from=${from}`, item)) {
    if (referenceIdOf(made.notes) === id) return made;
  }
}
