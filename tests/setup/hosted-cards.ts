import type { Market } from '#domain/market.ts';
import type {
  CardCharge,
  CardNotice,
  ChargeOutcome,
  HostedCardProvider,
  RefundAnswer,
  SavingOutcome,
} from '#providers/ports/card-provider.ts';
import type { Outflow } from '#providers/ports/outflow.ts';
import { type WebhookMessage, WebhookRefused } from '#providers/ports/webhook.ts';

/** A provider with pages of its own whose every answer is in the test's hand. */
export interface ScriptedCards extends HostedCardProvider {
  /** What charges and questions are answered with from now on; an error is thrown. */
  outcome: ChargeOutcome | Error;
  /** Where it takes cards on its own page; null for nowhere. */
  pageMarket: Market | null;
  /** What became of every form. */
  saving: SavingOutcome;
  readonly charges: readonly (CardCharge & { readonly returnLink: string })[];
  readonly cancelled: readonly string[];
  /** What a refund is answered with; an error is thrown after it was taken. */
  refundAnswer: RefundAnswer | Error;
  /** What the provider knows of refunds: each of ours once, with its amount. */
  readonly refunds: Map<string, { readonly amountMinor: number; state: RefundAnswer }>;
}

/** A message of that provider as `verify` takes it. */
export function noticeRequest(id: string, notice: CardNotice | Outflow, signature = 'good'): Request {
  return new Request('http://lender.test/webhooks/scripted', {
    method: 'POST',
    headers: { 'X-Signature': signature },
    body: JSON.stringify({ id, notice }),
  });
}

async function verifyScripted({ headers, body }: WebhookMessage) {
  if (headers.get('X-Signature') !== 'good') throw new WebhookRefused();
  const { id, notice } = JSON.parse(body) as { id: string; notice: CardNotice | Outflow };
  return 'about' in notice ? { id, notice } : { id, notice: null, outflows: [notice] };
}

/** @param name also what the tokens it gives begin with, where it is not the only one. */
export function scriptedCards(name = 'scripted'): ScriptedCards {
  const charges: (CardCharge & { returnLink: string })[] = [];
  const cancelled: string[] = [];
  const answer = () => {
    if (cards.outcome instanceof Error) throw cards.outcome;
    return cards.outcome;
  };
  const cards: ScriptedCards = {
    outcome: 'approved',
    pageMarket: null,
    saving: 'open',
    refundAnswer: 'succeeded',
    refunds: new Map(),
    charges,
    cancelled,
    async charge(charge, returnLink) {
      charges.push({ ...charge, returnLink });
      const outcome = answer();
      if (outcome === 'unknown') throw new Error('the charge did not arrive');
      return outcome;
    },
    query: async () => answer(),
    listen() {},
    hosted: {
      notifiers: [{ name, verify: verifyScripted }],
      markets: ['MX'],
      pageIn: (market) =>
        market === cards.pageMarket ? { cardToken: `${name}:page`, name: 'Scripted' } : null,
      knows: (cardToken) => name === 'scripted' || cardToken.startsWith(`${name}:`),
      startSaving: async ({ reference, returnLink, savedTokens }) => ({
        id: `form-${reference}`,
        link: `https://forms.test/${reference}?back=${encodeURIComponent(returnLink)}&known=${savedTokens.length}`,
      }),
      readSaving: async () => cards.saving,
      async cancel({ reference }) {
        cancelled.push(reference);
        return 'declined';
      },
      readRefund: async (_charge, reference) => cards.refunds.get(reference)?.state ?? 'unknown',
      async refund(_charge, { refundReference, amountMinor }) {
        const { refundAnswer } = cards;
        const state = refundAnswer instanceof Error ? 'succeeded' : refundAnswer;
        if (cards.refunds.has(refundReference)) throw new Error('asked for twice');
        cards.refunds.set(refundReference, { amountMinor, state });
        if (refundAnswer instanceof Error) throw refundAnswer;
        return state;
      },
    },
  };
  return cards;
}
