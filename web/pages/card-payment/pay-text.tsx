import { payWithCardText } from '#content/messages/pay-with-card.ts';
import type { TextsIn } from '#content/text-pack.ts';
import type { FormProblemText } from '#ui/kit-context.ts';
import { usePage, useText } from '../page-context.tsx';

/** Texts of the card payment page, without claims that hold only for the built-in service. */
export function usePayText(): TextsIn<typeof payWithCardText> {
  const text = useText(payWithCardText);
  return usePage().isBuiltIn ? text : { ...text, exactAmount: '', codeServes: '' };
}

/** Messages for a failed sending: the loan's page shows whether the card was charged. */
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
