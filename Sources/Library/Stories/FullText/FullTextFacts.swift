public import Foundation
public import Markup

/// What there is to say on a story's page of the story's whole text.
public struct FullTextFacts: Sendable, Hashable {
    /// Where the whole text stands with one story.
    public enum State: Sendable, Hashable {
        /// There is no page to take it from, or the reader wants none of it.
        case none
        /// It can be fetched, and nothing says that it should be.
        case offered
        /// What the channel gave looks cut short: it is fetched when a person opens the story.
        case wanted
        /// It is shown.
        case shown
        /// There is one, and the reader asked for what the channel gave.
        case asGiven
        /// The page was asked, and holds no more than the channel gave.
        case heldNoMore
        /// It could not be had; until when it is left alone, nil when it is not asked for again by itself.
        case failed(why: FullTextFailure, until: Date?)
    }

    public var state: State
    /// The page it comes, or would come, from.
    public var page: WebAddress?
    /// Whether this very text ends as beginnings do.
    public var looksCutShort: Bool

    public init(state: State = .none, page: WebAddress? = nil, looksCutShort: Bool = false) {
        self.state = state
        self.page = page
        self.looksCutShort = looksCutShort
    }
}

/// Why a page gave no text.
public struct FullTextFailure: Sendable, Hashable {
    /// `SourceError.code`.
    public var code: String
    public var status: Int?
    /// A sentence about an answer that could not be read.
    public var words: String?

    public init(code: String, status: Int? = nil, words: String? = nil) {
        self.code = code
        self.status = status
        self.words = words
    }
}
