import { useEffect } from 'react';

/** Puts the code of an SMS into a field where the browser offers to (WebOTP), from when one was sent. */
export function useWebOtp(start: unknown, inputId: string): void {
  useEffect(() => {
    if (!start || !('OTPCredential' in window)) return;
    const waiting = new AbortController();
    const request = { otp: { transport: ['sms'] }, signal: waiting.signal };
    navigator.credentials
      .get(request as CredentialRequestOptions)
      .then((credential) => {
        const input = document.getElementById(inputId);
        const { code } = (credential ?? {}) as { code?: string };
        if (input instanceof HTMLInputElement && code) input.value = code;
      })
      // The visitor said no, or the page went on: the code is typed instead.
      .catch(() => undefined);
    return () => waiting.abort();
  }, [start, inputId]);
}
