/// The ID of a reader. Reader 1 always exists.
public struct ReaderID: RawRepresentable, Hashable, Sendable, Codable {
    /// The database ID.
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    /// The server's operator.
    public static let first = ReaderID(rawValue: 1)
}

/// The ID of a story. IDs rise with arrival, are never reused, and fit in 31 bits as long as possible, because sync
/// clients see them.
public struct StoryID: RawRepresentable, Hashable, Sendable, Codable, Comparable {
    /// The database ID.
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    public static func < (a: StoryID, b: StoryID) -> Bool { a.rawValue < b.rawValue }
}

/// The ID of a channel: one list of stories of a source, such as a feed.
public struct ChannelID: RawRepresentable, Hashable, Sendable, Codable {
    /// The database ID.
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The ID of an edition's section; in `mine`, of a reader's folder.
public struct SectionID: RawRepresentable, Hashable, Sendable, Codable {
    /// The database ID.
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    /// The section of feeds without a folder.
    public static let other = SectionID(rawValue: 0)
}

/// The ID of a picture whose address is stored.
public struct PictureID: RawRepresentable, Hashable, Sendable, Codable {
    /// The database ID.
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The ID of a topic that a reader follows in an edition.
public struct TopicID: RawRepresentable, Hashable, Sendable, Codable {
    /// The database ID.
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The ID of an edition, which is its name in URLs: `mine`, `mit-news` …
public struct EditionID: RawRepresentable, Hashable, Sendable, Codable {
    /// The name in URLs.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The edition of a reader's own subscriptions.
    public static let mine = EditionID(rawValue: "mine")
}

/// A kind of source, which `SourceCatalog` maps to an implementation. The set of kinds is open.
public struct SourceKind: RawRepresentable, Hashable, Sendable, Codable {
    /// The name of the kind, as stored and used in edition files.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The kind for feeds: RSS, RDF, Atom and JSON Feed.
    public static let feed = SourceKind(rawValue: "feed")
    /// The kind for packs, each response of which is a version.
    public static let pack = SourceKind(rawValue: "pack")
    /// The kind for the pages that a reader saves, which no channel lists.
    public static let savedPages = SourceKind(rawValue: "saved-pages")
}

/// An opaque position from which a source continues.
public struct SourceCursor: RawRepresentable, Sendable, Hashable, Codable {
    /// The position in the source's own format.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
