import type { DeskIdentity, DeskService } from '#contract/desk.ts';
import type { Identity } from '#domain/desk/person.ts';

/** How people sign in: with the lender's identity provider, or as one of a few made-up people in development. */
export type SignInWay =
  | {
      readonly kind: 'provider';
      /** @param asksAnew whether the provider asks for a password or key even where it knows the browser. */
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

/** What the desk's screens run on, beside what all pages do. */
export interface DeskDependencies {
  readonly service: DeskService;
  readonly signIn: SignInWay;
  /** A new id for a form that changes something. */
  readonly newId: () => string;
  /** Whether the desk is reached over HTTPS, so that its cookies are bound to it. */
  readonly isHttps: boolean;
}
