import type { ChannelKind } from '#contract/calls/repayment.ts';
import type { ConfirmationTime } from '#domain/repayment/value-day.ts';
import type { LendingDependencies } from '#lending/dependencies.ts';
import type { Outflow } from '#providers/ports/outflow.ts';
import type {
  Deposit,
  IssuedReference,
  ReferenceProvider,
  ReferenceRequest,
} from '#providers/ports/payment-references.ts';
import { WebhookRefused } from '#providers/ports/webhook.ts';
import { lenderSources } from '#providers/references/lender-codes.ts';
import { testConfiguration } from './lending-service.ts';

/** A provider of references whose every answer is in the test's hand. */
export interface ScriptedReferences extends ReferenceProvider {
  /** What each request for a reference is answered with; a code of its own when absent. An error is thrown. */
  answer: ((request: ReferenceRequest) => Promise<IssuedReference>) | Error | null;
  takesOneAmount: boolean;
  /** How soon it confirms money; null for saying when it was paid. */
  within: ConfirmationTime | null;
  /** What was paid, by what the provider knows a reference by. */
  readonly deposits: Map<string, Deposit[]>;
  readonly requests: readonly ReferenceRequest[];
  readonly cancelled: readonly string[];
  /** The reference that the provider made for an id of ours. */
  issuedFor(request: Pick<ReferenceRequest, 'id'>): IssuedReference;
}

export function scriptedReferences(name = 'scripted'): ScriptedReferences {
  const requests: ReferenceRequest[] = [];
  const cancelled: string[] = [];
  const deposits = new Map<string, Deposit[]>();
  const provider: ScriptedReferences = {
    name,
    answer: null,
    takesOneAmount: false,
    within: null,
    confirmation: () => provider.within,
    requests,
    cancelled,
    deposits,
    issuedFor: ({ id }) => ({
      providerReference: `ref-${id}`,
      code: `97${BigInt(`0x${id.replaceAll('-', '').slice(-14)}`)}`,
      expiresAt: null,
      facts: { chainName: 'OXXO' },
    }),
    takes: () => (provider.takesOneAmount ? 'one-amount' : 'any-amount'),
    async issue(request) {
      requests.push(request);
      if (provider.answer instanceof Error) throw provider.answer;
      return provider.answer?.(request) ?? provider.issuedFor(request);
    },
    lookUp: async ({ providerReference }) => deposits.get(providerReference) ?? [],
    async cancel({ providerReference }) {
      cancelled.push(providerReference);
    },
    async verify({ headers, body }) {
      if (headers.get('X-Signature') !== 'good') throw new WebhookRefused();
      const { id, notice, outflows } = JSON.parse(body) as {
        id: string;
        notice: (Deposit & { paidAt: string })[];
        outflows: Outflow[];
      };
      const deposits = notice.map((deposit) => ({ ...deposit, paidAt: new Date(deposit.paidAt) }));
      return { id, notice: deposits, outflows };
    },
  };
  return provider;
}

/** What a service works with where providers give the references of some channels, cash if not said, and ours are for the rest. */
export function referencesWith(
  provider: ReferenceProvider,
  others: Readonly<Partial<Record<ChannelKind, ReferenceProvider>>> = {},
): LendingDependencies['references'] {
  const providers: typeof others = { store: provider, ...others };
  const sources = lenderSources(testConfiguration).map((source) => ({
    ...source,
    from: providers[source.channelKind] ?? source.from,
  }));
  return { sources, providers: Object.values(providers), notifiers: [] };
}

/** A message of that provider. */
export function depositMessage(
  provider: ReferenceProvider,
  id: string,
  deposits: readonly Deposit[],
  signature = 'good',
  outflows: readonly Outflow[] = [],
): Request {
  return new Request(`http://lender.test/webhooks/${provider.name}`, {
    method: 'POST',
    headers: { 'X-Signature': signature },
    body: JSON.stringify({ id, notice: deposits, outflows }),
  });
}
