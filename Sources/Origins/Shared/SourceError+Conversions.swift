import Failures
import Feeds
import Fetching
import Markup
import News

extension SourceError {
    /// Creates the error for a failed fetch.
    /// - Parameter site: the host that failed.
    init(_ error: FetchError, site: String) {
        // The cause is not used if the error has no failure.
        let cause = FailureCause(.transport(error.failure ?? .cancelled), at: site)
        switch error {
        case .refused(status: 401): self = .signInNeeded
        case .refused(let status): self = .refused(status: status)
        case .gone: self = .gone
        case .notThere: self = .notThere
        case .busy(let until, _): self = .busy(until: until)
        case .unreachable, .timedOut, .tooManyRedirects, .cancelled: self = .unreachable(cause)
        case .notAllowed, .tooLarge, .badAddress: self = .notAllowed(cause)
        case .unreadable: self = .unreadable(cause)
        }
    }

    /// Returns the error for a response whose request accepts error statuses; nil for a success.
    static func refusal(_ status: Int, message: @autoclosure () -> String? = nil) -> SourceError? {
        switch status {
        case 200..<300, 304: nil
        case 401: .signInNeeded
        case 404: .notThere
        case 410: .gone
        default: .refused(status: status, message: message())
        }
    }

    /// Creates the error for an unreadable feed.
    /// - Parameters:
    ///   - site: the feed's host.
    ///   - response: the response, for the text of a page that is returned instead of a feed.
    init(_ error: FeedError, site: String, response: FetchResponse? = nil) {
        switch error {
        case .notAFeed(let kind):
            let words = response.flatMap { Self.words(of: $0, kind) }
            self = .unreadable(FailureCause(.notAFeed(.init(kind), words: words), at: site))
        case .unreadable: self = .unreadable(FailureCause(.notAFeed(.damagedFeed), at: site))
        case .tooLarge(let limit): self = .notAllowed(FailureCause(.feedTooLarge(limit: limit), at: site))
        }
    }

    private static func words(of response: FetchResponse, _ kind: NonFeedDocumentKind) -> String? {
        guard case .webPage(_, .some) = kind else { return nil }
        let html = DocumentDecoder.decoded(response.body, charset: response.charset)
        return InterstitialDetector.excerpt(of: InterstitialDetector.text(of: html))
    }
}

extension FailureCause {
    init(_ error: NotHTMLError, site: String) {
        self.init(.notAWebPage(error.kind.map { FoundDocument($0) } ?? .feed), at: site)
    }
}

extension FailureCause.FoundDocument {
    fileprivate init(_ kind: NonFeedDocumentKind) {
        self =
            switch kind {
            case .webPage(_, let interstitial?): .interstitial(interstitial)
            case .webPage: .webPage
            case .image(let format): .image(format)
            case .archive(let format): .archive(format)
            case .media(let description): .media(description)
            case .empty: .empty
            case .json: .json
            case .xml(let root): .xml(root: root)
            case .opml: .opml
            case .emptyXML: .emptyXML
            case .text: .text
            case .binary: .binary
            }
    }
}
