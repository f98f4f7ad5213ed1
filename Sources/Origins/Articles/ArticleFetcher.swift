import Feeds
import Fetching
import Foundation
import Markup
import News
import URLs

/// A fetcher of articles and their further pages, within the limits for feeds.
struct ArticleFetcher: ArticleCapability {
    let fetcher: Fetcher

    static let maxPages = 6
    /// The page size limit: 4 MiB. Story pages seldom reach a tenth of that.
    static let maxPageBytes = 4 << 20
    /// The maximum number of `<meta http-equiv=refresh>` redirects that are followed.
    static let maxMetaRefreshes = 2

    private static let accept = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"
    /// The version of the extraction; an increase makes unchanged pages be read again.
    private static var extractionVersion: Int { FullTextAssembler.rulesVersion }

    /// Fetches an article from any web page.
    /// - Throws: `SourceError`; causes name the host. A permanent error of a later page ends the article, a temporary
    ///   one fails the whole.
    func article(for request: ArticleFetchRequest) async throws(SourceError) -> ArticleResponse {
        let known = StoredHTTPValidators(request.sourceState, version: Self.extractionVersion)
        var address = request.address
        var refreshCount = 0
        while true {
            let response = try await fetch(address, previous: refreshCount == 0 ? known : nil)
            if var known, response.isNotModified {
                known.update(response)
                return ArticleResponse(
                    .unchanged, sourceState: known.sourceState, freshSeconds: known.freshSeconds,
                    isStorable: response.isStorable,
                    status: response.status)
            }
            let (content, refreshTarget) = try await parse(response, requestURL: request.address, at: address)
            if let refreshTarget, refreshCount < Self.maxMetaRefreshes, refreshTarget != address {
                refreshCount += 1
                address = refreshTarget
                continue
            }
            // The validators of a refresh target belong to another address.
            let state =
                refreshCount == 0 ? StoredHTTPValidators(version: Self.extractionVersion, response).sourceState : nil
            return ArticleResponse(
                content, sourceState: state,
                freshSeconds: response.freshnessLifetime.map { Int($0.components.seconds) },
                isStorable: response.isStorable, status: response.status)
        }
    }

    /// Parses a fetched page and fetches the article's further pages.
    /// - Returns: the content; the refresh target only if the page has no article.
    private func parse(
        _ response: FetchResponse, requestURL: WebAddress, at address: WebAddress
    ) async throws(SourceError) -> (ArticleResponse.Content, refreshTarget: WebAddress?) {
        let responseURL = WebAddress(response.address) ?? address
        guard Self.isHTML(response) else {
            let cause = Self.file(response, at: responseURL.host)
            return (.notAnArticle(title: Self.fileName(of: responseURL), cause), nil)
        }
        let html: String
        do { html = try Self.html(response) } catch {
            return (.notAnArticle(title: nil, FailureCause(error, site: responseURL.host)), nil)
        }
        var assembler = FullTextAssembler(FullTextPart(address: responseURL, html: html))
        while let next = assembler.nextAddress, assembler.parts.count < Self.maxPages {
            do {
                assembler.append(try await fetchPart(at: next))
            } catch {
                guard error.isPermanent else { throw error }
                break
            }
        }
        do {
            var text = try assembler.fullText()
            text.publishedAt = text.publishedText.flatMap { FeedDateParser.parse($0) }
            guard let obstacle = Self.obstacle(html, requestURL: requestURL, responseURL: responseURL, text: text)
            else { return (.fullText(text), nil) }
            return (.notAnArticle(title: text.title, obstacle), nil)
        } catch {
            let details = DocumentMetadata.read(html, address: responseURL)
            let obstacle = Self.obstacle(html, requestURL: requestURL, responseURL: responseURL, text: nil)
            switch error {
            case .noArticle(let kind):
                let cause = obstacle ?? Self.cause(kind, html, at: responseURL.host)
                return (.notAnArticle(title: details.title, cause), details.refreshAddress)
            }
        }
    }

