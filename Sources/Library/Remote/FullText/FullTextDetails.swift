public import Foundation
public import URLs

/// The state of a story's full text.
public struct FullTextDetails: Sendable, Hashable {
    /// The text that is shown or can be fetched.
    public enum State: Sendable, Hashable {
        /// The story has no page, or its channel is set to `never`.
        case none
        /// The page can be fetched, but the feed's text seems complete.
        case available
        /// The page is fetched on opening, because the feed's text seems truncated.
        case fetchesOnOpen
        case shown
        /// The full text is stored, but the reader requested the feed's text.
        case feedTextRequested
        case notLonger
        /// The fetch failed. `until`: the end of the back-off; nil for no automatic retry.
        case failed(why: FetchFailure, until: Date?)
    }

    /// The reason why a full text is shown that the reader did not request.
    public enum Reason: Sendable, Hashable {
        /// The feed seemed truncated when the story was opened.
        case feedIsTruncated
        /// The feed is set to `always`.
        case alwaysFetched
    }

    /// The text that is shown or can be fetched.
    public var state: State
    /// The reason for the states `shown` and `feedTextRequested`; nil if the reader requested the text.
    public var reason: Reason?
    /// The address of the story's page, after redirects if the page is stored.
    public var page: WebAddress?
    /// True if the feed's text of this story seems truncated.
    public var looksTruncated: Bool

    public init(state: State = .none, page: WebAddress? = nil, looksTruncated: Bool = false) {
        self.state = state
        self.page = page
        self.looksTruncated = looksTruncated
    }
}

/// The setting of a channel that decides whether full texts are fetched.
public enum FullTextChoice: String, Sendable, Codable, CaseIterable {
    /// Full texts are fetched on opening, if the channel seems truncated.
    case automatic
    /// Full texts are fetched in the background.
    case always
    case never
}
