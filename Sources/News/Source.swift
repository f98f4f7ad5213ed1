public import Foundation
public import Markup

/// Our side of an outside site (decision 1): few verbs that every kind of origin has, and abilities that are values:
/// optional properties, nil by default.
public protocol Source: Sendable {
    /// The stories of one channel, from its beginning or after a cursor, asked for once, politely.
    /// - Throws: `SourceError`, whose cases say what can be done next.
    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelAnswer

    /// Fetches a story's whole text from its page; nil where that makes no sense.
    var fullText: FullTextAbility? { get }
    /// Looks for stories at the origin; nil where the origin cannot.
    var search: SearchAbility? { get }
    /// Fetches one story by its key; nil where stories come in lists only.
    var singleStory: SingleStoryAbility? { get }
    /// Fetches what people say under a story; nil where nobody can say anything.
    var discussion: DiscussionAbility? { get }
    /// Says who somebody is; nil where people have no pages.
    var people: PeopleAbility? { get }
    /// Finds where a page is discussed; nil where the origin cannot be asked for an address.
    var mentions: MentionAbility? { get }
}

extension Source {
    /// Most kinds of origin give the whole text themselves.
    public var fullText: FullTextAbility? { nil }
    /// Feeds cannot be searched.
    public var search: SearchAbility? { nil }
    /// Feeds have no address for a story of theirs.
    public var singleStory: SingleStoryAbility? { nil }
    /// Feeds have no place to talk.
    public var discussion: DiscussionAbility? { nil }
    /// Feeds name their authors and no more.
    public var people: PeopleAbility? { nil }
    /// Feeds are not asked for addresses.
    public var mentions: MentionAbility? { nil }
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
    /// What the channel is called; nil when nobody knows yet.
    public var title: String?
    /// Asks for the stories that follow those of an earlier answer, whose `next` this was; nil for the newest.
    public var after: Cursor?

    public init(
        address: WebAddress, reason: RefreshReason, memory: ChannelMemory? = nil, title: String? = nil,
        after: Cursor? = nil
    ) {
        self.address = address
        self.reason = reason
        self.memory = memory
        self.title = title
        self.after = after
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
    /// The channels that the source offers, in its order: only in the answer of a directory (`OfferedChannel`), and nil
    /// there too when the origin says nothing has changed.
    public var channels: [OfferedChannel]?
    /// Where the stories go on; nil at the channel's end, where the origin has no more than the newest, and when
    /// nothing has changed.
    public var next: Cursor?
    /// Where the first of `stories` stands in the origin's own order, from 0, where the channel is listed in that order
    /// (Hacker News's front page); nil where stories are listed by when they came out.
    public var firstRank: Int?
    /// Present when the origin described the channel this time.
    public var facts: ChannelFacts?
    public var memory: ChannelMemory?
    public var pace: OriginPace
    /// Where the origin says the channel lives from now on (all hops 301 or 308).
    public var movedTo: WebAddress?
    /// What was odd and yet read; for the channel's page.
    public var complaints: [String]
    /// The HTTP status, 200 or 304; nil where the origin speaks something else.
    public var status: Int?

    public init(
        stories: [ArrivingStory]?, channels: [OfferedChannel]? = nil, next: Cursor? = nil, facts: ChannelFacts? = nil,
        memory: ChannelMemory? = nil, pace: OriginPace = OriginPace(), movedTo: WebAddress? = nil,
        complaints: [String] = [], status: Int? = nil
    ) {
        self.stories = stories
        self.channels = channels
        self.next = next
        self.facts = facts
        self.memory = memory
        self.pace = pace
        self.movedTo = movedTo
        self.complaints = complaints
        self.status = status
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
    /// Where an icon usually is on such a site, for a channel of which none is known.
    public var usualIcon: WebAddress?

    public init(
        title: String? = nil, site: WebAddress? = nil, about: String? = nil, language: String? = nil,
        icon: WebAddress? = nil, format: String? = nil, usualIcon: WebAddress? = nil
    ) {
        self.title = title
        self.site = site
        self.about = about
        self.language = language
        self.icon = icon
        self.format = format
        self.usualIcon = usualIcon
    }
}

/// How often an origin wants to be asked.
public struct OriginPace: Sendable {
    /// HTTP freshness of the answer (RFC 9111), in seconds; nil when not given.
    public var freshSeconds: Int?
    /// The shortest interval the document itself asks for (`ttl`, `sy:updatePeriod`), in seconds.
    public var intervalSeconds: Int?
    /// From when on the intervals are counted (`sy:updateBase`); nil when the document does not say.
    public var baseAt: Date?
    /// Hours of the day, UTC, in which the document asks not to be read (`skipHours`).
    public var quietHours: Set<Int>
    /// Days of the week, 0 for Sunday, in which it asks not to be read (`skipDays`).
    public var quietDays: Set<Int>
    /// The origin gives nothing with which to ask conditionally, so every question costs it the whole document.
    public var asksWhole: Bool
    /// How long a list that is shown needs no asking, where the source knows it: 0 for at every look. Nil leaves it
    /// to `freshSeconds`, else to the least interval.
    public var shownSeconds: Int?

    public init(
        freshSeconds: Int? = nil, intervalSeconds: Int? = nil, quietHours: Set<Int> = [], quietDays: Set<Int> = [],
        asksWhole: Bool = false, shownSeconds: Int? = nil
    ) {
        self.freshSeconds = freshSeconds
        self.intervalSeconds = intervalSeconds
        self.quietHours = quietHours
        self.quietDays = quietDays
        self.asksWhole = asksWhole
        self.shownSeconds = shownSeconds
    }
}
