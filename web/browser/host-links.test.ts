// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { type BridgeAction, bridgeActionNames } from '#domain/bridge/actions.ts';
import { backLink, hostLink, watchBankFlow } from './host-links.ts';

const bridge = {
  androidObject: 'LlanoHost',
  androidMethod: 'call',
  iosHandler: 'llano',
  deepLinkScheme: '',
  actions: Object.fromEntries(bridgeActionNames.map((name) => [name, name])),
};

const call: BridgeAction = { name: 'callTelephone', telephone: '+52 55 1234 5678' };

const toHost = vi.fn<(text: string) => void>();

beforeEach(() => {
  toHost.mockReset();
  document.body.innerHTML = `<script type="application/json" id="host">${JSON.stringify({ bridge, hostPages: { main: '/' } })}</script>
    <a id="call" href="tel:+525512345678">+52 55 1234 5678</a>
    <a id="back" href="/order">←</a>
    <a id="home" href="/" data-host-back="home">←</a>
    <section hidden><p><a id="bank" href="" hidden>+</a></p></section>`;
  link('call').dataset.hostAction = JSON.stringify(call);
  hostLink(link('call'));
  backLink(link('back'));
  backLink(link('home'));
  history.replaceState(null, '');
});

const link = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

/** Gives the page a host, a history and a way to report a failure. */
function openBrowser({ hasHost = true, historyLength = 2 } = {}): void {
  vi.stubGlobal('LlanoHost', hasHost ? { call: toHost } : undefined);
  vi.spyOn(history, 'length', 'get').mockReturnValue(historyLength);
  vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true);
}

/** Presses a link; whether the browser is kept from following it. */
function press(id: string): boolean {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  let isPrevented = false;
  document.addEventListener(
    'click',
    () => {
      isPrevented = click.defaultPrevented;
      click.preventDefault();
    },
    { once: true },
  );
  link(id).dispatchEvent(click);
  return isPrevented;
}

test('[BRIDGE-2] a call goes through the host where there is one, else the link does it', () => {
  openBrowser();
  expect(press('call')).toBe(true);
  expect(toHost.mock.calls).toEqual([['{"action":"callTelephone","telephone":"+525512345678"}']]);
  openBrowser({ hasHost: false });
  expect(press('call')).toBe(false);
});

test('[BRIDGE-3] when the host fails the link still calls', () => {
  openBrowser();
  toHost.mockImplementation(() => {
    throw new Error('gone');
  });
  expect(press('call')).toBe(false);
});

test('[BRIDGE-2] the way back closes the web view only where there is a host and nothing to go back to', () => {
  openBrowser({ historyLength: 1 });
  expect(press('back')).toBe(true);
  expect(toHost.mock.calls).toEqual([['{"action":"closeWebView"}']]);
  openBrowser({ historyLength: 2 });
  expect(press('back')).toBe(false);
  openBrowser({ hasHost: false, historyLength: 1 });
  expect(press('back')).toBe(false);
  expect(toHost).toHaveBeenCalledTimes(1);
});

test('[BRIDGE-3] a view that does not close lets the link lead back', () => {
  openBrowser({ historyLength: 1 });
  toHost.mockImplementation(() => {
    throw new Error('gone');
  });
  expect(press('back')).toBe(false);
});

test('[BRIDGE-2] the way back out of our pages asks for the home tab where there is something to go back to', () => {
  openBrowser({ historyLength: 2 });
  expect(press('home')).toBe(true);
  openBrowser({ historyLength: 1 });
  expect(press('home')).toBe(true);
  expect(toHost.mock.calls).toEqual([['{"action":"homeTab"}'], ['{"action":"closeWebView"}']]);
  openBrowser({ hasHost: false, historyLength: 2 });
  expect(press('home')).toBe(false);
});

/** Gives the link to the bank flow its behaviour. */
function bankLink(): HTMLElement {
  link('bank').dataset.hostAction = JSON.stringify({ name: 'startBankFlow' } satisfies BridgeAction);
  hostLink(link('bank'));
  return link('bank');
}

test('[BRIDGE-2] what only a host can do is shown where there is one', () => {
  openBrowser({ hasHost: false });
  expect(bankLink().closest('[hidden]')).not.toBeNull();
  openBrowser();
  expect(bankLink().closest('[hidden]')).toBeNull();
});

test('[BRIDGE-3] what only a host can do leaves the page as it is when the host fails', () => {
  openBrowser();
  bankLink();
  toHost.mockImplementation(() => {
    throw new Error('gone');
  });
  expect(press('bank')).toBe(true);
  expect(history.state).toBeNull();
});

test('[BRIDGE-1] coming back from the bank flow loads the page anew, which then ends the flow once', () => {
  openBrowser();
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
  watchBankFlow();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(reload).not.toHaveBeenCalled();

  bankLink();
  press('bank');
  expect(toHost.mock.calls).toEqual([['{"action":"startBankFlow"}']]);
  const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(reload).not.toHaveBeenCalled();
  isHidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(reload).toHaveBeenCalled();

  toHost.mockReset();
  watchBankFlow();
  watchBankFlow();
  expect(toHost.mock.calls).toEqual([['{"action":"endBankFlow"}']]);
});
