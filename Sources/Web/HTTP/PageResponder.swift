import Crypto
import Foundation
import Hummingbird
import Library
import Markup
import News

/// Adds an ETag, 304 without database access, and gzip cached by ETag.
struct PageResponder: Sendable {
    let dependencies: WebDependencies

    /// Hashes build, assets, revision, time zone, date, URI and whether a user initiated the request; adds the undo
    /// offer, which expires without a new revision.
    func entityTag(for scope: RequestScope) -> String {
        let revision = dependencies.library.revision(for: scope.reader)
        let text =
            "\(dependencies.settings.build)|\(scope.dependencies.assets.contentHash)|\(revision)|\(scope.time.zone.identifier)|\(scope.time.dateline(scope.now))|\(scope.currentURI)\(scope.inlinesStyles ? "|first" : "")\(scope.intent.isUserInitiated ? "" : "|shown")"
        let hash = SHA256.hash(data: Data(text.utf8)).prefix(12)
        return
            "\"\(hash.map { byte in String(byte, radix: 36) }.joined())\(scope.undo == nil ? "" : "-u\(scope.undo?.id ?? 0)")\""
    }

    func notModifiedResponse(_ scope: RequestScope, _ tag: String) -> Response? {
        let tags = scope.request.headers[.ifNoneMatch] ?? ""
        guard tags.split(separator: ",").contains(where: { Self.withoutWeakPrefix($0) == tag }) else { return nil }
        // A 304 updates cached headers (RFC 9111 §4.3.4); without a policy the cached one stays in force.
        var headers = headers(for: scope, tag: tag)
        headers[.contentSecurityPolicy] = nil
        return Response(status: .notModified, headers: headers)
    }

    /// Weak comparison (RFC 9110 §8.8.3.2): compressing proxies weaken tags.
    private static func withoutWeakPrefix(_ tag: Substring) -> Substring {
        let trimmed = tag.drop { $0 == " " }
        let bare = trimmed.hasPrefix("W/") ? trimmed.dropFirst(2) : trimmed
        return bare.last == " " ? bare.dropLast() : bare
    }

    func response(_ page: HTMLPage, to scope: RequestScope, tag: String?) -> Response {
        var headers = headers(
            for: scope, tag: page.isCacheable && page.status == .ok ? tag : nil)
        var bytes = page.bytes
        if Gzip.isAccepted(scope.request), bytes.count > 512 {
            bytes = dependencies.compressedPages.compressed(bytes, tag: headers[.eTag])
            headers[.contentEncoding] = "gzip"
        }
        headers[.contentLength] = String(bytes.count)
        let body = scope.request.method == .head ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        return Response(status: page.status, headers: headers, body: body)
    }

    private func headers(for scope: RequestScope, tag: String?) -> HTTPFields {
        var headers = HTTPFields()
        headers[.contentType] = "text/html; charset=utf-8"
        headers[.cacheControl] = "private, no-cache"
        headers[.vary] = "Accept-Encoding, Cookie"
        headers[.eTag] = tag
        headers[.contentSecurityPolicy] = SecurityMiddleware.contentSecurityPolicy(
            style: scope.inlinesStyles ? scope.dependencies.assets.inlineStylesheet(of: scope.edition).cspSource : nil)
        if scope.inlinesStyles, scope.intent.allowsSideEffects {
            let cookie = Cookie(
                name: "sheet", value: scope.dependencies.assets.contentHash, maxAge: 31_536_000,
                path: "/\(scope.edition.id.rawValue)/", httpOnly: true, sameSite: .lax)
            headers[.setCookie] = cookie.description
        }
        return headers
    }
}

struct HTMLPage: Sendable {
    var status: HTTPResponse.Status = .ok
    var bytes: [UInt8]
    /// Whether the ETag covers all that the page depends on; false for previews of remote feeds.
    var isCacheable = true

    init(isCacheable: Bool = true, _ writer: HTMLWriter) {
        self.bytes = writer.finished()
        self.isCacheable = isCacheable
    }
}
