import type { ChargeAnswer } from '#domain/card-payment/card-payment.ts';
import { lateAnswerSeconds, testCardBehaviour } from '#domain/card-payment/test-card.ts';
import type { CardCharge, CardProvider, ChargeListener } from '../ports/card-provider.ts';

export interface SandboxCardProvider extends CardProvider {
  charge(charge: CardCharge): Promise<Exclude<ChargeAnswer, 'unknown'>>;
  query(reference: string): Promise<ChargeAnswer>;
  approvedCount(): number;
}

interface SandboxCharge extends CardCharge {
  readonly askedAt: Date;
}

/**
 * Moves no money and behaves as the card says (`testCards`): approves, declines, answers late, reports an approval twice more, or
 * charges and loses the answer. Charges are in memory.
 */
export function createSandboxCardProvider(now: () => Date): SandboxCardProvider {
  const charges = new Map<string, SandboxCharge>();
  const listeners: ChargeListener[] = [];
  return {
    async charge(charge) {
      const entry = charges.get(charge.reference) ?? { ...charge, askedAt: now() };
      charges.set(charge.reference, entry);
      const answer = answerFor(entry, now());
      const behaviour = testCardBehaviour(entry.cardToken);
      if (behaviour === 'lose-answer') throw new Error('the answer was lost');
      if (behaviour === 'answer-twice') {
        for (const listener of [...listeners, ...listeners]) await listener(charge.reference, answer);
      }
      return answer;
    },
    async query(reference) {
      const entry = charges.get(reference);
      return entry ? answerFor(entry, now()) : 'unknown';
    },
    listen(listener) {
      listeners.push(listener);
    },
    approvedCount: () =>
      [...charges.values()].filter((charge) => answerFor(charge, now()) === 'approved').length,
  };
}

function answerFor({ cardToken, askedAt }: SandboxCharge, now: Date): Exclude<ChargeAnswer, 'unknown'> {
  const behaviour = testCardBehaviour(cardToken);
  if (behaviour === 'decline') return 'declined';
  const isLate = behaviour === 'answer-late' && now.getTime() < askedAt.getTime() + lateAnswerSeconds * 1000;
  return isLate ? 'pending' : 'approved';
}
