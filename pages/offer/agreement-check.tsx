import type { ReactNode } from 'react';
import { marketText } from '#content/market-words.ts';
import { confirmText } from '#content/messages/confirm.ts';
import { marketOf } from '#domain/market.ts';
import { Check } from '#ui/form/check.tsx';
import { usePage, useText } from '../page-context.tsx';

/** Where the paper stands that some markets accept beside the agreement. */
export const paperId = 'paper';

/**
 * The agreement to read and the box that accepts it, ticked until the borrower unticks it where the market allows that (CONFIRM-2). The box
 * stands for the very agreement that is linked; one that cannot be opened is not accepted.
 * @param agreementLink null where there is none that may be followed.
 */
export function AgreementCheck({
  agreementLink,
  hasPaper,
  isAgreed,
  error,
}: {
  readonly agreementLink: string | null;
  /** Whether the page shows the market's paper. */
  readonly hasPaper: boolean;
  /** Whether the borrower ticked it before; undefined on a page that is new. */
  readonly isAgreed: boolean | undefined;
  readonly error: string | undefined;
}): ReactNode {
  const { language, market } = usePage();
  const text = useText(confirmText);
  const { acceptedPaper } = marketText(market, language);
  return (
    <Check
      id="agree"
      name="agree"
      value={agreementLink ?? ''}
      required
      disabled={agreementLink === null}
      defaultChecked={agreementLink !== null && (isAgreed ?? marketOf[market].ticksAgreement)}
      error={agreementLink === null ? text.agreementUnavailable : error}
    >
      {text.agreeTo} {agreementLink ? <a href={agreementLink}>{text.agreement}</a> : text.agreement}
      {hasPaper && acceptedPaper && (
        <>
          {' '}
          {text.andPaper} <a href={`#${paperId}`}>{acceptedPaper}</a>
        </>
      )}
    </Check>
  );
}
