// react-native 0.81, react-native-webview 13.17. Set BRIDGE_ANDROID_OBJECT=ReactNativeWebView: on both systems the pages
// then reach the app by that name. iOS, Info.plist: NSCameraUsageDescription (photos of a complaint). Android's manifest
// has INTERNET; leave CAMERA out, or ask for it first.

import { useCallback, useEffect, useRef, useState } from 'react';
import { BackHandler, Linking } from 'react-native';
import { WebView } from 'react-native-webview';
import { type MessageHost, receive } from './messages.ts';

/** What the pages ask of your app. */
export interface LenderApp
  extends Pick<
    MessageHost,
    'openPage' | 'close' | 'openHome' | 'openAccount' | 'openLoans' | 'askForRating' | 'noteAcceptance'
  > {
  /** The address of a path with a fresh ticket, from your own systems; null where no user is signed in. */
  ticketAddress(path: string): Promise<string | null>;
  /** Ends when the borrower is signed in, or gives up. */
  signIn(): Promise<void>;
  /** Adds a card or an account; ends when it is over. */
  showBankFlow(): Promise<void>;
  /** iOS: takes a document, with the cookies of the web view. Android downloads by itself. */
  saveFile(address: string): void;
}

const origin = 'https://pay.example'; // H5_BASE
const otherOrigins = ['https://checkout.example']; // REDIRECT_ORIGINS
const outsideSchemes = ['tel:', 'mailto:', 'upi:', 'whatsapp:'];

/** The pages; stands in the safe area of your screen. */
export function LlanoScreen({ app, path = '/order' }: { readonly app: LenderApp; readonly path?: string }) {
  const view = useRef<WebView<object>>(null);
  const canGoBack = useRef(false);
  const isSigningIn = useRef(false);
  const [address, setAddress] = useState<string | null>(null);

  /** Opens the page with a ticket: it is exchanged for a cookie, and no session stands in an address. */
  const load = useCallback(async () => {
    const next = await app.ticketAddress(path);
    if (next !== null && originOf(next) === origin) setAddress(next);
    else app.close();
  }, [app, path]);

  useEffect(() => {
    load();
  }, [load]);

  useEffect(() => {
    const back = BackHandler.addEventListener('hardwareBackPress', () => {
      if (!canGoBack.current) return false;
      view.current?.goBack();
      return true;
    });
    return () => back.remove();
  }, []);

  const host: MessageHost = {
    ...app,
    async signIn() {
      // Each page that lacks a session asks for it.
      if (isSigningIn.current) return;
      isSigningIn.current = true;
      await app.signIn();
      isSigningIn.current = false;
      await load();
    },
    call(telephone) {
      openOutside(`tel:${telephone}`);
    },
    async startBankFlow() {
      await app.showBankFlow();
      // A screen above leaves the page loaded: it sends endBankFlow once it is loaded again.
      view.current?.reload();
    },
  };

  if (address === null) return null;
  return (
    <WebView
      ref={view}
      source={{ uri: address }}
      // Every address is judged below; what this list leaves out would be opened outside, whatever it is.
      originWhitelist={['*']}
      onShouldStartLoadWithRequest={({ url, isTopFrame }) => {
        if (isTopFrame === false || isOpenedHere(url)) return true;
        if (outsideSchemes.includes(schemeOf(url)) || schemeOf(url) === 'https:') openOutside(url);
        return false;
      }}
      // `url` is that of the frame which sends, or its origin.
      onMessage={({ nativeEvent: { data, url } }) => {
        if (originOf(url) === origin) receive(data, host);
      }}
      onNavigationStateChange={(navigation) => {
        canGoBack.current = navigation.canGoBack;
      }}
      onFileDownload={({ nativeEvent: { downloadUrl } }) => {
        if (originOf(downloadUrl) === origin) app.saveFile(downloadUrl);
      }}
      onContentProcessDidTerminate={() => view.current?.reload()}
      onRenderProcessGone={() => load()}
      setSupportMultipleWindows={false}
      thirdPartyCookiesEnabled={false}
      geolocationEnabled={false}
      allowsBackForwardNavigationGestures
      pullToRefreshEnabled
    />
  );
}

function isOpenedHere(address: string): boolean {
  const from = originOf(address);
  return from === origin || otherOrigins.includes(from) || address === 'about:blank';
}

// React Native's own `URL` reads no parts of an address, so they are read by their form.
function schemeOf(address: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.exec(address)?.[0].toLowerCase() ?? '';
}

/** Scheme, host and port; empty for an address without them, or with a name and a password before the host. */
function originOf(address: string): string {
  return /^(https?:\/\/[a-z0-9.-]+(?::\d+)?)(?=[/?#]|$)/i.exec(address)?.[1]?.toLowerCase() ?? '';
}

function openOutside(address: string): void {
  // Where no app answers, such as no UPI app, nothing happens: the page shows the code to pay with as well.
  Linking.openURL(address).catch(() => {});
}
