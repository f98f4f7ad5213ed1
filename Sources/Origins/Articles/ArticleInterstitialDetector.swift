import Foundation
import Markup
import News
import URLs

/// A detector of interstitials: pages that are shown instead of an article.
enum ArticleInterstitialDetector {
    /// Returns a consent form, password form or video as the failure cause; nil for most pages. Only short pages that
    /// contain such markers are suspected.
    static func obstacle(_ html: String, requestURL: WebAddress, responseURL: WebAddress, text: FullText?)
        -> FailureCause?
    {
        let words = text.map { $0.text.split(whereSeparator: \.isWhitespace).count } ?? 0
        guard words < maxObstacleWords else { return nil }
        if WordPressPasswordForm.stands(in: html) { return FailureCause(.passwordProtected, at: responseURL.host) }
        let head = html.prefix(60_000).lowercased()
        if isConsent(head, requestURL: requestURL, responseURL: responseURL, text: text) {
            return FailureCause(.consentNeeded, at: requestURL.host)
        }
        if words < 80, videoMarkers.contains(where: { head.contains($0) }) {
            return FailureCause(.video, at: responseURL.host)
        }
        return nil
    }

    // MARK: Its own words

    /// Returns the plain text of HTML on one line.
    static func text(of html: String) -> String {
        HTMLSanitizer().sanitize(html).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Returns an excerpt of the text that a site shows instead of the article, so that a reader can judge; nil if the
    /// text is empty.
    static func excerpt(of text: String) -> String? {
        text.isEmpty ? nil : PlainText.excerpt(of: text, limit: maxExcerptLength)
    }

    /// The maximum length of an excerpt in characters.
    private static let maxExcerptLength = 160
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
