import type { ReactNode } from 'react';
import type { confirmText } from '#content/messages/confirm.ts';
import type { TextsIn } from '#content/text-pack.ts';
import { Check } from '../ui/form/check.tsx';

/** The agreement to read and the box that accepts it, ticked until the borrower unticks it (CONFIRM-2). */
export function AgreementCheck({
  text,
  agreementLink,
  error,
}: {
  readonly text: Pick<TextsIn<typeof confirmText>, 'agreeTo' | 'agreement'>;
  readonly agreementLink: string | null;
  readonly error: string | undefined;
}): ReactNode {
  return (
    <Check id="agree" name="agree" value="yes" required defaultChecked={!error} error={error}>
      {text.agreeTo} {agreementLink ? <a href={agreementLink}>{text.agreement}</a> : text.agreement}
    </Check>
  );
}
