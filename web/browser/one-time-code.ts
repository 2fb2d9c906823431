import { typedCode } from '#domain/sms/sms-code.ts';
import { takeKeys } from './typed-keys.ts';

/**
 * Field of a code sent by SMS: focuses itself when it comes next (`autofocus`), fills itself where the browser reads the SMS
 * (WebOTP), extracts the code of a pasted SMS, and ignores keys beyond its length.
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
