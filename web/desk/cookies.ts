import type { DeskDependencies } from './dependencies.ts';

type Reached = Pick<DeskDependencies, 'isHttps'>;

/** The cookie that keeps somebody signed in. `__Host-` binds it to the desk's own host, which takes HTTPS. */
export function sessionCookieName({ isHttps }: Reached): string {
  return isHttps ? '__Host-desk' : 'desk';
}

/** The cookie of a sign-in that is under way. */
export function signInCookieName({ isHttps }: Reached): string {
  return isHttps ? '__Host-desk-sign-in' : 'desk-sign-in';
}

/** A cookie that ends with the browser, and that no script reads; an empty value takes it away. */
export function deskCookie(name: string, value: string, { isHttps }: Reached): string {
  const ended = value === '' ? '; Max-Age=0' : '';
  return `${name}=${encodeURIComponent(value)}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}${ended}`;
}
