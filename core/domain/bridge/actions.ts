/** The twelve things a page can ask of the host app (BRIDGE-1). */
export const bridgeActionNames = [
  'openPage',
  'openPageWithParameter',
  'closeWebView',
  'homeTab',
  'mineTab',
  'forceLogin',
  'callTelephone',
  'ratingPrompt',
  'burialPointConfirmation',
  'startBankFlow',
  'endBankFlow',
  'goToLoan',
] as const;

export type BridgeActionName = (typeof bridgeActionNames)[number];

/** One request to the host. Each carries only what its kind allows, so no page text can become code (BRIDGE-4). */
export type BridgeAction =
  | { readonly name: 'openPage'; readonly page: string }
  | { readonly name: 'openPageWithParameter'; readonly page: string; readonly parameter: string }
  | { readonly name: 'callTelephone'; readonly telephone: string }
  | { readonly name: 'burialPointConfirmation'; readonly productId: string }
  | {
      readonly name: Exclude<
        BridgeActionName,
        'openPage' | 'openPageWithParameter' | 'callTelephone' | 'burialPointConfirmation'
      >;
    };

/** How the host is reached; every value comes from configuration (BRIDGE-1, BRIDGE-2). */
export interface BridgeConfig {
  /** Name of the object the Android host adds to `window`, and the method on it that takes a JSON text. */
  readonly androidObject: string;
  readonly androidMethod: string;
  /** Name of the handler under `webkit.messageHandlers`. */
  readonly iosHandler: string;
  /** Scheme of the deep links, without `://`; empty for none. */
  readonly deepLinkScheme: string;
  /** The value that stands for each action on the host's side. */
  readonly actions: Readonly<Record<BridgeActionName, string>>;
}

/** Pages of the host app that ours can open (CONF-1). */
export interface HostPages {
  readonly bindBank: string;
  readonly bindCard: string;
  readonly setting: string;
  readonly main: string;
  readonly login: string;
  readonly productDetail: string;
  readonly recommendList: string;
}

/** What the bridge works from. */
export interface HostConfig {
  readonly bridge: BridgeConfig;
  readonly hostPages: HostPages;
  /** The session's, where the address does not say it. */
  readonly clientType?: string;
}

const telephone = /^\+?(?=.*\d)[0-9 ()-]{3,20}$/;

/**
 * The `tel:` address of a number written as 3 to 20 digits, blanks, brackets and hyphens after an optional plus; null
 * for any other text (BRIDGE-4).
 */
export function telephoneAddress(text: string): string | null {
  return telephone.test(text) ? `tel:${text.replace(/[^+\d]/g, '')}` : null;
}
