import {
  type PageQuery,
  readPageQuery,
  type SessionParameters,
  sessionParameterNames,
} from './page-query.ts';

export interface SessionSources {
  readonly isHttps: boolean;
  /** Whether a session in the address counts (SESS-1). */
  readonly isInAddress: boolean;
}

/** Parameters that identify a session; they come from one source. */
const credentialNames = ['deviceId', 'userId', 'sessionId'] as const;

/** Time a borrower may spend at a provider. */
const awaySeconds = 3600;

/** `__Host-` binds a cookie to this host and to TLS. Without TLS, in development, browsers would refuse it. */
function cookieName(isHttps: boolean): string {
  return isHttps ? '__Host-session' : 'session';
}

/** `Set-Cookie` header that stores a session until it expires: hidden from scripts, and not sent with forms of other sites. */
export function sessionCookie(
  parameters: SessionParameters,
  {
    isHttps,
    seconds,
    ticketHash = null,
  }: {
    readonly isHttps: boolean;
    readonly seconds: number;
    readonly ticketHash?: string | null;
  },
): string {
  const present: [string, string][] = sessionParameterNames.flatMap((name) =>
    parameters[name] ? [[name, parameters[name]]] : [],
  );
  if (ticketHash !== null) present.push([ticketMark, ticketHash]);
  const secure = isHttps ? '; Secure' : '';
  const attributes = `Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  return `${cookieName(isHttps)}=${new URLSearchParams(present)}; ${attributes}`;
}

/** Hash of the ticket that made the cookie's session; null for none. */
export function ticketHashIn({ headers }: Pick<Request, 'headers'>, isHttps: boolean): string | null {
  const value = cookieValueOf(headers.get('Cookie') ?? '', cookieName(isHttps));
  return new URLSearchParams(value).get(ticketMark);
}

const ticketMark = 'ticket';

/**
 * `Set-Cookie` header that stores the address's session while the borrower is at a provider, so that the return address does
 * not show it. Null where a cookie holds the session already.
 */
export function awayCookie(query: PageQuery, isHttps: boolean): string | null {
  if (query.cookieParameters || !query.sessionId) return null;
  return sessionCookie(query, { isHttps, seconds: awaySeconds });
}

/**
 * What a request's address and cookie say of its caller. A session of the address goes first and alone (SESS-1); otherwise
 * the cookie names the session, and fills in what the address does not say besides.
 */
export function readRequestQuery(
  request: Pick<Request, 'url' | 'headers'>,
  { isHttps, isInAddress }: SessionSources,
): PageQuery {
  const read = readPageQuery(new URL(request.url).searchParams);
  const parameters = isInAddress ? read : { ...read, sessionId: '' };
  const cookie = readCookie(request.headers.get('Cookie') ?? '', cookieName(isHttps));
  if (parameters.sessionId || !cookie?.sessionId) return parameters;
  const credentials: readonly string[] = credentialNames;
  const cookieParameters = sessionParameterNames.filter(
    (name) => credentials.includes(name) || !parameters[name],
  );
  const fromCookie = Object.fromEntries(cookieParameters.map((name) => [name, cookie[name]]));
  return { ...parameters, ...fromCookie, cookieParameters };
}

function readCookie(header: string, name: string): SessionParameters | null {
  const value = cookieValueOf(header, name);
  return value === undefined ? null : readPageQuery(new URLSearchParams(value));
}

function cookieValueOf(header: string, name: string): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
