import type { Identity } from '#domain/desk/person.ts';

export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636), 43 to 128 characters. */
  readonly codeVerifier: string;
}

export interface SignedIdentity extends Identity {
  /** The provider's session id (`sid`); null if it gives none. */
  readonly providerSession: string | null;
  readonly idToken: string;
}

export interface EndedAtProvider {
  readonly issuer: string;
  readonly subject: string | null;
  readonly providerSession: string | null;
}

/** Signs staff in. Every method may throw if the provider cannot be reached. */
export interface IdentityProvider {
  /** The address for signing in. @param asksAnew whether the provider has to ask for the password or key again. */
  begin(secrets: SignInSecrets, redirectUri: string, asksAnew: boolean): Promise<string>;
  /**
   * Reads the address that the browser returned with.
   * @throws Error for an answer to another sign-in, a used or forged one, or one based on a password or key given too long ago.
   */
  finish(address: URL, secrets: SignInSecrets): Promise<SignedIdentity>;
  /** The provider's address for signing out, which redirects to `returnTo`; null if it has none. */
  signOutAddress(idToken: string | null, returnTo: string): Promise<string | null>;
  /** Reads a back-channel logout message. @throws Error for a message that the provider did not send to us. */
  endedBy(logoutToken: string): Promise<EndedAtProvider>;
}
