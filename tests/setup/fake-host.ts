import type { BrowserContext } from 'playwright';

/** A message as a host app receives it. */
export interface HostMessage {
  readonly action: string;
  readonly [parameter: string]: string;
}

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
