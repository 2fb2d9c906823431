/** As late as a cookie can (COOKIE-1; RFC 6265, 5.1.1). */
const cookieExpiry = 'Fri, 31 Dec 9999 23:59:59 GMT';

const cookieName = /^[a-z]+$/;

/**
 * A `Set-Cookie` header that only the server reads (COOKIE-1).
 * @param name lowercase letters.
 * @param isHttps whether borrowers use HTTPS.
 * @throws RangeError for another name.
 */
export function lastingCookie(name: string, value: string, isHttps: boolean): string {
  if (!cookieName.test(name)) throw new RangeError('a cookie is named in small letters');
  const secure = isHttps ? '; Secure' : '';
  return `${name}=${encodeURIComponent(value)}; Expires=${cookieExpiry}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

export function cookieValue(request: Request, name: string): string | null {
  const pairs = (request.headers.get('Cookie') ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  if (value === undefined) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
