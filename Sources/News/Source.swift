public import Markup

/// Our side of an outside site (decision 1): few verbs that every kind of origin has, and abilities that are values.
/// Later abilities (search, full text, discussion, membership) are optional properties, nil by default.
public protocol Source: Sendable {
    /// The stories of one channel, asked for once, politely.
    /// - Throws: `SourceError`, whose cases say what can be done next.
    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelAnswer
}

/// Why an origin is asked (decision 10).
public enum RefreshReason: String, Sendable, Codable {
    /// The schedule says so.
    case due
    /// A list is shown whose freshness has run out.
    case appeared
    /// A person pressed the button.
    case asked
}

/// What a source needs to know in order to ask for one channel.
public struct ChannelRequest: Sendable {
    public var address: WebAddress
    public var reason: RefreshReason
    /// What the source said to remember at its last answer; nil at the first.
    public var memory: ChannelMemory?

    public init(address: WebAddress, reason: RefreshReason, memory: ChannelMemory? = nil) {
        self.address = address
        self.reason = reason
        self.memory = memory
    }
}

/// What a source wants to find again at its next request (validators, a hash of the body). The Library keeps it and
/// never looks inside.
public struct ChannelMemory: Sendable, Hashable {
    public var bytes: [UInt8]
    public init(bytes: [UInt8]) { self.bytes = bytes }
}

/// An origin's answer for one channel.
public struct ChannelAnswer: Sendable {
    /// The stories, newest or best first as the origin gives them; nil when the origin says nothing has changed.
    public var stories: [ArrivingStory]?
    /// Present when the origin described the channel this time.
    public var facts: ChannelFacts?
    public var memory: ChannelMemory?
    public var pace: OriginPace
    /// Where the origin says the channel lives from now on (all hops 301 or 308).
    public var movedTo: WebAddress?
    /// What was odd and yet read; for the channel's page.
    public var complaints: [String]

    public init(
        stories: [ArrivingStory]?, facts: ChannelFacts? = nil, memory: ChannelMemory? = nil,
        pace: OriginPace = OriginPace(), movedTo: WebAddress? = nil, complaints: [String] = []
    ) {
        self.stories = stories
        self.facts = facts
        self.memory = memory
        self.pace = pace
        self.movedTo = movedTo
        self.complaints = complaints
    }
}

/// What a channel says about itself.
public struct ChannelFacts: Sendable {
    public var title: String?
    /// The web site the channel belongs to.
    public var site: WebAddress?
    public var about: String?
    public var language: String?
    public var icon: WebAddress?
    /// How the channel is written, for its page: "RSS 2.0", "JSON Feed 1.1".
    public var format: String?

    public init(
        title: String? = nil, site: WebAddress? = nil, about: String? = nil, language: String? = nil,
        icon: WebAddress? = nil, format: String? = nil
    ) {
        self.title = title
        self.site = site
        self.about = about
        self.language = language
        self.icon = icon
        self.format = format
    }
}

/// How often an origin wants to be asked.
public struct OriginPace: Sendable {
    /// HTTP freshness of the answer (RFC 9111), in seconds; nil when not given.
    public var freshSeconds: Int?
    /// The shortest interval the document itself asks for (`ttl`, `sy:updatePeriod`), in seconds.
    public var intervalSeconds: Int?
    /// Hours of the day, UTC, in which the document asks not to be read (`skipHours`).
    public var quietHours: Set<Int>
    /// Days of the week, 0 for Sunday, in which it asks not to be read (`skipDays`).
    public var quietDays: Set<Int>
    /// The origin gives nothing with which to ask conditionally, so every question costs it the whole document.
    public var asksWhole: Bool

    public init(
        freshSeconds: Int? = nil, intervalSeconds: Int? = nil, quietHours: Set<Int> = [], quietDays: Set<Int> = [],
        asksWhole: Bool = false
    ) {
        self.freshSeconds = freshSeconds
        self.intervalSeconds = intervalSeconds
        self.quietHours = quietHours
        self.quietDays = quietDays
        self.asksWhole = asksWhole
    }
}
