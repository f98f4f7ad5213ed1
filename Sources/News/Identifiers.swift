/// The reader; reader 1 always exists (decision 3).
public struct ReaderID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    /// The person whose machine this is.
    public static let first = ReaderID(rawValue: 1)
}

/// A story. Ascends with arrival, is never reused, and fits 31 bits as long as possible (sync clients see it).
public struct StoryID: RawRepresentable, Hashable, Sendable, Codable, Comparable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    public static func < (a: StoryID, b: StoryID) -> Bool { a.rawValue < b.rawValue }
}

/// One list of stories that a source offers, such as one feed.
public struct ChannelID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A section of an edition; in the edition `mine` a reader's folder. 0 is *Other*: feeds without a folder.
public struct SectionID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    /// Feeds that lie in no folder.
    public static let other = SectionID(rawValue: 0)
}

/// A picture whose address the Library knows.
public struct PictureID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// An edition's short name, as it stands in addresses: `mine`, `mit-news` …
public struct EditionID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A reader's own subscriptions.
    public static let mine = EditionID(rawValue: "mine")
}

/// A kind of origin, such as `feed`; the catalogue maps it to the code that speaks its language. An open set.
public struct SourceKind: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// RSS, RDF, Atom and JSON Feed.
    public static let feed = SourceKind(rawValue: "feed")
}

/// A place from which a source can go on, in a channel or in what a search found. Only the source that gave it knows
/// what it means; everybody else keeps it as it is.
public struct SourceCursor: RawRepresentable, Sendable, Hashable, Codable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
