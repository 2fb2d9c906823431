// iOS 14.5 and later. Info.plist: NSCameraUsageDescription (photos of a complaint are taken in the page's own file field),
// and under Associated Domains `applinks:pay.example` for links into the app.

import UIKit
import WebKit

/// What the pages ask of your app; every call comes on the main thread.
protocol LenderApp: AnyObject {
    /// The address of a path with a fresh ticket, from your own systems; nil where nobody is signed in.
    func ticketAddress(_ path: String, then: @escaping (URL?) -> Void)
    func signIn(over controller: UIViewController, then: @escaping () -> Void)
    func openPage(_ page: String, parameter: String?)
    func openHome()
    func openAccount()
    func openLoans()
    func askForRating()
    func noteAcceptance(productId: String)
    /// Adds a card or an account, and calls back when it is over.
    func showBankFlow(over controller: UIViewController, then: @escaping () -> Void)
}

final class LlanoViewController: UIViewController {
    private let origin = "https://pay.example" // H5_BASE
    private let otherOrigins: Set<String> = ["https://checkout.example"] // REDIRECT_ORIGINS
    private let deepLinkScheme = "llanoapp" // DEEP_LINK_SCHEME, for a host without the handler
    private let outsideSchemes: Set<String> = ["tel", "mailto", "upi", "whatsapp"]
    private let openPaths: Set<String> = ["/confirmLoan", "/order", "/repay", "/complaint", "/customerService"]

    private weak var app: LenderApp?
    private var path: String
    private var webView: WKWebView!
    private var downloaded: URL?

    init(app: LenderApp, path: String = "/order") {
        self.app = app
        self.path = path
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError("made in code") }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground // Light or dark with the system, as the pages are.
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .default() // Cookies and drafts outlive the app.
        configuration.userContentController.add(Handler(self), name: "LlanoHost")
        webView = WKWebView(frame: .zero, configuration: configuration)
        webView.navigationDelegate = self
        webView.uiDelegate = self
        webView.allowsBackForwardNavigationGestures = true // The way back of iOS.
        webView.isOpaque = false
        webView.backgroundColor = .clear
        webView.scrollView.contentInsetAdjustmentBehavior = .never // The view stands in the safe area itself.
        let refresher = UIRefreshControl()
        refresher.addTarget(self, action: #selector(refresh), for: .valueChanged)
        webView.scrollView.refreshControl = refresher

        webView.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(webView)
        let area = view.safeAreaLayoutGuide
        NSLayoutConstraint.activate([
            webView.topAnchor.constraint(equalTo: area.topAnchor),
            webView.bottomAnchor.constraint(equalTo: area.bottomAnchor),
            webView.leadingAnchor.constraint(equalTo: area.leadingAnchor),
            webView.trailingAnchor.constraint(equalTo: area.trailingAnchor),
        ])
        load()
    }

    /// Opens what a link into the app names, if it may be opened so: call it from `scene(_:continue:)`.
    func open(link: URL) {
        guard originOf(link) == origin, openPaths.contains(link.path) else { return }
        var kept = URLComponents()
        kept.path = link.path
        kept.queryItems = URLComponents(url: link, resolvingAgainstBaseURL: false)?.queryItems?
            .filter { ["productId", "orderId"].contains($0.name) }
        path = kept.string ?? link.path
        load()
    }

    /// Call it as the borrower signs out, and revoke the session at `/host/sessions/revoke`.
    static func clearSession(then: @escaping () -> Void) {
        let everything = WKWebsiteDataStore.allWebsiteDataTypes()
        WKWebsiteDataStore.default().removeData(ofTypes: everything, modifiedSince: .distantPast, completionHandler: then)
    }

    @objc private func refresh() {
        webView.reload()
    }

    /// Opens the page with a ticket: it is exchanged for a cookie, and no session stands in an address.
    private func load() {
        app?.ticketAddress(path) { [weak self] address in
            guard let self = self else { return }
            if let address = address, self.originOf(address) == self.origin {
                self.webView.load(URLRequest(url: address))
            } else {
                self.leave()
            }
        }
    }

    private func leave() {
        if let navigation = navigationController, navigation.viewControllers.first !== self {
            navigation.popViewController(animated: true)
        } else {
            dismiss(animated: true)
        }
    }

