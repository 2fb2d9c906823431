// What `LlanoScreen.tsx` uses of React Native and its web view, so that it compiles without them; in an app take this file
// away, and their own types hold.

declare module 'react-native' {
  export const BackHandler: {
    addEventListener(event: 'hardwareBackPress', handler: () => boolean): { remove(): void };
  };
  export const Linking: { openURL(address: string): Promise<unknown> };
}

declare module 'react-native-webview' {
  import type { Component } from 'react';

  interface Native<Event> {
    readonly nativeEvent: Event;
  }

  interface WebViewProps {
    readonly source: { readonly uri: string };
    readonly originWhitelist: string[];
    readonly onShouldStartLoadWithRequest: (request: {
      readonly url: string;
      readonly isTopFrame: boolean;
    }) => boolean;
    readonly onMessage: (event: Native<{ readonly data: string; readonly url: string }>) => void;
    readonly onNavigationStateChange: (navigation: { readonly canGoBack: boolean }) => void;
    readonly onFileDownload: (event: Native<{ readonly downloadUrl: string }>) => void;
    readonly onContentProcessDidTerminate: () => void;
    readonly onRenderProcessGone: () => void;
    readonly setSupportMultipleWindows: boolean;
    readonly thirdPartyCookiesEnabled: boolean;
    readonly geolocationEnabled: boolean;
    readonly allowsBackForwardNavigationGestures: boolean;
    readonly pullToRefreshEnabled: boolean;
  }

  export class WebView<Props> extends Component<WebViewProps & Props> {
    goBack(): void;
    reload(): void;
  }
}
