/**
 * The field of a code that was sent, which its markup says: it is what comes next, so it takes the focus, and where the
 * browser offers to, the code of the SMS (WebOTP). Where the borrower says no, the code is typed.
 */
export function oneTimeCode(root: HTMLElement): void {
  root.focus();
  if (!('OTPCredential' in window)) return;
  const request = { otp: { transport: ['sms'] } } as CredentialRequestOptions;
  navigator.credentials.get(request).then(
    (credential) => {
      const { code } = (credential ?? {}) as { readonly code?: string };
      if (code) (root as HTMLInputElement).value = code;
    },
    () => undefined,
  );
}
