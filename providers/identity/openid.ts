import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
} from 'openid-client';
import type { Identity } from '#domain/desk/person.ts';
import type { IdentityProvider } from '../ports/identity-provider.ts';

/** An OpenID provider and what it knows the desk by. */
export interface OpenIdOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What is asked for, `openid` among it. */
  readonly scope: string;
  /** The claim, of the ID token or else of UserInfo, that lists somebody's groups. */
  readonly groupClaim: string;
}

const timeoutSeconds = 10;

/**
 * Signs people in by OpenID Connect: authorization code with PKCE, state and nonce. The provider is asked about itself at
 * the first sign-in, and again after a failure. Plain http is spoken on loopback only.
 */
export function createOpenIdProvider(options: OpenIdOptions): IdentityProvider {
  const { issuer, clientId, clientSecret, scope, groupClaim } = options;
  let discovered: Promise<Configuration> | undefined;
  const configuration = () => {
    discovered ??= discovery(new URL(issuer), clientId, clientSecret, ClientSecretBasic(clientSecret), {
      timeout: timeoutSeconds,
      execute: isLoopback(issuer) ? [allowInsecureRequests] : [],
    }).catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  };
  return {
    async begin({ state, nonce, codeVerifier }, redirectUri) {
      return buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).href;
    },
    async finish(address, { state, nonce, codeVerifier }) {
      const provider = await configuration();
      const tokens = await authorizationCodeGrant(provider, address, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const token = tokens.claims();
      if (!token) throw new Error('the provider gave no ID token');
      const isWhole = token[groupClaim] !== undefined && token.name !== undefined;
      const hasMore = !isWhole && provider.serverMetadata().userinfo_endpoint !== undefined;
      const more = hasMore ? await fetchUserInfo(provider, tokens.access_token, token.sub) : {};
      return identityOf({ ...more, ...token }, groupClaim);
    },
  };
}

function identityOf(
  claims: { readonly iss: string; readonly sub: string; readonly [claim: string]: unknown },
  groupClaim: string,
): Identity {
  const groups = claims[groupClaim];
  const [name = claims.sub] = [claims.name, claims.preferred_username, claims.email].filter(
    (each): each is string => typeof each === 'string' && each !== '',
  );
  return {
    issuer: claims.iss,
    subject: claims.sub,
    name: name.slice(0, 100),
    groups: [groups].flat().filter((each): each is string => typeof each === 'string'),
  };
}

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  const { hostname, protocol } = new URL(address);
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}
