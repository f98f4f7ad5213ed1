/// Reader 1 always exists.
public struct ReaderID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    /// The server's operator.
    public static let first = ReaderID(rawValue: 1)
}

/// Rises with arrival, is never reused, and fits 31 bits as long as possible (sync clients see it).
public struct StoryID: RawRepresentable, Hashable, Sendable, Codable, Comparable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    public static func < (a: StoryID, b: StoryID) -> Bool { a.rawValue < b.rawValue }
}

/// A channel: one list of stories of a source, such as a feed.
public struct ChannelID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// An edition's section; in `mine`, a reader's folder.
public struct SectionID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    /// Feeds without a folder.
    public static let other = SectionID(rawValue: 0)
}

/// A picture whose address the Library knows.
public struct PictureID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// What a reader follows in an edition.
public struct TopicID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// An edition's name in URLs: `mine`, `mit-news` …
public struct EditionID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A reader's own subscriptions.
    public static let mine = EditionID(rawValue: "mine")
}

/// A source kind, which `SourceCatalog` maps to an implementation. An open set.
public struct SourceKind: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// RSS, RDF, Atom and JSON Feed.
    public static let feed = SourceKind(rawValue: "feed")
    /// Versions of a pack.
    public static let pack = SourceKind(rawValue: "pack")
}

/// An opaque position from which a source continues.
public struct SourceCursor: RawRepresentable, Sendable, Hashable, Codable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
