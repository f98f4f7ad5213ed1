import Foundation
import HTTPTypes
import Hummingbird
import Markup

/// A handler of the service worker, and of the page that the worker shows if this server cannot be reached. Neither
/// depends on a reader: a browser may request them at any time.
struct ServiceWorkerHandler {
    let dependencies: WebDependencies

    /// Returns `/sw.js`, whose location gives it all paths (Service Workers §3.2). Each release is a new worker, as the
    /// script has the hash of the assets.
    func worker(to request: Request) -> Response {
        let assets = dependencies.assets
        // A difference of one byte makes a new worker, which replaces the active one (Service Workers, Update).
        let head = "const release = '\(assets.contentHash)';\n"
        var headers: HTTPFields = [
            .contentType: "text/javascript; charset=utf-8", .cacheControl: "no-cache", .vary: "Accept-Encoding",
            // The response has the worker's own policy; the general one would allow it no requests.
            .contentSecurityPolicy: "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
        ]
        var bytes = Array(head.utf8) + assets.bytes(AssetCatalog.serviceWorker)
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
        w.doctype()
        w.element(.html, [.lang("en"), .data(.edition, "mine"), .data(.theme, "automatic")]) { w in
            w.element(.head) { w in writeHead(&w) }
            w.element(.body, class: "sign-in") { w in
                w.element(.main, class: "not-here", [.id("main")]) { w in writeMain(&w) }
                w.element(
                    .div, [.id("live"), .class("visually-hidden"), .role("status"), .aria("live", "polite")])
            }
        }
        return w
    }

    private func writeHead(_ w: inout HTMLWriter) {
        let assets = dependencies.assets
        w.void(.meta, [.attribute("charset", "utf-8")])
        w.void(.meta, [.name("viewport"), .content("width=device-width,initial-scale=1,viewport-fit=cover")])
        w.void(.meta, [.name("robots"), .content("noindex")])
        w.element(.title, text: "\(Strings.serverGone) · \(Strings.productName)")
        w.void(.link, [.rel("stylesheet"), .href(assets.path(named: AssetCatalog.publicStylesheet))])
        w.void(.link, [.rel("stylesheet"), .href(assets.path("sign-in.css"))])
        w.void(.link, [.rel("stylesheet"), .href(assets.path("offline.css"))])
        w.void(.link, [.rel("icon"), .href(assets.path("tidings.svg"))])
        for module: StaticString in ["page.js", "keep.js"] {
            w.void(.link, [.rel("modulepreload"), .href(assets.path(module))])
        }
        w.element(.script, [.type("module"), .src(assets.path("offline.js"))])
    }

    private func writeMain(_ w: inout HTMLWriter) {
        w.element(.p, class: "sign-in-title", text: Strings.productName)
        w.element(.h1, text: Strings.serverGone)
        PageNotHerePage.writeContents(Strings.serverGoneHint, &w)
    }
}
