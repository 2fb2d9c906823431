// flutter_inappwebview 6.1, url_launcher 6.3, Flutter 3.24. iOS, Info.plist: NSCameraUsageDescription (photos of a complaint).
// Android's manifest has INTERNET; leave CAMERA out, or ask for it first.

import 'dart:convert';

import 'package:flutter/material.dart';
import 'package:flutter_inappwebview/flutter_inappwebview.dart';
import 'package:url_launcher/url_launcher.dart';

/// What the pages ask of your app.
abstract class LenderApp {
  /// The address of a path with a fresh ticket, from your own systems; null where nobody is signed in.
  Future<Uri?> ticketAddress(String path);

  /// Ends when the borrower is signed in, or gives up.
  Future<void> signIn(BuildContext context);
  void openPage(String page, String? parameter);
  void openHome();
  void openAccount();
  void openLoans();
  void askForRating();
  void noteAcceptance(String productId);

  /// Adds a card or an account; ends when it is over.
  Future<void> showBankFlow(BuildContext context);

  /// Takes a document; send the cookies of the web view along.
  void saveFile(Uri address);
}

class LlanoPage extends StatefulWidget {
  const LlanoPage({super.key, required this.app, this.path = '/order'});

  final LenderApp app;
  final String path;

  @override
  State<LlanoPage> createState() => _LlanoPageState();
}

class _LlanoPageState extends State<LlanoPage> {
  static const origin = 'https://pay.example'; // H5_BASE
  static const otherOrigins = {'https://checkout.example'}; // REDIRECT_ORIGINS
  static const outsideSchemes = {'tel', 'mailto', 'upi', 'whatsapp'};

  InAppWebViewController? view;
  bool isSigningIn = false;

  late final refresher = PullToRefreshController(onRefresh: () => view?.reload());

  LenderApp get app => widget.app;

  @override
  Widget build(BuildContext context) {
    return PopScope(
      canPop: false,
      onPopInvokedWithResult: (didPop, _) async {
        if (didPop) return;
        if (await view?.canGoBack() ?? false) {
          view?.goBack();
        } else {
          leave();
        }
      },
      child: Scaffold(
        body: SafeArea(
          child: InAppWebView(
            initialSettings: InAppWebViewSettings(
              useShouldOverrideUrlLoading: true,
              useOnDownloadStart: true,
              allowFileAccess: false,
              geolocationEnabled: false,
              thirdPartyCookiesEnabled: false,
              allowsBackForwardNavigationGestures: true,
              algorithmicDarkeningAllowed: false,
            ),
            pullToRefreshController: refresher,
            onWebViewCreated: (controller) async {
              view = controller;
              await addBridge(controller);
              await load();
            },
            onLoadStop: (_, __) => refresher.endRefreshing(),
            onReceivedError: (_, __, ___) => refresher.endRefreshing(),
            shouldOverrideUrlLoading: (_, action) async => policyFor(action),
            onDownloadStartRequest: (_, request) {
              if (originOf(request.url) == origin) app.saveFile(request.url);
            },
            onRenderProcessGone: (_, __) => leave(),
            onWebContentProcessDidTerminate: (controller) => controller.reload(),
          ),
        ),
      ),
    );
  }

  /// Adds `window.LlanoHost` to our own pages only, so that no frame and no other site can ask for anything.
  Future<void> addBridge(InAppWebViewController controller) async {
    await controller.addWebMessageListener(WebMessageListener(
      jsObjectName: 'LlanoHost',
      allowedOriginRules: {origin},
      onPostMessage: (message, _, isMainFrame, __) {
        final text = message?.data;
        if (isMainFrame && text is String) receive(text);
      },
    ));
  }

  /// Takes one message. Nothing waits for an answer; what is not known, of a newer version of the pages, is let go.
  void receive(String text) {
    final Object? message;
    try {
      message = jsonDecode(text);
    } on FormatException {
      return;
    }
    if (message is! Map<String, dynamic> || !mounted) return;
    switch (message['action']) {
      case 'openPage':
        app.openPage(message['page'] as String, null);
      case 'openPageWithParameter':
        app.openPage(message['page'] as String, message['parameter'] as String);
      case 'closeWebView':
        leave();
      case 'homeTab':
        leave();
        app.openHome();
      case 'mineTab':
        leave();
        app.openAccount();
      case 'forceLogin':
        signIn();
      case 'callTelephone':
        openOutside(Uri(scheme: 'tel', path: message['telephone'] as String));
      case 'ratingPrompt':
        app.askForRating();
      case 'burialPointConfirmation':
        app.noteAcceptance(message['productId'] as String);
      case 'startBankFlow':
        // A page above leaves ours as it is: it sends endBankFlow once it is loaded again.
        app.showBankFlow(context).then((_) => view?.reload());
      case 'endBankFlow':
        break; // The page is new already.
      case 'goToLoan':
        leave();
        app.openLoans();
      default:
        break;
    }
  }

  Future<void> signIn() async {
    // Each page that lacks a session asks for it.
    if (isSigningIn) return;
    isSigningIn = true;
    await app.signIn(context);
    isSigningIn = false;
    await load();
  }

  /// Opens the page with a ticket: it is exchanged for a cookie, and no session stands in an address.
  Future<void> load() async {
    final address = await app.ticketAddress(widget.path);
    if (address != null && originOf(address) == origin) {
      await view?.loadUrl(urlRequest: URLRequest(url: WebUri.uri(address)));
    } else {
      leave();
    }
  }

  NavigationActionPolicy policyFor(NavigationAction action) {
    final address = action.request.url;
    if (address == null) return NavigationActionPolicy.CANCEL;
    final from = originOf(address);
    final isOpenedHere = from == origin || otherOrigins.contains(from) || address.scheme == 'about';
    if (isOpenedHere || !action.isForMainFrame) return NavigationActionPolicy.ALLOW;
    // `intent:` and the rest are let go: they would let a page start any activity.
    if (outsideSchemes.contains(address.scheme) || address.scheme == 'https') openOutside(address);
    return NavigationActionPolicy.CANCEL;
  }

  void leave() {
    if (mounted) Navigator.of(context).pop();
  }

  String originOf(Uri address) =>
      '${address.scheme}://${address.host}${address.hasPort ? ':${address.port}' : ''}';

  void openOutside(Uri address) {
    // Where no app answers, such as no UPI app, nothing happens: the page shows the code to pay with as well.
    launchUrl(address, mode: LaunchMode.externalApplication).ignore();
  }

  /// Call it as the borrower signs out, and revoke the session at `/host/sessions/revoke`.
  static Future<void> clearSession() async {
    await CookieManager.instance().deleteAllCookies();
    await WebStorageManager.instance().deleteAllData();
  }
}
