import Fetching
import Foundation
import Markup
import News
import URLs

/// Messages for responses without an article.
enum NonArticleMessages {
    /// With the response's size.
    static func notHTMLMessage(_ response: FetchResponse, at host: String) -> String {
        let size = ByteCountFormatter.string(fromByteCount: Int64(response.body.count), countStyle: .file)
        return "\(host) has no page there but \(fileDescription(response.contentType ?? "")) (\(size))."
    }

    private static func fileDescription(_ type: String) -> String {
        switch type {
        case "application/pdf": "a PDF"
        case "application/json", "application/ld+json", "application/feed+json": "JSON"
        case "application/rss+xml", "application/atom+xml": "a feed"
        case "application/zip", "application/gzip", "application/x-tar", "application/x-7z-compressed": "a packed file"
        case "text/plain": "plain text"
        case _ where type.hasPrefix("image/"): "a picture"
        case _ where type.hasPrefix("audio/"): "a sound"
        case _ where type.hasPrefix("video/"): "a film"
        case "": "a file"
        default: "a file (\(type))"
        }
    }

    /// Why a page shows a consent form or video; nil for most. Only short pages that say so are suspected.
    static func obstacleMessage(_ html: String, requestURL: WebAddress, responseURL: WebAddress, text: FullText?)
        -> String?
    {
        let words = text.map { $0.text.split(whereSeparator: \.isWhitespace).count } ?? 0
        guard words < maxObstacleWords else { return nil }
        let head = html.prefix(60_000).lowercased()
        if isConsent(head, requestURL: requestURL, responseURL: responseURL, text: text) {
            return "\(requestURL.host) asks for your consent before it shows this page, which only you can give."
        }
        if words < 80, videoMarkers.contains(where: { head.contains($0) }) {
            return "The page shows a film, which Tidings cannot play here."
        }
        return nil
    }

    private static let maxObstacleWords = 250
    private static let videoMarkers = [
        "property=\"og:type\" content=\"video", "property=og:type content=video", "\"@type\":\"videoobject\"",
        "\"@type\": \"videoobject\"", "schema.org/videoobject",
    ]

    private static func isConsent(_ head: String, requestURL: WebAddress, responseURL: WebAddress, text: FullText?)
        -> Bool
    {
        if responseURL.host != requestURL.host, consentHosts.contains(String(responseURL.host.prefix { $0 != "." })) {
            return true
        }
        if !responseURL.isSamePage(as: requestURL),
            consentPaths.contains(where: { responseURL.path.lowercased().contains($0) })
        {
            return true
        }
        let headings = ["title", "h1", "h2"].compactMap { Self.text(of: $0, in: head) }
        return headings.contains { heading in heading.count < 120 && consentPhrases.contains { heading.contains($0) } }
    }

    private static let consentHosts = ["consent", "guce", "cmp", "privacy", "choice", "gdpr", "cookies"]
    private static let consentPaths = [
        "/consent", "/cookiewall", "/cookie-wall", "/privacy-wall", "/gdpr", "collectconsent",
    ]
    private static let consentPhrases = [
        "before you continue", "we value your privacy", "we care about your privacy", "your privacy choices",
        "your consent", "cookie consent", "accept cookies", "our use of cookies", "bevor sie fortfahren",
        "ihre privatsphäre", "ihre einwilligung", "votre vie privée", "avant de continuer", "votre consentement",
        "tu privacidad", "la tua privacy", "jouw privacy",
    ]

    private static func text(of element: String, in head: String) -> String? {
        guard let open = head.firstRange(of: "<" + element),
            let start = head[open.upperBound...].firstIndex(of: ">")
        else { return nil }
        let rest = head[head.index(after: start)...].prefix(400)
        return PlainText.of(html: String(rest[..<(rest.firstRange(of: "</")?.lowerBound ?? rest.endIndex)]))
    }
}
