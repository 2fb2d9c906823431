import { createRemoteJWKSet, jwtVerify } from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  ClientSecretBasic,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
} from 'openid-client';
import type { Identity } from '#domain/desk/person.ts';
import { isLoopback } from '#domain/site/loopback.ts';
import type { IdentityProvider } from '../ports/identity-provider.ts';

export interface OpenIdOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Includes `openid`. */
  readonly scope: string;
  /** Claim of the ID token or of UserInfo with the groups. */
  readonly groupClaim: string;
  /** Minutes after which the provider asks for the password or key again; 0 leaves it to the provider. */
  readonly maxAgeMinutes: number;
}

const timeoutSeconds = 10;
/** Maximum age of a back-channel message. */
const logoutTokenSeconds = 300;
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const sidMaxLength = 200;

/**
 * Signs staff in by OpenID Connect: authorization code with PKCE, state and nonce. Discovery runs at the first sign-in, and again
 * after a failure. Plain http is allowed on loopback only.
 */
export function createOpenIdProvider(options: OpenIdOptions): IdentityProvider {
  const { issuer, clientId, clientSecret, scope, groupClaim, maxAgeMinutes } = options;
  const maxAge = maxAgeMinutes * 60;
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;
  let discovered: Promise<Configuration> | undefined;
  const configuration = () => {
    discovered ??= discovery(new URL(issuer), clientId, clientSecret, ClientSecretBasic(clientSecret), {
      timeout: timeoutSeconds,
      execute:
        issuer.startsWith('http:') && isLoopback(new URL(issuer).hostname) ? [allowInsecureRequests] : [],
    }).catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  };
  return {
    async begin({ state, nonce, codeVerifier }, redirectUri, asksAnew) {
      return buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(asksAnew && { prompt: 'login' }),
        ...(maxAge > 0 && { max_age: String(maxAge) }),
      }).href;
    },
    async finish(address, { state, nonce, codeVerifier }) {
      const provider = await configuration();
      const tokens = await authorizationCodeGrant(provider, address, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
        ...(maxAge > 0 && { maxAge }),
      });
      const token = tokens.claims();
      if (!token || !tokens.id_token) throw new Error('the provider gave no ID token');
      const isWhole = token[groupClaim] !== undefined && token.name !== undefined;
      const hasMore = !isWhole && provider.serverMetadata().userinfo_endpoint !== undefined;
      const more = hasMore ? await fetchUserInfo(provider, tokens.access_token, token.sub) : {};
      const { sid } = token;
      return {
        ...identityOf({ ...more, ...token }, groupClaim),
        providerSession: typeof sid === 'string' ? sid.slice(0, sidMaxLength) : null,
        idToken: tokens.id_token,
      };
    },
    async signOutAddress(idToken, returnTo) {
      const provider = await configuration();
      if (provider.serverMetadata().end_session_endpoint === undefined) return null;
      return buildEndSessionUrl(provider, {
        post_logout_redirect_uri: returnTo,
        ...(idToken !== null && { id_token_hint: idToken }),
      }).href;
    },
    async endedBy(logoutToken) {
      const { jwks_uri: keysAt, issuer: knownIssuer } = (await configuration()).serverMetadata();
      if (keysAt === undefined) throw new Error('the provider publishes no keys');
      keys ??= createRemoteJWKSet(new URL(keysAt), { timeoutDuration: timeoutSeconds * 1000 });
      const { payload } = await jwtVerify(logoutToken, keys, {
        issuer: knownIssuer,
        audience: clientId,
        maxTokenAge: logoutTokenSeconds,
        requiredClaims: ['iat', 'jti', 'events'],
      });
      const { sub, sid, events, nonce } = payload;
      const isLogout = Object.hasOwn(Object(events), logoutEvent) && nonce === undefined;
      if (!isLogout || (typeof sub !== 'string' && typeof sid !== 'string'))
        throw new Error('the message ends no session');
      return {
        issuer: knownIssuer,
        subject: typeof sub === 'string' ? sub : null,
        providerSession: typeof sid === 'string' ? sid : null,
      };
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
