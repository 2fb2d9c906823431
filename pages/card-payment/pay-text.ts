import { payWithCardText } from '#content/messages/pay-with-card.ts';
import type { TextsIn } from '#content/text-pack.ts';
import type { FormProblemText } from '#ui/kit-context.ts';
import { usePage, useText } from '../page-context.tsx';

/** The texts of the page of a card payment, without those that only our own service makes true. */
export function usePayText(): TextsIn<typeof payWithCardText> {
  const text = useText(payWithCardText);
  return usePage().isBuiltIn ? text : { ...text, exactAmount: '', codeServes: '' };
}

/** What its forms say of a sending that failed. */
export function usePayProblemText(): FormProblemText {
  const { network, unreachable, processingFailed } = useText(payWithCardText);
  return { network, unreachable, timeout: unreachable, other: processingFailed };
}
