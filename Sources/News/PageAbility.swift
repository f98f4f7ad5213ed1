public import Markup

/// A page of the web that a person wants to read here.
public struct PageRequest: Sendable {
    public var address: WebAddress
    /// What was said to remember at its last answer, so that it is asked whether it has changed.
    public var memory: ChannelMemory?

    public init(address: WebAddress, memory: ChannelMemory? = nil) {
        self.address = address
        self.memory = memory
    }
}

/// What a page gave.
public struct PageAnswer: Sendable {
    public enum Reading: Sendable {
        /// Its text.
        case text(FullText)
        /// It has none to show: what it is called, and a sentence that says what it is instead.
        case nothing(title: String?, why: String)
        /// It is as it was when `PageRequest.memory` was made.
        case unchanged
    }

    public var reading: Reading
    public var memory: ChannelMemory?
    /// HTTP freshness (RFC 9111), in seconds; nil when not given.
    public var freshSeconds: Int?
    /// False when the origin asked that the page be kept nowhere (`no-store`).
    public var mayBeKept: Bool
    public var status: Int?

    public init(
        _ reading: Reading, memory: ChannelMemory? = nil, freshSeconds: Int? = nil, mayBeKept: Bool = true,
        status: Int? = nil
    ) {
        self.reading = reading
        self.memory = memory
        self.freshSeconds = freshSeconds
        self.mayBeKept = mayBeKept
        self.status = status
    }
}

/// The way to any page outside, politely (decision 1: a value). Whole texts of feeds' stories come the same way.
public struct PageAbility: Sendable {
    private let ask: @Sendable (PageRequest) async throws(SourceError) -> PageAnswer

    /// - Parameter ask: fetches the page, and those it goes on to, and reads them.
    public init(_ ask: @escaping @Sendable (PageRequest) async throws(SourceError) -> PageAnswer) { self.ask = ask }

    /// What the page holds.
    /// - Throws: `SourceError` when it could not be had; its sentences name the host.
    public func read(_ page: PageRequest) async throws(SourceError) -> PageAnswer { try await ask(page) }
}
