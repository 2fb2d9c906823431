import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** Somebody the identity provider knows. */
export interface IdentityPerson {
  readonly name: string;
  readonly groups: readonly string[];
}

/** An OpenID provider on this machine. */
export interface TestIdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The messages that it sent by its back channel, the last one last. */
  readonly logoutTokens: readonly string[];
  close(): Promise<void>;
}

const clientId = 'llano-desk';
const clientSecret = 'a secret that only tests know';

/**
 * Starts an OpenID provider over plain http on loopback that asks for PKCE. Its page of signing in has one button for
 * each of `people`, by their key.
 */
export async function startIdentityProvider(
  people: Readonly<Record<string, IdentityPerson>>,
  redirectUris: readonly string[],
  signedOutUris: readonly string[] = [],
): Promise<TestIdentityProvider> {
  const logoutTokens: string[] = [];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        post_logout_redirect_uris: [...signedOutUris],
        backchannel_logout_uri: 'https://desk.example/desk/sign-in/ended',
        backchannel_logout_session_required: true,
      },
    ],
    cookies: { keys: ['a key that only tests know'] },
    claims: { openid: ['sub'], profile: ['name'], groups: ['groups'], email: ['email'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      // Its own page takes fonts from elsewhere.
      rpInitiatedLogout: {
        logoutSource: (context, form) => {
          context.body = `<!doctype html><html lang="en"><title>Provider</title>${form}
            <button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`;
        },
      },
    },
    // All that it asks for by itself is the message of its back channel, which a test delivers.
    fetch: async (_address, request) => {
      logoutTokens.push(new URLSearchParams(String(request?.body)).get('logout_token') ?? '');
      return new Response(null, { status: 200 });
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        ...people[accountId],
        groups: [...(people[accountId]?.groups ?? [])],
      }),
    }),
    async loadExistingGrant(context) {
      const grant = new context.oidc.provider.Grant({
        clientId,
        ...(context.oidc.session?.accountId && { accountId: context.oidc.session.accountId }),
      });
      grant.addOIDCScope('openid profile email groups');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', async (request, response) => {
    const address = new URL(request.url ?? '/', issuer);
    // The provider's own pages name no icon, which a browser then asks for.
    if (address.pathname === '/favicon.ico') return response.writeHead(204).end();
    if (!address.pathname.startsWith('/interaction/')) return answer(request, response);
    const accountId = address.searchParams.get('person');
    if (accountId !== null) return provider.interactionFinished(request, response, { login: { accountId } });
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    const buttons = Object.entries(people).map(
      ([key, { name }]) => `<p><a href="?person=${key}">${name}</a></p>`,
    );
    response.end(
      `<!doctype html><html lang="en"><title>Provider</title><link rel="icon" href="data:,">${buttons.join('')}`,
    );
  });
  return {
    issuer,
    clientId,
    clientSecret,
    logoutTokens,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
