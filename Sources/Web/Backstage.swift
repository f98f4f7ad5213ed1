public import Library
public import News

/// What the pages need done by parts of the house that they may not import: handed over by the composition root.
public struct Backstage: Sendable {
    /// Finds what can be followed at an address.
    public var discovering: any Discovering
    /// Reads an OPML file into feeds with their folders.
    /// - Throws: `UnreadableOutlines`, with the sentence to show.
    public var readOutlines: @Sendable ([UInt8]) throws(UnreadableOutlines) -> [ImportedFeed]
    /// Writes a reader's folders as OPML 2.0.
    public var writeOutlines: @Sendable ([Folder]) -> [UInt8]
    /// The starter shelves of the first run.
    public var shelves: [StarterShelf]

    public init(
        discovering: any Discovering,
        readOutlines: @escaping @Sendable ([UInt8]) throws(UnreadableOutlines) -> [ImportedFeed],
        writeOutlines: @escaping @Sendable ([Folder]) -> [UInt8], shelves: [StarterShelf]
    ) {
        self.discovering = discovering
        self.readOutlines = readOutlines
        self.writeOutlines = writeOutlines
        self.shelves = shelves
    }
}

/// Why an OPML file could not be read, in a sentence for the page.
public struct UnreadableOutlines: Error, Sendable {
    public let sentence: String
    public init(sentence: String) { self.sentence = sentence }
}

/// A handful of feeds to begin with, offered when nothing is followed yet.
public struct StarterShelf: Sendable {
    public var title: String
    public var about: String
    public var feeds: [ImportedFeed]

    public init(title: String, about: String, feeds: [ImportedFeed]) {
        self.title = title
        self.about = about
        self.feeds = feeds
    }
}
