package com.example.lender

// androidx.activity 1.10, androidx.webkit 1.14, androidx.swiperefreshlayout 1.1; minSdk 24. AndroidManifest.xml:
//   <uses-permission android:name="android.permission.INTERNET" />
//   <activity android:name=".LlanoActivity" android:exported="true" android:launchMode="singleTask"
//       android:configChanges="orientation|screenSize|keyboardHidden|uiMode" android:windowSoftInputMode="adjustResize"
//       android:theme="@style/Theme.Material3.DayNight.NoActionBar">
//     <intent-filter android:autoVerify="true">
//       <action android:name="android.intent.action.VIEW" />
//       <category android:name="android.intent.category.DEFAULT" />
//       <category android:name="android.intent.category.BROWSABLE" />
//       <data android:scheme="https" android:host="pay.example" />
//     </intent-filter>
//   </activity>
//   <provider android:name="androidx.core.content.FileProvider" android:authorities="${applicationId}.photos"
//       android:exported="false" android:grantUriPermissions="true">
//     <meta-data android:name="android.support.FILE_PROVIDER_PATHS" android:resource="@xml/photos" />
//   </provider>
// res/xml/photos.xml: <paths><cache-path name="photos" path="photos/" /></paths>

import android.app.Activity
import android.app.DownloadManager
import android.content.ActivityNotFoundException
import android.content.Intent
import android.graphics.Bitmap
import android.net.Uri
import android.os.Bundle
import android.os.Environment
import android.provider.MediaStore
import android.view.ViewGroup.LayoutParams.MATCH_PARENT
import android.webkit.CookieManager
import android.webkit.RenderProcessGoneDetail
import android.webkit.URLUtil
import android.webkit.ValueCallback
import android.webkit.WebChromeClient
import android.webkit.WebResourceRequest
import android.webkit.WebStorage
import android.webkit.WebView
import android.webkit.WebViewClient
import androidx.activity.ComponentActivity
import androidx.activity.OnBackPressedCallback
import androidx.activity.enableEdgeToEdge
import androidx.activity.result.contract.ActivityResultContracts.StartActivityForResult
import androidx.core.content.FileProvider
import androidx.core.view.ViewCompat
import androidx.core.view.WindowInsetsCompat
import androidx.swiperefreshlayout.widget.SwipeRefreshLayout
import androidx.webkit.WebViewCompat
import androidx.webkit.WebViewFeature
import java.io.File
import org.json.JSONException
import org.json.JSONObject

/** What the pages ask of your app; every call comes on the main thread. */
interface LenderApp {
    /** The address of a path with a fresh ticket, from your own systems; null where nobody is signed in. */
    fun ticketAddress(path: String, then: (String?) -> Unit)
    fun signIn(activity: Activity, then: () -> Unit)
    fun openPage(activity: Activity, page: String, parameter: String?)
    fun openHome(activity: Activity)
    fun openAccount(activity: Activity)
    fun openLoans(activity: Activity)
    fun askForRating(activity: Activity)
    fun noteAcceptance(productId: String)
    /** An activity that adds a card or an account, and finishes. */
    fun bankFlow(activity: Activity): Intent
}

class LlanoActivity : ComponentActivity() {
    private val origin = "https://pay.example" // H5_BASE
    private val otherOrigins = setOf("https://checkout.example") // REDIRECT_ORIGINS
    private val deepLinkScheme = "llanoapp" // DEEP_LINK_SCHEME, for web views without the interface
    private val outsideSchemes = setOf("tel", "mailto", "upi", "whatsapp")
    private val openPaths = setOf("/confirmLoan", "/order", "/repay", "/complaint", "/customerService")

    private val app get() = application as LenderApp
    private lateinit var view: WebView
    private lateinit var refresher: SwipeRefreshLayout
    private var path = "/order"

    // The page sees that it is back and sends endBankFlow; loading it again makes that certain on every web view.
    private val bankFlow = registerForActivityResult(StartActivityForResult()) { view.reload() }

