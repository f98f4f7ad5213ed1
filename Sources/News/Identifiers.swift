/// A reader's id; reader 1 always exists.
public struct ReaderID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    /// The person who runs this server.
    public static let first = ReaderID(rawValue: 1)
}

/// A story's id. Ascends with arrival, is never reused, and fits 31 bits as long as possible (sync clients see it).
public struct StoryID: RawRepresentable, Hashable, Sendable, Codable, Comparable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    public static func < (a: StoryID, b: StoryID) -> Bool { a.rawValue < b.rawValue }
}

/// The id of a channel: one list of stories of a source, such as a feed.
public struct ChannelID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The id of an edition's section; in the edition `mine` of a reader's folder. 0 is *Other*: feeds without a folder.
public struct SectionID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    /// Feeds without a folder.
    public static let other = SectionID(rawValue: 0)
}

/// The id of a picture whose address the Library knows.
public struct PictureID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// An edition's short name, as in URLs: `mine`, `mit-news` …
public struct EditionID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The edition of a reader's own subscriptions.
    public static let mine = EditionID(rawValue: "mine")
}

/// A kind of source, such as `feed`; `SourceCatalog` maps it to an implementation. An open set.
public struct SourceKind: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// RSS, RDF, Atom and JSON Feed.
    public static let feed = SourceKind(rawValue: "feed")
}

/// An opaque position from which a source continues a channel or a search. Only the source that made it can read it.
public struct SourceCursor: RawRepresentable, Sendable, Hashable, Codable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
