import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Library
import Markup
import News
import Untrusted

/// A handler of the Atom feed (RFC 4287) of a digest. Its secret address is its access.
struct DigestFeedHandler: Sendable {
    let dependencies: WebDependencies

    func feed(with text: String?, to request: Request, _ context: WebRequestContext) async throws -> Response {
        guard let token = text.flatMap({ SecretToken($0) }) else { return Self.notFound }
        let feed: (edition: EditionID, name: String, issues: [DigestIssue])
        do throws(LibraryError) { feed = try await dependencies.library.digests.feed(with: token) } catch {
            guard error == .notThere else { throw error }
            return Self.notFound
        }
        let editions = dependencies.editions
        let atom = DigestAtom(
            edition: feed.edition, editionTitle: editions.first { $0.id == feed.edition }?.title ?? Strings.productName,
            name: feed.name, issues: feed.issues, origin: try context.requireClient().origin, path: request.uri.path)
        let bytes = atom.bytes
        let tag = "\"" + Hex.encode(Array(SHA256.hash(data: bytes)).prefix(12)) + "\""
        var headers: HTTPFields = [
            .contentType: "application/atom+xml; charset=utf-8", .cacheControl: "private, no-cache", .eTag: tag,
            .robots: "noindex",
        ]
        if request.hasCopy(of: tag) {
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static var notFound: Response {
        var response = Response.plainText(.notFound, "There is no such feed.")
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

/// A writer of a digest's issues as Atom.
struct DigestAtom {
    let edition: EditionID
    let editionTitle: String
    /// The name that stays when the address changes, for the IDs.
    let name: String
    let issues: [DigestIssue]
    /// The origin of this server as the reader sees it.
    let origin: String
    /// The path of the feed.
    let path: String

    /// The document. The IDs are tags (RFC 4151) of a name that belongs to nobody.
    var bytes: [UInt8] {
        let updated = issues.map(\.periodEndAt).max() ?? Date(timeIntervalSince1970: 0)
        var lines = [
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>", "<feed xmlns=\"http://www.w3.org/2005/Atom\">",
            Self.element("id", id(nil)), Self.element("title", Strings.digestFeedTitle(editionTitle)),
            Self.element("updated", TimeFormatter.rfc3339(updated)),
            "<author>" + Self.element("name", Strings.productName) + "</author>",
            Self.link("self", "application/atom+xml", origin + path),
            Self.link("alternate", "text/html", origin + Route.page(.digest).path(in: edition)),
        ]
        lines += issues.map(entry) + ["</feed>", ""]
        return Array(lines.joined(separator: "\n").utf8)
    }

    private func entry(_ issue: DigestIssue) -> String {
        let document = DigestDocument(issue: issue, edition: editionTitle, origin: origin)
        let made = TimeFormatter.rfc3339(issue.periodEndAt)
        let lead = issue.content.topics.first.map { ": \($0.title)" } ?? ""
        return [
            "<entry>", Self.element("id", id(issue.slug)), Self.element("title", document.title + lead),
            Self.element("published", made), Self.element("updated", made),
            Self.link("alternate", "text/html", origin + document.path),
            "<content type=\"html\">" + Self.escaped(document.entry) + "</content>", "</entry>",
        ].joined(separator: "\n")
    }

    private func id(_ slug: String?) -> String {
        "tag:tidings.invalid,2026:digest/\(name)" + (slug.map { "/\($0)" } ?? "")
    }

    private static func element(_ name: String, _ text: String) -> String {
        "<\(name)>\(escaped(text))</\(name)>"
    }

    private static func link(_ relation: String, _ type: String, _ address: String) -> String {
        "<link rel=\"\(relation)\" type=\"\(type)\" href=\"\(escaped(address))\"/>"
    }

    /// Returns a text as XML 1.0 can hold it: control characters that no document may have become spaces.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n", "\t": escaped.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
