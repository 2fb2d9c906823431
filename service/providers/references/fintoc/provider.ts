import type { z } from 'zod';
import type { ConfirmationTime } from '#domain/repayment/value-day.ts';
import type { Outflow } from '../../ports/outflow.ts';
import {
  type Deposit,
  type IssuedReference,
  type ReferenceProvider,
  ReferenceRefused,
  type ReferenceRequest,
} from '../../ports/payment-references.ts';
import { type IsKnown, readSigned, type WebhookEvent } from '../../ports/webhook.ts';
import { ifRefused, type ProviderClient, refuseReference } from '../../provider-client.ts';
import type { FintocOptions } from './account.ts';
import {
  accountNumber,
  type FintocEvent,
  type FintocTransfer,
  fintocClient,
  modeOf,
  provenFintocEvent,
  transfer,
} from './client.ts';

/** Name of our id in the metadata of a CLABE; every transfer to the CLABE carries it. */
const metadataName = 'llano_payment_reference';

/** A transfer carries its time; a SPEI transfer arrives within half a minute (Banco de México). */
const confirmation: ConfirmationTime = { minutes: 1 };

/** How far Fintoc's clock may be behind ours. */
const clockSkewMs = 300_000;
/** Fintoc stores answers, errors too, under the idempotency key, so a failed request is repeated under a new key. */
const keyLifeMs = 300_000;
/** A transfer can be returned for 90 days after it came (docs.fintoc.com, return a transfer). */
const returnableMs = 91 * 86_400_000;

/** Statuses of a transfer that arrived, also of one that is returned later. */
const receivedStatuses: readonly string[] = ['succeeded', 'return_pending', 'returned'];

interface Fintoc {
  readonly client: ProviderClient;
  readonly accountId: string;
  readonly mode: 'live' | 'test';
  readonly now: () => Date;
}

/** Issues CLABEs with Fintoc, one per loan and purpose, for any amount. Fintoc gets neither the borrower's name nor their telephone. */
export function createFintocReferences(
  options: FintocOptions,
  now: () => Date = () => new Date(),
): ReferenceProvider {
  const { account } = options;
  const client = fintocClient(options);
  const fintoc: Fintoc = { client, accountId: account.accountId, mode: modeOf(account.secretKey), now };
  return {
    name: 'fintoc',
    takes: () => 'any-amount',
    confirmation: () => confirmation,
    issue: (request) => issueClabe(fintoc, request),
    async lookUp({ providerReference }) {
      const deposits: Deposit[] = [];
      const path = `/transfers?direction=inbound&account_number_id=${encodeURIComponent(providerReference)}`;
      for await (const moved of client.list(path, transfer)) {
        if (isOurs(fintoc, moved)) deposits.push(...depositsOf(moved));
      }
      return deposits;
    },
    async cancel({ providerReference }) {
      const body = { status: 'disabled' };
      const disabled = client.send('PATCH', clabePath(providerReference), accountNumber, { body });
      // A deleted CLABE takes no money either.
      await ifRefused(disabled, () => undefined);
    },
    async isClosed({ providerReference }) {
      const { status, deleted_at: deletedAt } = await client.get(clabePath(providerReference), accountNumber);
      return deletedAt != null || status === 'deleted';
    },
    verify: async (message) => readEvent(fintoc, provenFintocEvent(message, account, now())),
    sweep: (since, isKnown) => sweep(fintoc, since, isKnown),
  };
}

const clabePath = (id: string) => `/account_numbers/${encodeURIComponent(id)}`;

async function issueClabe(fintoc: Fintoc, request: ReferenceRequest): Promise<IssuedReference> {
  if (request.channelKind !== 'bank-transfer') throw new ReferenceRefused('Fintoc has no such channel.');
  const made = await ifRefused(
    findIssued(fintoc, request).then((found) => found ?? createClabe(fintoc, request)),
    refuseReference,
  );
  if (made.mode !== fintoc.mode) throw new Error('The CLABE is one of the other mode, test or live.');
  return { providerReference: made.id, code: made.number, expiresAt: null, facts: {} };
}

