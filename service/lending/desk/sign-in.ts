import { createHmac } from 'node:crypto';
import type {
  EndedAtProvider,
  IdentityProvider,
  SignedIdentity,
  SignInSecrets,
} from '#providers/ports/identity-provider.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { derivedKey } from '../secrets.ts';

/** A sign-in that has begun: where the browser goes, and what it keeps until it comes back. */
export interface BegunSignIn {
  readonly address: string;
  readonly seed: string;
}

/** Signs people in with an identity provider. Nothing is kept here meanwhile: the browser brings the seed back. */
export interface SignIn {
  /** @param asksAnew whether the provider asks anew. @throws Error when the provider cannot be reached. */
  begin(asksAnew: boolean): Promise<BegunSignIn>;
  /** Who came back to this address; null for an answer that is not to the seed's sign-in, or came too late. */
  finish(address: URL, seed: string): Promise<SignedIdentity | null>;
  /** Where the browser ends its session at the provider; null where it cannot. */
  signOutAddress(idToken: string | null): Promise<string | null>;
  /** Whose sessions a message of the back channel ends; null for one that is not the provider's. */
  endedBy(logoutToken: string): Promise<EndedAtProvider | null>;
}

const seedBytes = 24;
const validMs = 10 * 60_000;

/**
 * @param redirectUri the desk's address that the provider sends people back to.
 * @param signedOutUri the one it sends them to once they have signed out there.
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
      // Behind a proxy the request's own address is another than the one the provider knows.
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

/** What went wrong, without the address, the code or the token that came with it. */
function reasonOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  return typeof code === 'string' ? code : String(name);
}