    /// Takes one message. Nothing waits for an answer; what is not known, of a newer version of the pages, is let go.
    fileprivate func receive(_ message: [String: String]) {
        switch message["action"] {
        case "openPage":
            if let page = message["page"] { app?.openPage(page, parameter: nil) }
        case "openPageWithParameter":
            if let page = message["page"], let parameter = message["parameter"] { app?.openPage(page, parameter: parameter) }
        case "closeWebView":
            leave()
        case "homeTab":
            leave()
            app?.openHome()
        case "mineTab":
            leave()
            app?.openAccount()
        case "forceLogin":
            app?.signIn(over: self) { [weak self] in self?.load() }
        case "callTelephone":
            if let telephone = message["telephone"], let call = URL(string: "tel:\(telephone)") { openOutside(call) }
        case "ratingPrompt":
            app?.askForRating()
        case "burialPointConfirmation":
            if let productId = message["productId"] { app?.noteAcceptance(productId: productId) }
        case "startBankFlow":
            // A sheet leaves the page in sight, so the page is loaded again: it then sends endBankFlow.
            app?.showBankFlow(over: self) { [weak self] in self?.webView.reload() }
        case "endBankFlow":
            break // The page is new already.
        case "goToLoan":
            leave()
            app?.openLoans()
        default:
            break
        }
    }

    fileprivate func isOurs(_ frame: WKFrameInfo) -> Bool {
        let from = frame.securityOrigin
        let port = from.port == 0 ? "" : ":\(from.port)"
        return frame.isMainFrame && "\(from.protocol)://\(from.host)\(port)" == origin
    }

    private func originOf(_ address: URL) -> String {
        let port = address.port.map { ":\($0)" } ?? ""
        return "\(address.scheme ?? "")://\(address.host ?? "")\(port)"
    }

    private func openOutside(_ address: URL) {
        // Where no app answers, such as no UPI app, nothing happens: the page shows the code to pay with as well.
        UIApplication.shared.open(address)
    }
}

/// The content controller keeps its handlers alive, so the handler keeps the view controller only weakly.
private final class Handler: NSObject, WKScriptMessageHandler {
    private weak var controller: LlanoViewController?

    init(_ controller: LlanoViewController) {
        self.controller = controller
    }

    func userContentController(_: WKUserContentController, didReceive message: WKScriptMessage) {
        guard let controller = controller, controller.isOurs(message.frameInfo) else { return }
        if let body = message.body as? [String: String] { controller.receive(body) }
    }
}

extension LlanoViewController: WKNavigationDelegate, WKUIDelegate, WKDownloadDelegate {
    func webView(
        _: WKWebView,
        decidePolicyFor action: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        guard let address = action.request.url, let scheme = address.scheme else { return decisionHandler(.cancel) }
        let isOursOrProvider = originOf(address) == origin || otherOrigins.contains(originOf(address))
        if isOursOrProvider || scheme == "about" { return decisionHandler(.allow) }
        decisionHandler(.cancel)
        if scheme == deepLinkScheme, isOurs(action.sourceFrame) {
            receive(message(of: address))
        } else if action.targetFrame?.isMainFrame != false, outsideSchemes.contains(scheme) || scheme == "https" {
            openOutside(address)
        }
    }

    func webView(
        _: WKWebView,
        decidePolicyFor response: WKNavigationResponse,
        decisionHandler: @escaping (WKNavigationResponsePolicy) -> Void
    ) {
        let disposition = (response.response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Disposition") ?? ""
        let isFile = !response.canShowMIMEType || response.response.mimeType == "application/pdf" || disposition.hasPrefix("attachment")
        decisionHandler(isFile && response.isForMainFrame ? .download : .allow)
    }

    func webView(_: WKWebView, navigationResponse _: WKNavigationResponse, didBecome download: WKDownload) {
        download.delegate = self
    }

    func download(
        _: WKDownload,
        decideDestinationUsing _: URLResponse,
        suggestedFilename: String,
        completionHandler: @escaping (URL?) -> Void
    ) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        downloaded = folder.appendingPathComponent(suggestedFilename)
        completionHandler(downloaded)
    }

    func downloadDidFinish(_: WKDownload) {
        guard let file = downloaded else { return }
        let sheet = UIActivityViewController(activityItems: [file], applicationActivities: nil)
        sheet.popoverPresentationController?.sourceView = view
        present(sheet, animated: true)
    }

    func webView(_ webView: WKWebView, didFinish _: WKNavigation!) {
        webView.scrollView.refreshControl?.endRefreshing()
    }

    func webView(_ webView: WKWebView, didFail _: WKNavigation!, withError _: Error) {
        webView.scrollView.refreshControl?.endRefreshing()
    }

    func webView(_ webView: WKWebView, didFailProvisionalNavigation _: WKNavigation!, withError _: Error) {
        webView.scrollView.refreshControl?.endRefreshing()
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        webView.reload()
    }

    /// The message of `llanoapp://callTelephone?telephone=%2B525550000100`; a form's `+` is a blank.
    private func message(of link: URL) -> [String: String] {
        let query = (link.query ?? "").replacingOccurrences(of: "+", with: "%20")
        let items = URLComponents(string: "?\(query)")?.queryItems ?? []
        return items.reduce(into: ["action": link.host ?? ""]) { message, item in message[item.name] = item.value }
    }
}