function createClabe({ client, accountId, now }: Fintoc, { id, orderNumber, isRepeated }: ReferenceRequest) {
  const attempt = isRepeated ? `-${Math.floor(now().getTime() / keyLifeMs)}` : '';
  const body: AccountNumberRequest = {
    account_id: accountId,
    description: orderNumber.slice(0, 40),
    metadata: { [metadataName]: id },
  };
  const headers = { 'Idempotency-Key': `reference-${id}${attempt}` };
  return client.send('POST', '/account_numbers', accountNumber, { body, headers });
}

function readEvent(fintoc: Fintoc, { id, type, data }: FintocEvent): WebhookEvent<readonly Deposit[]> {
  if (type === 'account_number.deleted') {
    const deleted = readSigned(accountNumber, data);
    return { id, notice: null, closed: deleted.metadata?.[metadataName] ? [deleted.id] : [] };
  }
  if (!type.startsWith('transfer.inbound.')) return { id, notice: null };
  const moved = readSigned(transfer, data);
  if (!isOurs(fintoc, moved)) return { id, notice: null };
  return { id, notice: depositsOf(moved), outflows: returnsOf(moved) };
}

/** Transfers of the last 91 days at least, since a return may come that late. */
async function* sweep(
  fintoc: Fintoc,
  since: Date,
  isKnown: IsKnown,
): AsyncGenerator<() => Promise<WebhookEvent<readonly Deposit[]>>> {
  const from = Math.min(since.getTime(), fintoc.now().getTime() - returnableMs);
  const path = `/transfers?direction=inbound&account_id=${encodeURIComponent(fintoc.accountId)}`;
  for await (const moved of fintoc.client.list(path, transfer)) {
    if (moved.transaction_date.getTime() < from) return;
    if (!isOurs(fintoc, moved)) continue;
    const isNews = !(await isKnown(moved.id, moved.amount));
    const outflows = returnsOf(moved);
    if (!isNews && outflows.length === 0) continue;
    yield async () => ({ id: moved.id, notice: isNews ? depositsOf(moved) : null, outflows });
  }
}

function isOurs({ mode }: Fintoc, moved: FintocTransfer): boolean {
  return moved.mode === mode && moved.direction === 'inbound' && referenceIdOf(moved) !== null;
}

interface AccountNumberRequest {
  readonly account_id: string;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Finds the CLABE of an earlier request whose answer was lost. */
async function findIssued(
  { client, accountId }: Fintoc,
  { id, isRepeated, requestedAt }: ReferenceRequest,
): Promise<z.output<typeof accountNumber> | undefined> {
  if (!isRepeated) return undefined;
  const from = requestedAt.getTime() - clockSkewMs;
  const path = `/account_numbers?account_id=${encodeURIComponent(accountId)}`;
  for await (const made of client.list(path, accountNumber)) {
    if (made.metadata?.[metadataName] === id) return made;
    if (made.created_at.getTime() < from) return undefined;
  }
}

function referenceIdOf({ account_number: { metadata } }: FintocTransfer): string | null {
  const id = metadata?.[metadataName];
  return typeof id === 'string' ? id : null;
}

function depositsOf(moved: FintocTransfer): Deposit[] {
  if (!receivedStatuses.includes(moved.status)) return [];
  const { id, amount: amountMinor, currency, transaction_date: paidAt, tracking_key: key } = moved;
  return [
    {
      id,
      referenceId: referenceIdOf(moved),
      providerReference: moved.account_number.id,
      code: moved.account_number.number,
      amountMinor,
      currency: currency.toUpperCase(),
      paidAt,
      payerAccount: moved.counterparty?.account_number ?? null,
      ...(key && { trackingKey: key }),
    },
  ];
}

function returnsOf({ id, amount, currency, status, return_reason: reason }: FintocTransfer): Outflow[] {
  if (status !== 'returned') return [];
  return [
    {
      id: `return:${id}`,
      payment: { deposit: id },
      cause: 'refund',
      outcome: 'left',
      amountMinor: amount,
      currency: currency.toUpperCase(),
      reason: reason ?? '',
    },
  ];
}
