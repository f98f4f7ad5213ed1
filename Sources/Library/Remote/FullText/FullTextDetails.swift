public import Foundation
public import URLs

/// A story's full text and its state.
public struct FullTextDetails: Sendable, Hashable {
    /// What is shown or can be fetched.
    public enum State: Sendable, Hashable {
        /// No page, or set to `never`.
        case none
        /// Fetchable, but the feed's text seems complete.
        case available
        /// The feed's text seems truncated.
        case fetchesOnOpen
        case shown
        /// Stored, but the reader requested the feed's text.
        case feedTextRequested
        case notLonger
        /// `until`: the end of the back-off; nil for no automatic retry.
        case failed(why: FetchFailure, until: Date?)
    }

    /// Why the full text is shown though nobody asked for this one.
    public enum Reason: Sendable, Hashable {
        /// On opening the story.
        case feedIsTruncated
        /// By the feed's setting.
        case alwaysFetched
    }

    public var state: State
    /// With `shown`; nil if the reader asked for it.
    public var reason: Reason?
    public var page: WebAddress?
    public var looksTruncated: Bool

    public init(state: State = .none, page: WebAddress? = nil, looksTruncated: Bool = false) {
        self.state = state
        self.page = page
        self.looksTruncated = looksTruncated
    }
}

/// Whether a channel shows full texts.
public enum FullTextChoice: String, Sendable, Codable, CaseIterable {
    /// On opening, if the channel seems truncated.
    case automatic
    /// In the background.
    case always
    case never
}
