import type { DeskService } from '#contract/desk.ts';
import type { Identity } from '#domain/desk/person.ts';

/** How people sign in: with the lender's identity provider, or as one of a few made-up people in development. */
export type SignInWay =
  | {
      readonly kind: 'provider';
      begin(): Promise<{ readonly address: string; readonly seed: string }>;
      finish(address: URL, seed: string): Promise<Identity | null>;
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
