public import Foundation
public import Markup

/// The state of a story's full text, for its page.
public struct FullTextDetails: Sendable, Hashable {
    /// The state of one story's full text.
    public enum State: Sendable, Hashable {
        /// There is no page to fetch, or the reader chose `never`.
        case none
        /// It can be fetched, but the feed's text seems complete.
        case available
        /// The feed's text seems truncated: it is fetched when a person opens the story.
        case fetchesOnOpen
        /// It is shown.
        case shown
        /// It is stored, but the reader asked for the feed's text.
        case feedTextRequested
        /// The page was fetched and has no more text than the feed.
        case notLonger
        /// The fetch failed. `until`: the end of the back-off; nil when it is not retried automatically.
        case failed(why: FetchFailure, until: Date?)
    }

    public var state: State
    /// The page from which the text is or would be fetched.
    public var page: WebAddress?
    /// Whether the feed's text of this story looks truncated.
    public var looksTruncated: Bool

    public init(state: State = .none, page: WebAddress? = nil, looksTruncated: Bool = false) {
        self.state = state
        self.page = page
        self.looksTruncated = looksTruncated
    }
}

/// Why a fetch failed.
public struct FetchFailure: Sendable, Hashable {
    /// `SourceError.code`.
    public var code: String
    public var status: Int?
    /// A sentence about a response that could not be read.
    public var detail: String?

    public init(code: String, status: Int? = nil, detail: String? = nil) {
        self.code = code
        self.status = status
        self.detail = detail
    }
}

/// Whether a channel's stories are shown with full text.
public enum FullTextChoice: String, Sendable, Codable, CaseIterable {
    /// When the channel seems truncated (`TruncationGuess`), as each story is opened.
    case automatic
    /// Soon after each story arrives, in the background.
    case always
    /// Only the feed's text.
    case never
}
