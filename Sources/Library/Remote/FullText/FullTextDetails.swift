public import Foundation
public import Markup

/// What there is to say on a story's page of the story's whole text.
public struct FullTextDetails: Sendable, Hashable {
    /// Where the whole text stands with one story.
    public enum State: Sendable, Hashable {
        /// There is no page to take it from, or the reader wants none of it.
        case none
        /// It can be fetched, and nothing says that it should be.
        case available
        /// What the channel gave looks cut short: it is fetched when a person opens the story.
        case fetchesOnOpen
        /// It is shown.
        case shown
        /// There is one, and the reader asked for what the channel gave.
        case feedTextRequested
        /// The page was asked, and holds no more than the channel gave.
        case notLonger
        /// It could not be had; until when it is left alone, nil when it is not asked for again by itself.
        case failed(why: FetchFailure, until: Date?)
    }

    public var state: State
    /// The page it comes, or would come, from.
    public var page: WebAddress?
    /// Whether this very text ends as beginnings do.
    public var looksTruncated: Bool

    public init(state: State = .none, page: WebAddress? = nil, looksTruncated: Bool = false) {
        self.state = state
        self.page = page
        self.looksTruncated = looksTruncated
    }
}

/// Why a page gave no text.
public struct FetchFailure: Sendable, Hashable {
    /// `SourceError.code`.
    public var code: String
    public var status: Int?
    /// A sentence about an answer that could not be read.
    public var detail: String?

    public init(code: String, status: Int? = nil, detail: String? = nil) {
        self.code = code
        self.status = status
        self.detail = detail
    }
}

/// Whether a channel's stories are shown with the whole text of their pages.
public enum FullTextChoice: String, Sendable, Codable, CaseIterable {
    /// When the channel looks cut short (`TruncationGuess`), as each story is opened.
    case automatic
    /// Soon after each story has come, in the background.
    case always
    /// What the channel itself gives, and no more.
    case never
}
