/**
 * Puts the code of an SMS into its field where the browser offers to (WebOTP). For a field from when a code was sent: it
 * is the markup that says so. Where the borrower says no, the code is typed.
 */
export function oneTimeCode(root: HTMLElement): void {
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
