import type { CardNotice } from '#providers/ports/card-provider.ts';
import type { Outflow } from '#providers/ports/outflow.ts';
import type { Deposit } from '#providers/ports/payment-references.ts';
import { takeCardNotice } from './card-payment/card-webhook.ts';
import type { LendingDependencies } from './dependencies.ts';
import type { AnsweredCall } from './http/answer-call.ts';
import { takeDeposits } from './repayment/deposits.ts';
import { takeOutflow } from './repayment/outflows.ts';
import { answerWebhook } from './webhooks/answer-webhook.ts';

/** What one message of a provider tells, of whatever that provider does here. */
interface Told {
  readonly card: CardNotice | null;
  readonly deposits: readonly Deposit[] | null;
  readonly outflows: readonly Outflow[];
}

/** What the providers tell by themselves, each at its own path; one that does several things sends to one path. */
export function answeredWebhooks({
  cards,
  references,
}: Pick<LendingDependencies, 'cards' | 'references'>): AnsweredCall[] {
  const cardNotifiers = cards?.hosted?.notifiers ?? [];
  const notifiers = [...references.providers, ...references.notifiers];
  const names = new Set([...cardNotifiers, ...notifiers].map(({ name }) => name));
  return [...names].map((name) => {
    const ofCards = cardNotifiers.find((notifier) => notifier.name === name) ?? null;
    const ofReferences = notifiers.find((notifier) => notifier.name === name) ?? null;
    return answerWebhook<Told>(
      name,
      async (message) => {
        const card = await ofCards?.verify(message);
        const deposits = await ofReferences?.verify(message);
        const told = {
          ...{ card: card?.told ?? null, deposits: deposits?.told ?? null },
          outflows: [...(card?.outflows ?? []), ...(deposits?.outflows ?? [])],
        };
        const isNews = told.card !== null || told.deposits !== null || told.outflows.length > 0;
        return { ...{ id: '', ...deposits, ...card }, told: isNews ? told : null };
      },
      async (context, { card, deposits, outflows }) => {
        if (card) await takeCardNotice(context, card);
        if (deposits) await takeDeposits(context.transaction, name, deposits, context);
        for (const outflow of outflows) await takeOutflow(context.transaction, name, outflow, context);
      },
    );
  });
}
