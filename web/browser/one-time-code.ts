import { typedCode } from '#domain/sms/sms-code.ts';
import { takeKeys } from './typed-keys.ts';

/**
 * The field of a code that was sent, which its markup says: it takes the focus where it is what comes next (`autofocus`), and where the
 * browser offers to, the code of the SMS (WebOTP). Where the borrower says no, the code is typed. Of a pasted SMS the code stays; of
 * keys the field takes no more than a code has.
 */
export function oneTimeCode(root: HTMLElement): void {
  const input = root as HTMLInputElement;
  const lengths = JSON.parse(input.dataset.oneTimeCode ?? '') as {
    readonly min: number;
    readonly max: number;
  };
  if (input.autofocus) input.focus();
  takeKeys(input, (_key, before) => before.length < lengths.max);
  input.addEventListener('input', () => {
    const code = typedCode(input.value, lengths);
    if (code !== input.value && /^\d+$/.test(code) && code.length >= lengths.min) input.value = code;
  });
  if (!('OTPCredential' in window)) return;
  const request = { otp: { transport: ['sms'] } } as CredentialRequestOptions;
  navigator.credentials.get(request).then(
    (credential) => {
      const { code } = (credential ?? {}) as { readonly code?: string };
      if (code) input.value = code;
    },
    () => undefined,
  );
}
