import type { MouseEvent, ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import type { HostConfig } from '#browser/bridge.ts';
import { type BridgeActionName, bridgeActionNames } from '#domain/bridge/actions.ts';
import { BackLink } from './back-link.tsx';
import { CallLink } from './call-link.tsx';

const config: HostConfig = {
  bridge: {
    androidObject: 'LlanoHost',
    androidMethod: 'call',
    iosHandler: 'llano',
    deepLinkScheme: '',
    actions: Object.fromEntries(bridgeActionNames.map((name) => [name, name])) as Record<
      BridgeActionName,
      string
    >,
  },
  hostPages: {
    bindBank: '',
    bindCard: '',
    setting: '',
    main: '/',
    login: '',
    productDetail: '',
    recommendList: '',
  },
};

const toHost = vi.fn<(text: string) => void>();

beforeEach(() => {
  toHost.mockReset();
});

/** Puts a browser in place; with a host unless told otherwise. */
function openBrowser({ hasHost = true, historyLength = 2 } = {}): void {
  const history = { length: historyLength, back: vi.fn() };
  vi.stubGlobal('history', history);
  vi.stubGlobal('window', {
    location: { origin: 'https://h5.example', search: '', assign: vi.fn() },
    history,
    navigator: { sendBeacon: () => true },
    dispatchEvent: () => true,
    ...(hasHost ? { LlanoHost: { call: toHost } } : {}),
  });
}

/** Presses a link; whether the browser is kept from following it. */
function press(link: ReactElement<{ onClick(event: MouseEvent): void }>): boolean {
  const preventDefault = vi.fn();
  link.props.onClick({ preventDefault } as unknown as MouseEvent);
  return preventDefault.mock.calls.length > 0;
}

const callLink = (telephone = '+52 55 1234 5678') =>
  CallLink({ config, telephone }) as ReactElement<{ onClick(event: MouseEvent): void }>;
const backLink = () =>
  BackLink({ config, href: '/order', label: 'Volver', children: '←' }) as ReactElement<{
    onClick(event: MouseEvent): void;
  }>;

test('[BRIDGE-2] a telephone number is a tel: link before any script', () => {
  expect(renderToStaticMarkup(callLink())).toBe('<a href="tel:+525512345678">+52 55 1234 5678</a>');
});

test('[BRIDGE-4] what is no telephone number is shown and cannot be pressed', () => {
  expect(renderToStaticMarkup(callLink('javascript:alert(1)'))).toBe('<span>javascript:alert(1)</span>');
});

test('[BRIDGE-2] a call goes through the host where there is one, else the link does it', () => {
  openBrowser();
  expect(press(callLink())).toBe(true);
  expect(toHost.mock.calls).toEqual([['{"action":"callTelephone","telephone":"+525512345678"}']]);
  openBrowser({ hasHost: false });
  expect(press(callLink())).toBe(false);
});

test('[BRIDGE-3] when the host fails the link still calls', () => {
  openBrowser();
  toHost.mockImplementation(() => {
    throw new Error('gone');
  });
  expect(press(callLink())).toBe(false);
});

test('[BRIDGE-2] the way back closes the web view only where there is a host and nothing to go back to', () => {
  expect(renderToStaticMarkup(backLink())).toBe('<a href="/order" aria-label="Volver">←</a>');
  openBrowser({ historyLength: 1 });
  expect(press(backLink())).toBe(true);
  expect(toHost.mock.calls).toEqual([['{"action":"closeWebView"}']]);
  openBrowser({ historyLength: 2 });
  expect(press(backLink())).toBe(false);
  openBrowser({ hasHost: false, historyLength: 1 });
  expect(press(backLink())).toBe(false);
  expect(toHost).toHaveBeenCalledTimes(1);
});

test('[BRIDGE-3] a view that does not close lets the link lead back', () => {
  openBrowser({ historyLength: 1 });
  toHost.mockImplementation(() => {
    throw new Error('gone');
  });
  expect(press(backLink())).toBe(false);
});
