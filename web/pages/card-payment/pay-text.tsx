import { payWithCardText } from '#content/messages/pay-with-card.ts';
import type { TextsIn } from '#content/text-pack.ts';
import type { FormProblemText } from '#ui/kit-context.ts';
import { usePage, useText } from '../page-context.tsx';

/** The texts of the page of a card payment, without those that only our own service makes true. */
export function usePayText(): TextsIn<typeof payWithCardText> {
  const text = useText(payWithCardText);
  return usePage().isBuiltIn ? text : { ...text, exactAmount: '', codeServes: '' };
}

/** What its forms say of a sending that failed: whether the card was charged is on the loan's page. */
export function usePayProblemText(): FormProblemText {
  const { network, unreachable, processingFailed, seeLoan } = useText(payWithCardText);
  const { link, paths, key } = usePage();
  const withLoan = (words: string) => (
    <>
      {words} <a href={link(paths.order, key)}>{seeLoan}</a>
    </>
  );
  return {
    network: withLoan(network),
    unreachable: withLoan(unreachable),
    timeout: withLoan(unreachable),
    other: withLoan(processingFailed),
  };
}
