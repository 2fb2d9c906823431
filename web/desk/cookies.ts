import type { DeskDependencies } from './dependencies.ts';

type Reached = Pick<DeskDependencies, 'isHttps'>;

/** Name of the session cookie. `__Host-` binds it to the desk's host and needs HTTPS. */
export function sessionCookieName({ isHttps }: Reached): string {
  return isHttps ? '__Host-desk' : 'desk';
}

export function signInCookieName({ isHttps }: Reached): string {
  return isHttps ? '__Host-desk-sign-in' : 'desk-sign-in';
}

/** A `Set-Cookie` value for a session cookie that scripts cannot read. An empty value deletes it. */
export function deskCookie(name: string, value: string, { isHttps }: Reached): string {
  const ended = value === '' ? '; Max-Age=0' : '';
  return `${name}=${encodeURIComponent(value)}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}${ended}`;
}
