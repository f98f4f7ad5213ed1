import Feeds
import Fetching
import Foundation
import Markup
import News

/// Fetches an article and its further pages under the same limits as feeds: one request at a time per host, Retry-After
/// honoured, sizes bounded, addresses validated. Used for the full text of feed stories and for pages that a reader
/// opens.
struct ArticleFetcher: Sendable {
    let fetcher: Fetcher

    /// Further pages of a story are ignored.
    static let maxPages = 6
    /// 4 MiB; pages of stories seldom have a tenth of that.
    static let maxPageBytes = 4 << 20
    /// How many `<meta http-equiv=refresh>` redirects are followed.
    static let maxMetaRefreshes = 2

    private static let accept = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"
    /// Increase when unchanged pages must be read again.
    private static var extractionVersion: Int { FullTextAssembler.rulesVersion }

    /// The article at an address.
    /// - Throws: `SourceError`; messages name the host. A permanent failure of a later page ends the article there; a
    ///   temporary one fails the whole, so that it is fetched again.
    func story(at address: WebAddress) async throws(SourceError) -> FullText {
        switch try await response(to: ArticleRequest(address: address)).content {
        case .fullText(let text): return text
        case .notAnArticle(_, let why): throw .unreadable(why: why)
        case .unchanged: throw .unreadable(why: "\(address.host) says that nothing has changed")
        }
    }

    /// The content of a page, whether it is an article or not.
    /// - Throws: `SourceError`, as `story(at:)`.
    func response(to request: ArticleRequest) async throws(SourceError) -> ArticleResponse {
        let known = ValidatorState(request.sourceState, reading: Self.extractionVersion)
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
            let (content, refreshTarget) = try await parse(response, askedAt: request.address, at: address)
            if let refreshTarget, refreshCount < Self.maxMetaRefreshes, refreshTarget != address {
                refreshCount += 1
                address = refreshTarget
                continue
            }
            // Validators of a refresh target are not valid for the requested address.
            let state = refreshCount == 0 ? ValidatorState(reading: Self.extractionVersion, response).sourceState : nil
            return ArticleResponse(
                content, sourceState: state,
                freshSeconds: response.freshnessLifetime.map { Int($0.components.seconds) },
                isStorable: response.isStorable, status: response.status)
        }
    }

    /// - Returns: the page's content, and its refresh target if the page has no article.
    private func parse(
        _ response: FetchResponse, askedAt asked: WebAddress, at address: WebAddress
    ) async throws(SourceError) -> (ArticleResponse.Content, refreshTarget: WebAddress?) {
        let here = WebAddress(response.address) ?? address
        guard Self.isHTML(response) else {
            let file = here.path.split(separator: "/").last.map { String($0).removingPercentEncoding ?? String($0) }
            return (.notAnArticle(title: file, why: NonArticleMessages.notHTMLMessage(response, at: here.host)), nil)
        }
        let html: String
        do { html = try DocumentText.webPage(response.body, charset: response.charset) } catch {
            return (.notAnArticle(title: nil, why: error.message), nil)
        }
        var assembler = FullTextAssembler(FullTextPart(address: here, html: html))
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
            text.publishedAt = text.publishedText.flatMap { FeedDate.parse($0) }
            guard let why = NonArticleMessages.obstacleMessage(html, asked: asked, found: here, text: text) else {
                return (.fullText(text), nil)
            }
            return (.notAnArticle(title: text.title, why: why), nil)
        } catch {
            let facts = PageDetails.read(html, address: here)
            let why = NonArticleMessages.obstacleMessage(html, asked: asked, found: here, text: nil)
            switch error {
            case .noArticle(let found):
                return (.notAnArticle(title: facts.title, why: why ?? found), facts.refreshAddress)
            }
        }
    }

    /// A later page of the same story.
    private func fetchPart(at address: WebAddress) async throws(SourceError) -> FullTextPart {
        let response = try await fetch(address, previous: nil)
        guard Self.isHTML(response) else {
            throw .unreadable(why: NonArticleMessages.notHTMLMessage(response, at: address.host))
        }
        do {
            return FullTextPart(
                address: WebAddress(response.address) ?? address,
                html: try DocumentText.webPage(response.body, charset: response.charset))
        } catch { throw .unreadable(why: error.message) }
    }

    private func fetch(
        _ address: WebAddress, previous state: ValidatorState?
    ) async throws(SourceError) -> FetchResponse {
        var request = FetchRequest(
            address: address.text, accept: Self.accept, validators: state?.validators, bodyLimit: Self.maxPageBytes)
        request.validatorsAddress = state?.validatorsFrom
        do { return try await fetcher.fetch(request) } catch { throw SourceError(error, site: address.host) }
    }

    /// Accepts HTML types, and vague ones if the body starts like HTML.
    private static func isHTML(_ response: FetchResponse) -> Bool {
        switch response.contentType {
        case "text/html", "application/xhtml+xml": true
        case nil, "", "text/plain", "application/octet-stream", "application/xml", "text/xml":
            response.body.lazy.filter { $0 > 0x20 }.prefix(9).elementsEqual("<!doctype".utf8) { $0 | 0x20 == $1 | 0x20 }
                || response.body.lazy.filter { $0 > 0x20 }.prefix(5).elementsEqual("<html".utf8) {
                    $0 | 0x20 == $1 | 0x20
                }
        default: false
        }
    }
}

extension SourceError {
    /// Whether another request would fail the same way.
    fileprivate var isPermanent: Bool {
        switch self {
        case .notThere, .gone, .signInNeeded, .unreadable, .notAllowed: true
        case .refused(let status, _): status < 500
        case .busy, .unreachable: false
        }
    }
}
