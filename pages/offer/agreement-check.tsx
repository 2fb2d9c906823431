import type { ReactNode } from 'react';
import type { confirmText } from '#content/messages/confirm.ts';
import type { TextsIn } from '#content/text-pack.ts';
import { Check } from '#ui/form/check.tsx';

/**
 * The agreement to read and the box that accepts it, ticked until the borrower unticks it (CONFIRM-2). The box stands for the very agreement
 * that is linked; one that cannot be opened is not accepted.
 * @param agreementLink null where there is none that may be followed.
 */
export function AgreementCheck({
  text,
  agreementLink,
  error,
}: {
  readonly text: Pick<TextsIn<typeof confirmText>, 'agreeTo' | 'agreement' | 'agreementUnavailable'>;
  readonly agreementLink: string | null;
  readonly error: string | undefined;
}): ReactNode {
  return (
    <Check
      id="agree"
      name="agree"
      value={agreementLink ?? ''}
      required
      disabled={agreementLink === null}
      defaultChecked={agreementLink !== null && !error}
      error={agreementLink === null ? text.agreementUnavailable : error}
    >
      {text.agreeTo} {agreementLink ? <a href={agreementLink}>{text.agreement}</a> : text.agreement}
    </Check>
  );
}
