import {
  type BridgeAction,
  type BridgeActionName,
  type HostConfig,
  telephoneAddress,
} from '#domain/bridge/actions.ts';
import { bridgeFailureEvent, bridgeFailurePath } from '#domain/bridge/failure.ts';

export interface BridgeSurroundings {
  readonly location: Pick<Location, 'assign' | 'origin' | 'search'>;
  readonly history: Pick<History, 'back' | 'length'>;
  readonly navigator: Pick<Navigator, 'sendBeacon'>;
  dispatchEvent(event: Event): boolean;
}

export type BridgeOutcome = 'sent' | 'fallback' | 'failed';

interface Message {
  action: string;
  page?: string;
  parameter?: string;
  telephone?: string;
  productId?: string;
}

type Send = (message: Message) => void;

/** Added to `window` by the host; the names of `android` and `method` are configured. */
interface InjectedHost {
  readonly android?: { method(text: string): void };
  readonly webkit?: {
    readonly messageHandlers?: Partial<Record<string, { postMessage(message: Message): void }>>;
  };
}

const textMaxLength = 2048;

/** The host's page that replaces an action in a plain browser. Actions without one do nothing. */
const fallbackPages: Partial<Record<BridgeActionName, keyof HostConfig['hostPages']>> = {
  closeWebView: 'main',
  homeTab: 'main',
  mineTab: 'setting',
  forceLogin: 'login',
  startBankFlow: 'bindBank',
  goToLoan: 'recommendList',
};

/**
 * Asks the host for an action over the first transport there is: Android interface, iOS handler, deep link, plain browser
 * (BRIDGE-1, BRIDGE-2). Sends only configured values and the action's checked parameters (BRIDGE-4). Never throws: a failure is
 * dispatched as `bridgeFailureEvent` and logged by the server (BRIDGE-3), except for closing and ending the bank flow.
 */
export function sendToHost(
  config: HostConfig,
  action: BridgeAction,
  surroundings: BridgeSurroundings = window,
): BridgeOutcome {
  const { name } = action;
  try {
    const message = messageOf(config, action, surroundings.location.origin);
    const send = findHost(config, surroundings);
    if (send) send(message);
    else fallBack(config, name, message, surroundings);
    return send ? 'sent' : 'fallback';
  } catch {
    if (name !== 'closeWebView' && name !== 'endBankFlow') {
      surroundings.dispatchEvent(new Event(bridgeFailureEvent));
      surroundings.navigator.sendBeacon(`${bridgeFailurePath}?action=${name}`);
    }
    return 'failed';
  }
}

export function hasHost(config: HostConfig, surroundings: BridgeSurroundings = window): boolean {
  return findHost(config, surroundings) !== null;
}

/**
 * How to reach the host; null without one. The deep link is used only if the session says that an app opened the page: browsers
 * show an error for an unknown scheme.
 */
function findHost({ bridge, clientType = '' }: HostConfig, surroundings: BridgeSurroundings): Send | null {
  const { deepLinkScheme } = bridge;
  const { location } = surroundings;
  const method = bridge.androidMethod as 'method';
  const { [bridge.androidObject as 'android']: android, webkit } = surroundings as unknown as InjectedHost;
  if (android?.[method]) return (message) => android[method](JSON.stringify(message));
  const { messageHandlers = {} } = webkit ?? {};
  const ios = messageHandlers[bridge.iosHandler];
  if (ios) return (message) => ios.postMessage(message);
  const isDeepLinked =
    /^(?!javascript$)[a-z][a-z\d+.-]*$/i.test(deepLinkScheme) &&
    /[?&]clientType=(android|ios)(&|$)/i.test(`${location.search}&clientType=${clientType}`);
  if (!isDeepLinked) return null;
  return ({ action, ...parameters }) =>
    location.assign(`${deepLinkScheme}://${encodeURIComponent(action)}?${new URLSearchParams(parameters)}`);
}

function messageOf({ bridge, hostPages }: HostConfig, action: BridgeAction, origin: string): Message {
  const message: Message = { action: textOf(bridge.actions[action.name]) };
  if ('page' in action) message.page = pageOf(hostPages, action.page, origin);
  if ('parameter' in action) message.parameter = textOf(action.parameter);
  if ('productId' in action) message.productId = textOf(action.productId);
  if ('telephone' in action) message.telephone = textOf(telephoneAddress(action.telephone)).slice(4);
  return message;
}

function fallBack(
  { hostPages }: HostConfig,
  name: BridgeActionName,
  { page, parameter, telephone }: Message,
  { location, history }: BridgeSurroundings,
): void {
  const fallbackPage = fallbackPages[name];
  if (telephone) location.assign(`tel:${telephone}`);
  else if (name === 'closeWebView' && history.length > 1) history.back();
  else if (page || fallbackPage) {
    const url = new URL(textOf(page || (fallbackPage && hostPages[fallbackPage])), location.origin);
    if (!/^https?:/.test(url.href)) refuse();
    if (parameter) url.searchParams.set('parameter', parameter);
    location.assign(url.href);
  }
}

/** Address of a host page from the settings; a path becomes an absolute URL of ours. */
function pageOf(hostPages: HostConfig['hostPages'], page: string, origin: string): string {
  if (Object.values(hostPages).includes(page)) return textOf(page);
  const url = new URL(page, origin);
  return page.startsWith('/') && url.origin === origin ? url.href : refuse();
}

function textOf(value: unknown): string {
  return typeof value === 'string' && value && value.length <= textMaxLength ? value : refuse();
}

function refuse(): never {
  throw new Error('refused');
}