    /// Returns a consent form, password form or video as the failure cause; nil for most pages. Only short pages that
    /// contain such markers are suspected.
    private static func obstacle(_ html: String, requestURL: WebAddress, responseURL: WebAddress, text: FullText?)
        -> FailureCause?
    {
        let words = text.map { $0.text.split(whereSeparator: \.isWhitespace).count } ?? 0
        guard words < maxObstacleWords else { return nil }
        if WordPressPasswordForm.stands(in: html) { return FailureCause(.passwordProtected, at: responseURL.host) }
        let head = html.prefix(60_000).lowercased()
        if InterstitialDetector.isConsent(head, at: responseURL, requested: requestURL) {
            return FailureCause(.consentNeeded, at: requestURL.host)
        }
        if words < 80, videoMarkers.contains(where: { head.contains($0) }) {
            return FailureCause(.video, at: responseURL.host)
        }
        return nil
    }

    private static let maxObstacleWords = 250
    private static let videoMarkers = [
        "property=\"og:type\" content=\"video", "property=og:type content=video", "\"@type\":\"videoobject\"",
        "\"@type\": \"videoobject\"", "schema.org/videoobject",
    ]

    private static func cause(_ kind: NonArticleKind, _ html: String, at host: String) -> FailureCause {
        guard case .interstitial = kind else { return FailureCause(.notAnArticle(kind), at: host) }
        let words = InterstitialDetector.excerpt(of: InterstitialDetector.text(of: html))
        return FailureCause(.notAnArticle(kind, words: words), at: host)
    }

    private static func file(_ response: FetchResponse, at host: String) -> FailureCause {
        FailureCause(.file(contentType: response.contentType ?? "", size: response.body.count), at: host)
    }

    private static func fileName(of url: WebAddress) -> String? {
        url.path.split(separator: "/").last.map { String($0).removingPercentEncoding ?? String($0) }
    }

    private func fetchPart(at address: WebAddress) async throws(SourceError) -> FullTextPart {
        let response = try await fetch(address, previous: nil)
        guard Self.isHTML(response) else { throw .unreadable(Self.file(response, at: address.host)) }
        do {
            return FullTextPart(
                address: WebAddress(response.address) ?? address,
                html: try Self.html(response))
        } catch { throw .unreadable(FailureCause(error, site: address.host)) }
    }

    private func fetch(
        _ address: WebAddress, previous state: StoredHTTPValidators?
    ) async throws(SourceError) -> FetchResponse {
        var request = FetchRequest(
            address: address.text, accept: Self.accept, validators: state?.validators, bodyLimit: Self.maxPageBytes)
        request.validatorsAddress = state?.validatorsFrom
        do { return try await fetcher.fetch(request) } catch { throw SourceError(error, site: address.host) }
    }

    /// Returns the HTML of a body; a body sent as XML is parsed as XML if it is well-formed.
    private static func html(_ response: FetchResponse) throws(NotHTMLError) -> String {
        let text = try DocumentDecoder.webPage(response.body, charset: response.charset)
        guard response.contentType.map({ xmlTypes.contains($0) }) == true else { return text }
        return XHTMLDocument.html(of: text) ?? text
    }

    private static let xmlTypes: Set = ["application/xhtml+xml", "application/xml", "text/xml"]

    /// Returns true for HTML types, and for vague types if the body starts like HTML.
    private static func isHTML(_ response: FetchResponse) -> Bool {
        switch response.contentType {
        case "text/html", "application/xhtml+xml": true
        case nil, "", "text/plain", "application/octet-stream", "application/xml", "text/xml":
            isHTML(response.body)
        default: false
        }
    }

    /// Returns true if the body starts like HTML after any XML declaration, processing instructions and comments.
    private static func isHTML(_ body: [UInt8]) -> Bool {
        var start = String(decoding: body.prefix(4_096), as: UTF8.self).lowercased()[...]
        while true {
            start = start.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
            guard let end = start.hasPrefix("<?") ? "?>" : start.hasPrefix("<!--") ? "-->" : nil,
                let found = start.firstRange(of: end)
            else { return start.hasPrefix("<!doctype") || start.hasPrefix("<html") }
            start = start[found.upperBound...]
        }
    }
}

extension SourceError {
    fileprivate var isPermanent: Bool {
        switch self {
        case .notThere, .gone, .signInNeeded, .keyNeeded, .unreadable, .notAllowed: true
        case .refused(let status, _): status < 500
        case .busy, .unreachable: false
        }
    }
}
