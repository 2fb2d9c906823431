import type { ConfirmationTime } from '#domain/repayment/value-day.ts';
import type { Outflow } from '../../ports/outflow.ts';
import {
  type Deposit,
  type ReferenceProvider,
  ReferenceRefused,
  type ReferenceRequest,
} from '../../ports/payment-references.ts';
import { readSigned, type WebhookEvent } from '../../ports/webhook.ts';
import type { FintocOptions } from './account.ts';
import {
  accountNumber,
  type FintocClient,
  type FintocEvent,
  FintocRefusal,
  type FintocTransfer,
  fintocClient,
  modeOf,
  provenFintocEvent,
  transfer,
} from './client.ts';

/** Our id of a reference in the metadata of its CLABE, which every transfer to it bears. */
const metadataName = 'llano_payment_reference';

/** A transfer bears when it was made; Banco de México has a transfer by SPEI arrive in half a minute. */
const confirmation: ConfirmationTime = { minutes: 1 };

/** How far before a request Fintoc's clock may put what came of it. */
const clockSkewMs = 300_000;
/** An answer is kept under its idempotency key, errors too, so that a request that failed is asked for anew under another one. */
const keyLifeMs = 300_000;
/** A transfer can be returned for 90 days after it came (docs.fintoc.com, return a transfer). */
const returnableMs = 91 * 86_400_000;

/** What Fintoc says of a transfer that came: it stands, or it goes back or went. */
const receivedStatuses: readonly string[] = ['succeeded', 'return_pending', 'returned'];

/** CLABEs with Fintoc, one for each loan and purpose, which take any amount; Fintoc is told neither who borrows nor their telephone. */
export function createFintocReferences(
  options: FintocOptions,
  now: () => Date = () => new Date(),
): ReferenceProvider {
  const client = fintocClient(options);
  const { account } = options;
  const mode = modeOf(account.secretKey);
  const isOurs = (moved: FintocTransfer) =>
    moved.mode === mode && moved.direction === 'inbound' && referenceIdOf(moved) !== null;

  function tell({ id, type, data }: FintocEvent): WebhookEvent<readonly Deposit[]> {
    if (type === 'account_number.deleted') {
      const deleted = readSigned(accountNumber, data);
      return { id, notice: null, closed: deleted.metadata?.[metadataName] ? [deleted.id] : [] };
    }
    if (!type.startsWith('transfer.inbound.')) return { id, notice: null };
    const moved = readSigned(transfer, data);
    if (!isOurs(moved)) return { id, notice: null };
    return { id, notice: depositsOf(moved), outflows: returnsOf(moved) };
  }

  return {
    name: 'fintoc',
    takes: () => 'any-amount',
    confirmation: () => confirmation,
    async issue(request) {
      if (request.channelKind !== 'bank-transfer') {
        throw new ReferenceRefused('Fintoc has no such channel.');
      }
      try {
        const made = (await madeBefore(client, request, account.accountId)) ?? (await make(request));
        if (made.mode !== mode) throw new Error('The CLABE is one of the other mode, test or live.');
        return { providerReference: made.id, code: made.number, expiresAt: null, facts: {} };
      } catch (error) {
        if (error instanceof FintocRefusal) throw new ReferenceRefused(error.message);
        throw error;
      }
    },
    async lookUp({ providerReference }) {
      const deposits: Deposit[] = [];
      const path = `/transfers?direction=inbound&account_number_id=${encodeURIComponent(providerReference)}`;
      for await (const moved of client.list(path, transfer)) {
        if (isOurs(moved)) deposits.push(...depositsOf(moved));
      }
      return deposits;
    },
    async cancel({ providerReference }) {
      const path = `/account_numbers/${encodeURIComponent(providerReference)}`;
      try {
        await client.send('PATCH', path, accountNumber, { body: { status: 'disabled' } });
      } catch (error) {
        // One that was deleted takes no money either.
        if (!(error instanceof FintocRefusal)) throw error;
      }
    },
    async isClosed({ providerReference }) {
      const path = `/account_numbers/${encodeURIComponent(providerReference)}`;
      const { status, deleted_at: deletedAt } = await client.send('GET', path, accountNumber);
      return deletedAt != null || status === 'deleted';
    },
    verify: async (message) => tell(provenFintocEvent(message, account, now())),
    async *sweep(since, isKnown) {
      const from = Math.min(since.getTime(), now().getTime() - returnableMs);
      const path = `/transfers?direction=inbound&account_id=${encodeURIComponent(account.accountId)}`;
      for await (const moved of client.list(path, transfer)) {
        if (moved.transaction_date.getTime() < from) return;
        const isNews = isOurs(moved) && !(await isKnown(moved.id, moved.amount));
        const outflows = isOurs(moved) ? returnsOf(moved) : [];
        if (!isNews && outflows.length === 0) continue;
        yield async () => ({ id: moved.id, notice: isNews ? depositsOf(moved) : null, outflows });
      }
    },
  };

  async function make({ id, orderNumber, isRepeated }: ReferenceRequest) {
    const attempt = isRepeated ? `-${Math.floor(now().getTime() / keyLifeMs)}` : '';
    const body: AccountNumberRequest = {
      account_id: account.accountId,
      description: orderNumber.slice(0, 40),
      metadata: { [metadataName]: id },
    };
    const key = `reference-${id}${attempt}`;
    return client.send('POST', '/account_numbers', accountNumber, { body, key });
  }
}

/** A CLABE as asked for. */
interface AccountNumberRequest {
  readonly account_id: string;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** What a request before this one made, unheard. */
async function madeBefore(
  client: FintocClient,
  { id, isRepeated, requestedAt }: ReferenceRequest,
  accountId: string,
) {
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
      ...{ id, referenceId: referenceIdOf(moved), providerReference: moved.account_number.id },
      ...{ code: moved.account_number.number, amountMinor, currency: currency.toUpperCase(), paidAt },
      payerAccount: moved.counterparty?.account_number ?? null,
      ...(key && { trackingKey: key }),
    },
  ];
}

/** That a transfer went back whole to its sender; one whose return failed stands. */
function returnsOf({ id, amount, currency, status, return_reason: reason }: FintocTransfer): Outflow[] {
  if (status !== 'returned') return [];
  const left = { id: `return:${id}`, payment: { deposit: id }, cause: 'refund', outcome: 'left' } as const;
  return [{ ...left, amountMinor: amount, currency: currency.toUpperCase(), reason: reason ?? '' }];
}
