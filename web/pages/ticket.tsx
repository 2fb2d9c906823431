import type { MiddlewareHandler } from 'hono';
import { ticketText } from '#content/messages/ticket.ts';
import { sessionParameterNames } from '#contract/page-query.ts';
import { sessionCookie, ticketHashIn } from '#contract/session-cookie.ts';
import { Button } from '#ui/form/button.tsx';
import { EmptyState } from '#ui/notice/empty-state.tsx';
import type { PageAssets } from './document.tsx';
import { type MountedDependencies, openScreen } from './open-screen.ts';
import { Refusal } from './problem.ts';
import { refuse, writePage } from './screen.tsx';

const ticketParameter = 'ticket';

/** Facts that only the app knows, allowed beside a ticket. */
const appParameters = ['appVersion', 'clientType', 'merchantNumber', 'mobilePhone'] as const;

/**
 * Exchanges a ticket in the address for a session cookie and redirects to the address without it. Only for requests that a
 * browser marks as navigation: link previews, old web views and cross-site links get a page with a button, so that nothing is
 * used up and nobody is signed in as somebody else without a touch. A repeated ticket with its session continues.
 */
export function ticketGate(dependencies: MountedDependencies, assets: PageAssets): MiddlewareHandler {
  const { tickets, now } = dependencies;
  return async (context, next) => {
    const request = context.req.raw;
    const address = new URL(request.url);
    const ticket = address.searchParams.get(ticketParameter);
    if (!tickets || ticket === null || !/^(GET|POST)$/.test(request.method)) return next();
    const head = { headers: new Headers({ 'Cache-Control': 'no-store' }), status: 200 };
    const open = openScreen(request, dependencies, head);
    if (request.method === 'GET' && !isNavigation(request.headers)) {
      const text = ticketText[open.language];
      const page = (
        <main>
          <EmptyState headingAs="h1" heading={text.heading} line={text.line}>
            <form method="post">
              <Button>{text.go}</Button>
            </form>
          </EmptyState>
        </main>
      );
      const style = assets.styleOf('problem');
      return writePage(context, page, head, { open, title: text.heading, style, script: null });
    }
    const isHttps = open.h5Base.startsWith('https:');
    const redirect = { Location: cleanAddress(address), 'Cache-Control': 'no-store' };
    // Web views and reloads load an address twice. If the session has ended since, the page itself says so.
    const ticketHash = await hashOf(ticket);
    if (ticketHashIn(request, isHttps) === ticketHash)
      return new Response(null, { status: 303, headers: redirect });
    const exchanged = await tickets.exchange(ticket);
    if (typeof exchanged === 'string') return refuse(context, open, assets, Refusal.coded(exchanged));
    const parameters = { ...exchanged.parameters };
    for (const name of appParameters) parameters[name] ||= besideTicket(address.searchParams, name);
    const seconds = Math.floor((exchanged.expiresAt.getTime() - now().getTime()) / 1000);
    return new Response(null, {
      status: 303,
      headers: { ...redirect, 'Set-Cookie': sessionCookie(parameters, { isHttps, seconds, ticketHash }) },
    });
  };
}

/**
 * Whether the browser says that a person opens the page, not a prefetch and not from another site. Previews and web views before
 * 2020 do not say so.
 */
function isNavigation(headers: Headers): boolean {
  const isAhead = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'].some((name) => headers.has(name));
  const isFromElsewhere = headers.get('Sec-Fetch-Site') === 'cross-site';
  return headers.get('Sec-Fetch-Mode') === 'navigate' && !isAhead && !isFromElsewhere;
}

/** A parameter beside the ticket; empty if a cookie cannot hold it. */
function besideTicket(parameters: URLSearchParams, name: (typeof appParameters)[number]): string {
  const value = parameters.get(name) ?? '';
  return /^[\x20-\x7e]{0,64}$/.test(value) ? value : '';
}

/** The address without ticket and session, always one of ours. */
function cleanAddress({ pathname, searchParams }: URL): string {
  const rest = new URLSearchParams(searchParams);
  for (const name of [ticketParameter, ...sessionParameterNames]) rest.delete(name);
  const query = rest.size > 0 ? `?${rest}` : '';
  return pathname.replace(/^\/+/, '/') + query;
}

/** SHA-256 in hexadecimal. */
async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
