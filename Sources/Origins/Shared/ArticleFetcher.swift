import Feeds
import Fetching
import Foundation
import Markup
import News

/// Fetches a page, and the pages it goes on to, through the same door and with the same manners as feeds: one request
/// at a time at its host, Retry-After heeded, sizes bounded, addresses vetted. Both whole texts of feeds' stories and
/// pages that a person opens come this way.
struct ArticleFetcher: Sendable {
    let fetcher: Fetcher

    /// A story cut into more pages than these ends there.
    static let maxPages = 6
    /// The most bytes taken of one page: 4 MiB. Pages of stories are seldom a tenth of that.
    static let maxPageBytes = 4 << 20
    /// Pages that only lead on to another (`<meta http-equiv=refresh>`) are followed so often.
    static let maxMetaRefreshes = 2

    private static let accept = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"
    /// Grows when pages must be read again though they are unchanged.
    private static var extractionVersion: Int { FullTextAssembler.rulesVersion }

    /// The story at an address.
    /// - Throws: `SourceError`; sentences name the host. A later page that cannot be had for good ends the story, one
    ///   that cannot be had for now fails it, so that it is asked for again as a whole.
    func story(at address: WebAddress) async throws(SourceError) -> FullText {
        switch try await response(to: ArticleRequest(address: address)).content {
        case .fullText(let text): return text
        case .notAnArticle(_, let why): throw .unreadable(why: why)
        case .unchanged: throw .unreadable(why: "\(address.host) says that nothing has changed")
        }
    }

    /// What the page at an address holds, whether a text or not.
    /// - Throws: `SourceError` when it could not be had, as `story(at:)`.
    func response(to request: ArticleRequest) async throws(SourceError) -> ArticleResponse {
        let known = ValidatorState(request.sourceState, reading: Self.extractionVersion)
        var address = request.address
        var leads = 0
        while true {
            let response = try await fetch(address, previous: leads == 0 ? known : nil)
            if var known, response.isNotModified {
                known.update(response)
                return ArticleResponse(
                    .unchanged, sourceState: known.sourceState, freshSeconds: known.freshSeconds,
                    isStorable: response.isStorable,
                    status: response.status)
            }
            let (reading, lead) = try await parse(response, askedAt: request.address, at: address)
            if let lead, leads < Self.maxMetaRefreshes, lead != address {
                leads += 1
                address = lead
                continue
            }
            // What was led to has validators of its own, which the address asked for would not understand.
            let memory = leads == 0 ? ValidatorState(reading: Self.extractionVersion, response).sourceState : nil
            return ArticleResponse(
                reading, sourceState: memory,
                freshSeconds: response.freshnessLifetime.map { Int($0.components.seconds) },
                isStorable: response.isStorable, status: response.status)
        }
    }

    /// - Returns: what the page holds, and where it leads on to if it is there for nothing else.
    private func parse(
        _ response: FetchResponse, askedAt asked: WebAddress, at address: WebAddress
    ) async throws(SourceError) -> (ArticleResponse.Content, lead: WebAddress?) {
        let here = WebAddress(response.address) ?? address
        guard Self.isHTML(response) else {
            let file = here.path.split(separator: "/").last.map { String($0).removingPercentEncoding ?? String($0) }
            return (.notAnArticle(title: file, why: NonArticleMessages.notHTMLMessage(response, at: here.host)), nil)
        }
        let html: String
        do { html = try DocumentText.webPage(response.body, charset: response.charset) } catch {
            return (.notAnArticle(title: nil, why: error.message), nil)
        }
        var reading = FullTextAssembler(FullTextPart(address: here, html: html))
        while let next = reading.nextAddress, reading.parts.count < Self.maxPages {
            do {
                reading.append(try await fetchPart(at: next))
            } catch {
                guard error.isPermanent else { throw error }
                break
            }
        }
        do {
            var text = try reading.fullText()
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
        _ address: WebAddress, previous memory: ValidatorState?
    ) async throws(SourceError) -> FetchResponse {
        var request = FetchRequest(
            address: address.text, accept: Self.accept, validators: memory?.validators, bodyLimit: Self.maxPageBytes)
        request.validatorsAddress = memory?.validatorsFrom
        do { return try await fetcher.fetch(request) } catch { throw SourceError(error, site: address.host) }
    }

    /// What is called HTML, or called nothing and begins like it.
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
    /// Whether asking again would change nothing.
    fileprivate var isPermanent: Bool {
        switch self {
        case .notThere, .gone, .signInNeeded, .unreadable, .notAllowed: true
        case .refused(let status, _): status < 500
        case .busy, .unreachable: false
        }
    }
}
