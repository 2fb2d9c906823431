import type { Identity } from '#domain/desk/person.ts';

/** The secrets of one sign-in, which only the browser that began it can bring back. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636), 43 to 128 characters. */
  readonly codeVerifier: string;
}

/** Somebody who signed in, with what signing out at the provider names. */
export interface SignedIdentity extends Identity {
  /** What the provider calls its own session (`sid`); null where it does not say. */
  readonly providerSession: string | null;
  readonly idToken: string;
}

/** Whose sessions end, as the provider says: those of one of its own sessions, or all of a person. */
export interface EndedAtProvider {
  readonly issuer: string;
  readonly subject: string | null;
  readonly providerSession: string | null;
}

/** Says who somebody of the lender's house is. Each may throw when it cannot be reached. */
export interface IdentityProvider {
  /**
   * Where the browser goes to sign in.
   * @param asksAnew whether the provider asks for a password or key even where it knows the browser.
   */
  begin(secrets: SignInSecrets, redirectUri: string, asksAnew: boolean): Promise<string>;
  /**
   * Who came back with this address.
   * @throws Error for an answer that is not to this sign-in, that was used before, that is not the provider's, or that rests on
   * a password or key given too long ago.
   */
  finish(address: URL, secrets: SignInSecrets): Promise<SignedIdentity>;
  /** Where the browser goes to end its session there, coming back to `returnTo`; null where the provider ends none. */
  signOutAddress(idToken: string | null, returnTo: string): Promise<string | null>;
  /** Whose sessions a message of the provider's back channel ends. @throws Error for one that is not the provider's to us. */
  endedBy(logoutToken: string): Promise<EndedAtProvider>;
}
