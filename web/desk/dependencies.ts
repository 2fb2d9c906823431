import type { DeskIdentity, DeskService } from '#contract/desk.ts';
import type { Identity } from '#domain/desk/person.ts';

/** How staff sign in: at the lender's identity provider, or as a made-up person in development. */
export type SignInWay =
  | {
      readonly kind: 'provider';
      /** @param asksAnew whether the provider must ask for a password or key even in a browser with a session. */
      begin(asksAnew: boolean): Promise<{ readonly address: string; readonly seed: string }>;
      finish(address: URL, seed: string): Promise<DeskIdentity | null>;
      signOutAddress(idToken: string | null): Promise<string | null>;
      endedBy(logoutToken: string): Promise<{
        readonly issuer: string;
        readonly subject: string | null;
        readonly providerSession: string | null;
      } | null>;
    }
  | { readonly kind: 'local'; readonly people: readonly Identity[] };

export interface DeskDependencies {
  readonly service: DeskService;
  readonly signIn: SignInWay;
  readonly newId: () => string;
  /** Whether the desk is served over HTTPS, which `__Host-` cookies need. */
  readonly isHttps: boolean;
}
