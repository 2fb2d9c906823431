import { createHmac } from 'node:crypto';
import type {
  EndedAtProvider,
  IdentityProvider,
  SignedIdentity,
  SignInSecrets,
} from '#providers/ports/identity-provider.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { derivedKey } from '../secrets.ts';

/** A started sign-in: the provider's address, and a seed that the browser keeps. */
export interface BegunSignIn {
  readonly address: string;
  readonly seed: string;
}

/** Sign-in with an identity provider. The server keeps no state: the browser returns the seed. */
export interface SignIn {
  /** @param asksAnew makes the provider ask for credentials again. @throws Error when the provider cannot be reached. */
  begin(asksAnew: boolean): Promise<BegunSignIn>;
  /** The identity in a provider's redirect; null when it does not belong to the seed or is too late. */
  finish(address: URL, seed: string): Promise<SignedIdentity | null>;
  /** The provider's sign-out address; null when it has none. */
  signOutAddress(idToken: string | null): Promise<string | null>;
  /** The sessions that a back-channel logout token ends; null when it is not the provider's. */
  endedBy(logoutToken: string): Promise<EndedAtProvider | null>;
}

const seedBytes = 24;
const validMs = 10 * 60_000;

/**
 * @param redirectUri address that the provider redirects to after sign-in.
 * @param signedOutUri address that it redirects to after sign-out.
 */
export function createSignIn(
  provider: IdentityProvider,
  { redirectUri, signedOutUri }: { readonly redirectUri: string; readonly signedOutUri: string },
  {
    clock,
    random,
    logger,
    configuration,
  }: Pick<LendingDependencies, 'clock' | 'random' | 'logger' | 'configuration'>,
): SignIn {
  const key = derivedKey(configuration.masterSecrets[0], 'desk sign-in');
  const secretsOf = (seed: string): SignInSecrets => {
    const secret = (purpose: string) =>
      createHmac('sha256', key).update(`${purpose}\n${seed}`).digest('base64url');
    return { state: secret('state'), nonce: secret('nonce'), codeVerifier: secret('code verifier') };
  };
  return {
    async begin(asksAnew) {
      const seed = `${clock.now().getTime()}.${random.bytes(seedBytes).toString('base64url')}`;
      return { address: await provider.begin(secretsOf(seed), redirectUri, asksAnew), seed };
    },
    async finish(address, seed) {
      const begunAt = /^(\d{1,15})\.[\w-]{32}$/.exec(seed)?.[1];
      if (begunAt === undefined || clock.now().getTime() - Number(begunAt) > validMs) return null;
      // Behind a proxy the request's address differs from the one the provider knows.
      const answer = new URL(redirectUri);
      answer.search = address.search;
      try {
        return await provider.finish(answer, secretsOf(seed));
      } catch (error) {
        logger.warn('a sign-in at the desk failed', { reason: reasonOf(error) });
        return null;
      }
    },
    async signOutAddress(idToken) {
      try {
        return await provider.signOutAddress(idToken, signedOutUri);
      } catch (error) {
        logger.warn('signing out at the provider failed', { reason: reasonOf(error) });
        return null;
      }
    },
    async endedBy(logoutToken) {
      try {
        return await provider.endedBy(logoutToken);
      } catch (error) {
        logger.warn('a message that ends sessions was refused', { reason: reasonOf(error) });
        return null;
      }
    },
  };
}

/** Describes an error without its address, code or token. */
function reasonOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  return typeof code === 'string' ? code : String(name);
}
