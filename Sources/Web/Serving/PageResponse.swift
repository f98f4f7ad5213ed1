import Crypto
import Foundation
import Hummingbird
import Library
import News

/// Pages as responses: one ETag from what the page depends on, 304 without touching the database, zlib level 4 kept by
/// that ETag (decision 17).
struct PageResponse: Sendable {
    let house: House

    /// What a page depends on: the build, the reader's revision, zone and minute-free address, and whether what it shows may
    /// be asked for by itself. Undo offers pass by
    /// themselves, so a page that carries one is never answered from memory.
    func entityTag(for visit: Visit) -> String {
        let revision = house.library.revision(for: visit.reader)
        let text =
            "\(house.settings.build)|\(visit.house.assets.mark)|\(revision)|\(visit.time.zone.identifier)|\(visit.time.dateline(visit.now))|\(visit.here)\(visit.isFirstLook ? "|first" : "")\(visit.intent.isPersonal ? "" : "|shown")"
        let hash = SHA256.hash(data: Data(text.utf8)).prefix(12)
        return
            "\"\(hash.map { byte in String(byte, radix: 36) }.joined())\(visit.undo == nil ? "" : "-u\(visit.undo?.id ?? 0)")\""
    }

    /// 304, or nil when the page has to be made.
    func unchanged(_ visit: Visit, _ tag: String) -> Response? {
        let known = visit.request.headers[.ifNoneMatch] ?? ""
        guard known.split(separator: ",").contains(where: { Self.strong($0) == tag }) else { return nil }
        // A 304 updates the headers a browser keeps, so it names no policy: the kept page's own stays in force.
        var headers = headers(for: visit, tag: tag)
        headers[.contentSecurityPolicy] = nil
        return Response(status: .notModified, headers: headers)
    }

    /// A weak comparison (RFC 9110 §8.8.3.2): proxies that compress weaken our tags.
    private static func strong(_ tag: Substring) -> Substring {
        let trimmed = tag.drop { $0 == " " }
        let bare = trimmed.hasPrefix("W/") ? trimmed.dropFirst(2) : trimmed
        return bare.last == " " ? bare.dropLast() : bare
    }

    /// The page as a response, compressed when the browser takes it.
    func response(_ page: Page, to visit: Visit, tag: String?) -> Response {
        var headers = headers(
            for: visit, tag: page.isKept && page.status == .ok ? tag : nil)
        var bytes = page.bytes
        if Gzip.isWelcome(visit.request), bytes.count > 512 {
            bytes = house.kept.compressed(bytes, tag: headers[.eTag])
            headers[.contentEncoding] = "gzip"
        }
        headers[.contentLength] = String(bytes.count)
        let body = visit.request.method == .head ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        return Response(status: page.status, headers: headers, body: body)
    }

    private func headers(for visit: Visit, tag: String?) -> HTTPFields {
        var headers = HTTPFields()
        headers[.contentType] = "text/html; charset=utf-8"
        headers[.cacheControl] = "private, no-cache"
        headers[.vary] = "Accept-Encoding, Cookie"
        headers[.eTag] = tag
        headers[.contentSecurityPolicy] = SecurityHeaders.policy(
            style: visit.isFirstLook ? visit.house.assets.style(of: visit.edition).source : nil)
        if visit.isFirstLook, visit.intent.mayHaveEffects {
            headers[.setCookie] =
                "sheet=\(visit.house.assets.mark); Path=/\(visit.edition.id.rawValue)/; Max-Age=31536000; HttpOnly; SameSite=Lax"
        }
        return headers
    }
}
