import type { ReactNode } from 'react';
import { bureauAuthorisation } from '#content/legal/company-facts.ts';
import { marketText } from '#content/market-words.ts';
import { confirmText } from '#content/messages/confirm.ts';
import { Check } from '#ui/form/check.tsx';
import { usePage, useText } from '../page-context.tsx';

export const paperId = 'paper';

/**
 * The agreement and the box that accepts it, ticked at first if `AGREEMENT_BOX_…` says so (CONFIRM-2). It accepts exactly the
 * linked agreement.
 */
export function AgreementCheck({
  agreementLink,
  termsLink,
  hasPaper,
  isAgreed,
  error,
}: {
  readonly agreementLink: string;
  readonly termsLink: string;
  readonly hasPaper: boolean;
  /** Undefined on a page opened anew. */
  readonly isAgreed: boolean | undefined;
  readonly error: string | undefined;
}): ReactNode {
  const { language, market, agreementBox } = usePage();
  const text = useText(confirmText);
  const { acceptedPaper } = marketText(market, language);
  return (
    <Check
      id="agree"
      name="agree"
      value={agreementLink}
      required
      defaultChecked={isAgreed ?? agreementBox[market] === 'ticked'}
      error={error}
    >
      {text.agreeTo} <a href={agreementLink}>{text.agreement}</a> {text.withTerms}{' '}
      <a href={termsLink}>{text.terms}</a>
      {hasPaper && acceptedPaper && (
        <>
          {' '}
          {text.andPaper} <a href={`#${paperId}`}>{acceptedPaper}</a>
        </>
      )}
    </Check>
  );
}

export const bureauFields = { isAsked: 'bureau-asked', isGiven: 'bureau' } as const;

/** Authorises a credit bureau query; never ticked at first, absent where no bureau is queried. */
export function BureauCheck({ error }: { readonly error: string | undefined }): ReactNode {
  const { language, company } = usePage();
  const authorisation = bureauAuthorisation(company, language);
  return (
    authorisation && (
      <>
        <input type="hidden" name={bureauFields.isAsked} value="1" />
        <Check id={bureauFields.isGiven} name={bureauFields.isGiven} value="1" required error={error}>
          {authorisation}
        </Check>
      </>
    )
  );
}
