import type { Identity } from '#domain/desk/person.ts';

/** The secrets of one sign-in, which only the browser that began it can bring back. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636), 43 to 128 characters. */
  readonly codeVerifier: string;
}

/** Says who somebody of the lender's house is. Both may throw when it cannot be reached. */
export interface IdentityProvider {
  /** Where the browser goes to sign in. */
  begin(secrets: SignInSecrets, redirectUri: string): Promise<string>;
  /**
   * Who came back with this address.
   * @throws Error for an answer that is not to this sign-in, that was used before, or that is not the provider's.
   */
  finish(address: URL, secrets: SignInSecrets): Promise<Identity>;
}
