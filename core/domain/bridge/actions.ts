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

/** A request to the host. Carries only what its kind allows, so that no page text becomes code (BRIDGE-4). */
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

/** How pages reach the host; every value comes from configuration (BRIDGE-1, BRIDGE-2). */
export interface BridgeConfig {
  /** Name of the Android host's object on `window`, and of its method that takes a JSON text. */
  readonly androidObject: string;
  readonly androidMethod: string;
  readonly iosHandler: string;
  /** Scheme of deep links, without `://`; empty for none. */
  readonly deepLinkScheme: string;
  readonly actions: Readonly<Record<BridgeActionName, string>>;
}

export interface HostPages {
  readonly bindBank: string;
  readonly bindCard: string;
  readonly setting: string;
  readonly main: string;
  readonly login: string;
  readonly productDetail: string;
  readonly recommendList: string;
}

export interface HostConfig {
  readonly bridge: BridgeConfig;
  readonly hostPages: HostPages;
  readonly clientType?: string;
}

const telephone = /^\+?(?=.*\d)[0-9 ()-]{3,20}$/;

/** The `tel:` address of 3 to 20 digits with blanks, brackets and hyphens after an optional plus; null for any other text (BRIDGE-4). */
export function telephoneAddress(text: string): string | null {
  return telephone.test(text) ? `tel:${text.replace(/[^+\d]/g, '')}` : null;
}