    private var chosenFiles: ValueCallback<Array<Uri>>? = null
    private var photo: Uri? = null
    private val fileChooser = registerForActivityResult(StartActivityForResult()) { result ->
        val data = result.data
        val clip = data?.clipData
        val chosen = when {
            result.resultCode != RESULT_OK -> null
            clip != null -> Array(clip.itemCount) { clip.getItemAt(it).uri }
            data?.data != null -> arrayOf(data.data!!)
            else -> photo?.let { arrayOf(it) }
        }
        // Always answered, null for none: the page's file field is dead otherwise.
        chosenFiles?.onReceiveValue(chosen)
        chosenFiles = null
    }

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        enableEdgeToEdge()
        showWebView()
        onBackPressedDispatcher.addCallback(this, object : OnBackPressedCallback(true) {
            override fun handleOnBackPressed() = if (view.canGoBack()) view.goBack() else finish()
        })
        path = pathOf(intent) ?: path
        load()
    }

    override fun onNewIntent(intent: Intent) {
        super.onNewIntent(intent)
        path = pathOf(intent) ?: return
        load()
    }

    override fun onDestroy() {
        view.destroy()
        super.onDestroy()
    }

    private fun showWebView() {
        view = WebView(this)
        view.settings.javaScriptEnabled = true
        view.settings.domStorageEnabled = true // drafts of complaints
        view.settings.allowFileAccess = false
        view.settings.allowContentAccess = true // chosen photos
        view.settings.setGeolocationEnabled(false)
        view.webViewClient = client
        view.webChromeClient = chrome
        CookieManager.getInstance().setAcceptCookie(true)
        CookieManager.getInstance().setAcceptThirdPartyCookies(view, false)
        view.setDownloadListener { url, agent, disposition, type, _ -> download(url, agent, disposition, type) }
        addBridge()

        refresher = SwipeRefreshLayout(this)
        refresher.addView(view, MATCH_PARENT, MATCH_PARENT)
        refresher.setOnRefreshListener { view.reload() }
        refresher.setOnChildScrollUpCallback { _, _ -> view.scrollY > 0 }
        // The pages take the insets of the bars and of the keyboard from the size of the view.
        ViewCompat.setOnApplyWindowInsetsListener(refresher) { container, insets ->
            val bars = insets.getInsets(
                WindowInsetsCompat.Type.systemBars() or WindowInsetsCompat.Type.displayCutout() or WindowInsetsCompat.Type.ime()
            )
            container.setPadding(bars.left, bars.top, bars.right, bars.bottom)
            WindowInsetsCompat.CONSUMED
        }
        setContentView(refresher)
    }

    /** Adds `window.LlanoHost` to our own pages only, so that no frame and no other site can ask for anything. */
    private fun addBridge() {
        // Web views before 2020 have none: there the pages are reached by deep links, or do without a host.
        if (!WebViewFeature.isFeatureSupported(WebViewFeature.WEB_MESSAGE_LISTENER)) return
        WebViewCompat.addWebMessageListener(view, "LlanoHost", setOf(origin)) { _, message, _, isMainFrame, _ ->
            if (isMainFrame) message.data?.let { receive(it) }
        }
    }

    /** Takes one message. It comes on the main thread and nothing waits for an answer; what is not known is let go. */
    private fun receive(text: String) {
        try {
            val message = JSONObject(text)
            when (message.getString("action")) {
                "openPage" -> app.openPage(this, message.getString("page"), null)
                "openPageWithParameter" ->
                    app.openPage(this, message.getString("page"), message.getString("parameter"))
                "closeWebView" -> finish()
                "homeTab" -> leaveFor(app::openHome)
                "mineTab" -> leaveFor(app::openAccount)
                "forceLogin" -> app.signIn(this) { load() }
                "callTelephone" -> openOutside(Uri.fromParts("tel", message.getString("telephone"), null))
                "ratingPrompt" -> app.askForRating(this)
                "burialPointConfirmation" -> app.noteAcceptance(message.getString("productId"))
                "startBankFlow" -> bankFlow.launch(app.bankFlow(this))
                "endBankFlow" -> Unit // The page is new already.
                "goToLoan" -> leaveFor(app::openLoans)
            }
        } catch (_: JSONException) {
            // Of a newer version of the pages.
        }
    }

    /** The message of `llanoapp://callTelephone?telephone=%2B525550000100`. */
    private fun messageOf(link: Uri): String {
        val message = JSONObject().put("action", link.host)
        for (name in link.queryParameterNames) message.put(name, link.getQueryParameter(name))
        return message.toString()
    }

    private fun leaveFor(open: (Activity) -> Unit) {
        open(this)
        finish()
    }

    /** Opens the page with a ticket: it is exchanged for a cookie, and no session stands in an address. */
    private fun load() = app.ticketAddress(path) { address ->
        if (address != null && originOf(Uri.parse(address)) == origin) view.loadUrl(address) else finish()
    }

    /** The page that a link into the app names, of those that may be opened so; its query is not taken over but for the order. */
    private fun pathOf(intent: Intent): String? {
        val link = intent.data?.takeIf { originOf(it) == origin && it.path in openPaths } ?: return null
        val kept = listOf("productId", "orderId").mapNotNull { name -> link.getQueryParameter(name)?.let { name to it } }
        return kept.fold(Uri.Builder().path(link.path)) { to, (name, value) -> to.appendQueryParameter(name, value) }
            .build().toString()
    }

    private fun originOf(address: Uri): String =
        "${address.scheme}://${address.host}" + if (address.port == -1) "" else ":${address.port}"

    private val client = object : WebViewClient() {
        override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean {
            val address = request.url
            val isOurs = originOf(address) == origin || originOf(address) in otherOrigins
            if (isOurs || !request.isForMainFrame) return !isOurs
            if (address.scheme == deepLinkScheme) {
                // Only a page of ours may ask: what another site shows in this view gets nothing.
                if (originOf(Uri.parse(view.url.orEmpty())) == origin) receive(messageOf(address))
                return true
            }
            // `intent:` and the rest are let go: they would let a page start any activity.
            if (address.scheme in outsideSchemes || address.scheme == "https") openOutside(address)
            return true
        }

        override fun onPageStarted(view: WebView, url: String, favicon: Bitmap?) {
            // A payment provider's page is not to be loaded twice by a finger.
            refresher.isEnabled = originOf(Uri.parse(url)) == origin
        }

        override fun onPageFinished(view: WebView, url: String) {
            refresher.isRefreshing = false
        }

        override fun onRenderProcessGone(view: WebView, detail: RenderProcessGoneDetail): Boolean {
            recreate()
            return true
        }
    }

    private val chrome = object : WebChromeClient() {
        override fun onShowFileChooser(
            view: WebView,
            callback: ValueCallback<Array<Uri>>,
            wanted: WebChromeClient.FileChooserParams
        ): Boolean {
            chosenFiles?.onReceiveValue(null)
            chosenFiles = callback
            val files = Intent(Intent.ACTION_GET_CONTENT)
                .addCategory(Intent.CATEGORY_OPENABLE)
                .setType("image/*")
                .putExtra(Intent.EXTRA_ALLOW_MULTIPLE, wanted.mode == WebChromeClient.FileChooserParams.MODE_OPEN_MULTIPLE)
            // No CAMERA permission in the manifest: the camera app takes the photo. With one, ask for it first.
            val file = File(File(cacheDir, "photos").apply { mkdirs() }, "${System.currentTimeMillis()}.jpg")
            photo = FileProvider.getUriForFile(this@LlanoActivity, "$packageName.photos", file)
            val camera = Intent(MediaStore.ACTION_IMAGE_CAPTURE)
                .putExtra(MediaStore.EXTRA_OUTPUT, photo)
                .addFlags(Intent.FLAG_GRANT_WRITE_URI_PERMISSION)
            fileChooser.launch(
                Intent.createChooser(files, null).putExtra(Intent.EXTRA_INITIAL_INTENTS, arrayOf(camera))
            )
            return true
        }
    }

    private fun openOutside(address: Uri) {
        try {
            val action = if (address.scheme == "tel") Intent.ACTION_DIAL else Intent.ACTION_VIEW
            startActivity(Intent(action, address))
        } catch (_: ActivityNotFoundException) {
            // No app for it, such as no UPI app: the page shows the code to pay with as well.
        }
    }

    private fun download(url: String, agent: String, disposition: String?, type: String?) {
        if (originOf(Uri.parse(url)) != origin) return
        val name = URLUtil.guessFileName(url, disposition, type)
        getSystemService(DownloadManager::class.java).enqueue(
            DownloadManager.Request(Uri.parse(url))
                .setMimeType(type)
                .addRequestHeader("Cookie", CookieManager.getInstance().getCookie(url).orEmpty())
                .addRequestHeader("User-Agent", agent)
                .setNotificationVisibility(DownloadManager.Request.VISIBILITY_VISIBLE_NOTIFY_COMPLETED)
                .setDestinationInExternalFilesDir(this, Environment.DIRECTORY_DOWNLOADS, name)
        )
    }

    companion object {
        /** Call it as the borrower signs out, and revoke the session at `/host/sessions/revoke`. */
        fun clearSession(then: () -> Unit) {
            WebStorage.getInstance().deleteAllData()
            CookieManager.getInstance().removeAllCookies {
                CookieManager.getInstance().flush()
                then()
            }
        }
    }
}
