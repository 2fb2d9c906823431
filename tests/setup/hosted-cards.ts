import type {
  CardCharge,
  CardNotice,
  CardProvider,
  ChargeOutcome,
  SavingOutcome,
} from '#providers/ports/card-provider.ts';
import { type WebhookMessage, WebhookRefused } from '#providers/ports/webhook.ts';

/** A provider with pages of its own whose every answer is in the test's hand. */
export interface ScriptedCards extends CardProvider {
  /** What charges and questions are answered with from now on; an error is thrown. */
  outcome: ChargeOutcome | Error;
  /** What became of every form. */
  saving: SavingOutcome;
  readonly charges: readonly (CardCharge & { readonly returnLink: string })[];
  readonly cancelled: readonly string[];
}

/** A message of that provider as `verify` takes it. */
export function noticeRequest(id: string, notice: CardNotice, signature = 'good'): Request {
  return new Request('http://lender.test/webhooks/scripted', {
    method: 'POST',
    headers: { 'X-Signature': signature },
    body: JSON.stringify({ id, notice }),
  });
}

export function scriptedCards(): ScriptedCards {
  const charges: (CardCharge & { returnLink: string })[] = [];
  const cancelled: string[] = [];
  const answer = () => {
    if (cards.outcome instanceof Error) throw cards.outcome;
    return cards.outcome;
  };
  const cards: ScriptedCards = {
    outcome: 'approved',
    saving: 'open',
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
      name: 'scripted',
      markets: ['MX'],
      startSaving: async ({ reference, returnLink, savedTokens }) => ({
        id: `form-${reference}`,
        link: `https://forms.test/${reference}?back=${encodeURIComponent(returnLink)}&known=${savedTokens.length}`,
      }),
      readSaving: async () => cards.saving,
      async cancel({ reference }) {
        cancelled.push(reference);
        return 'declined';
      },
      refund: async () => 'succeeded',
      async verify({ headers, body }: WebhookMessage) {
        if (headers.get('X-Signature') !== 'good') throw new WebhookRefused();
        const { id, notice } = JSON.parse(body) as { id: string; notice: CardNotice };
        return { id, told: notice };
      },
    },
  };
  return cards;
}
