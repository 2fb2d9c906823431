import type { BrowserContext } from 'playwright';
import type { Visitor } from './visitor.ts';

/** A message as a host app receives it. */
export interface HostMessage {
  readonly action: string;
  readonly [parameter: string]: string;
}

/** The scheme of the deep links that `recordHost` reads. */
export const deepLinkScheme = 'llanoapp';

/**
 * Puts a host app's interface into every page of the context, under the configuration's default names. Gives the
 * messages it receives, oldest first.
 */
export async function addFakeHost(
  context: BrowserContext,
  platform: 'android' | 'ios',
): Promise<readonly HostMessage[]> {
  const received: HostMessage[] = [];
  await context.exposeFunction('tellTest', (message: HostMessage) => {
    received.push(message);
  });
  await context.addInitScript((name) => {
    const page = window as unknown as Record<string, unknown> & { tellTest(message: unknown): void };
    if (name === 'android') {
      page.LlanoHost = { postMessage: (text: string) => page.tellTest(JSON.parse(text)) };
    } else {
      page.webkit = {
        messageHandlers: { LlanoHost: { postMessage: (message: unknown) => page.tellTest(message) } },
      };
    }
  }, platform);
  return received;
}

/**
 * The same for the visitor's page and any of the three shapes of a host. No request is made for a scheme that no program
 * answers, so deep links are read off what the browser's own protocol says was tried.
 */
export async function recordHost(
  { context, page }: Visitor,
  shape: 'android' | 'ios' | 'deep-link',
): Promise<readonly HostMessage[]> {
  if (shape !== 'deep-link') return addFakeHost(context, shape);
  const received: HostMessage[] = [];
  let tried: HostMessage | null = null;
  const protocol = await context.newCDPSession(page);
  protocol.on('Page.frameRequestedNavigation', ({ url }) => {
    const link = new URL(url);
    if (link.protocol !== `${deepLinkScheme}:`) return;
    tried = { action: link.host, ...Object.fromEntries(link.searchParams) };
  });
  // Only then has the browser given up on it, and another address can be opened.
  protocol.on('Page.frameStoppedLoading', () => {
    if (tried) received.push(tried);
    tried = null;
  });
  await protocol.send('Page.enable');
  return received;
}
