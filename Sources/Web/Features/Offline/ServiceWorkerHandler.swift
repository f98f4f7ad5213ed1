import Foundation
import HTTPTypes
import Hummingbird
import Markup

/// A handler of the service worker, and of the page that the worker shows if this server cannot be reached. Neither
/// depends on a reader: a browser may request them at any time.
struct ServiceWorkerHandler {
    let dependencies: WebDependencies

    /// The texts of the worker.
    private struct Words: Encodable {
        let kept = Strings.favouriteWaits
        let outside = Strings.outsideNeedsNetwork
        let noFavourites = Strings.noFavouritesHere
    }

    /// Returns `/sw.js`, whose location gives it all paths (Service Workers §3.2). Each release is a new worker, as the
    /// script has the hash of the assets.
    func worker(to request: Request) -> Response {
        let assets = dependencies.assets
        // A difference of one byte makes a new worker, which replaces the active one (Service Workers, Update).
        let words = Routes.jsonBytes(Words())
        let head =
            "const release = '\(assets.contentHash)';\nconst words = \(String(decoding: words, as: UTF8.self));\n"
        var headers: HTTPFields = [
            .contentType: "text/javascript; charset=utf-8", .cacheControl: "no-cache", .vary: "Accept-Encoding",
            // The response has the worker's own policy; the general one would allow it no requests.
            .contentSecurityPolicy: "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
        ]
        var bytes = Array(head.utf8) + assets.bytes("sw.js")
        if Gzip.isAccepted(request) {
            bytes = dependencies.compressedPages.compressed(bytes, tag: nil)
            headers[.contentEncoding] = "gzip"
        }
        headers[.contentLength] = String(bytes.count)
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Returns `/offline`; script fills in the content of the device.
    func offlinePage() -> Response {
        let bytes = document().bytes
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-cache",
                .contentSecurityPolicy: SecurityMiddleware.contentSecurityPolicy(),
                .contentLength: String(bytes.count),
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private func document() -> HTMLWriter {
        var w = HTMLWriter(reserving: 4096)
        w.raw("<!DOCTYPE html><html lang=\"en\" data-edition=\"mine\" data-theme=\"automatic\"><head>")
        w.raw("<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1,")
        w.raw("viewport-fit=cover\"><meta name=\"robots\" content=\"noindex\"><title>")
        w.text("\(Strings.serverGone) · \(Strings.productName)")
        w.raw("</title>")
        writeLink("stylesheet", dependencies.assets.path(named: AssetCatalog.publicStylesheet), &w)
        writeLink("stylesheet", dependencies.assets.path("sign-in.css"), &w)
        writeLink("stylesheet", dependencies.assets.path("offline.css"), &w)
        writeLink("icon", dependencies.assets.path("tidings.svg"), &w)
        for module: StaticString in ["actions.js", "paths.js"] {
            writeLink("modulepreload", dependencies.assets.path(module), &w)
        }
        w.raw("<script type=\"module\"")
        w.attribute("src", dependencies.assets.path("offline.js"))
        w.raw("></script></head><body class=\"sign-in\"><main id=\"main\"><p class=\"sign-in-title\">")
        w.text(Strings.productName)
        w.raw("</p><h1>")
        w.text(Strings.serverGone)
        w.raw("</h1><p class=\"sign-in-note\">")
        w.text(Strings.serverGoneHint)
        w.raw("</p><div data-guide-section hidden><p class=\"sign-in-note\">")
        w.text(Strings.guidesHere)
        w.raw(
            "</p><ul class=\"offline-guides\" data-guide-list></ul></div><p><a class=\"button primary wide-button\" href=\"\">"
        )
        w.text(Strings.tryAgain)
        w.raw("</a></p></main><div id=\"live\" class=\"visually-hidden\" role=\"status\" aria-live=\"polite\"></div>")
        w.raw("</body></html>")
        return w
    }

    private func writeLink(_ rel: String, _ path: String, _ w: inout HTMLWriter) {
        w.raw("<link")
        w.attribute("rel", rel)
        w.attribute("href", path)
        w.raw(">")
    }
}
