import type { ReactNode } from 'react';
import { bureauAuthorisation } from '#content/legal/company-facts.ts';
import { marketText } from '#content/market-words.ts';
import { confirmText } from '#content/messages/confirm.ts';
import { Check } from '#ui/form/check.tsx';
import { usePage, useText } from '../page-context.tsx';

/** Where the paper stands that some markets accept beside the agreement. */
export const paperId = 'paper';

/**
 * The agreement to read and the box that accepts it, ticked at first where `AGREEMENT_BOX_…` says so (CONFIRM-2). The box stands for the very agreement that is linked.
 */
export function AgreementCheck({
  agreementLink,
  termsLink,
  hasPaper,
  isAgreed,
  error,
}: {
  readonly agreementLink: string;
  /** The terms that are part of the agreement. */
  readonly termsLink: string;
  /** Whether the page shows the market's paper. */
  readonly hasPaper: boolean;
  /** Whether the borrower ticked it before; undefined on a page that is new. */
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

/** Fields of the authorisation: that it was asked for, and that it was given. */
export const bureauFields = { isAsked: 'bureau-asked', isGiven: 'bureau' } as const;

/** The box that authorises the lender to consult a credit bureau, never ticked at first; nothing where none is consulted. */
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
