import Foundation
import Markup
public import News

/// The results of a search at origins.
public struct RemoteSearchResults: Sendable {
    /// An origin whose search failed.
    public struct Failure: Sendable {
        /// The host of the site or service.
        public var host: String
        public var error: SourceError

        public init(host: String, error: SourceError) {
            self.host = host
            self.error = error
        }
    }

    public var query: String
    /// In the origins' own order; they are stored, so that each can be opened.
    public var rows: [StoryRow]
    /// The cursor of the next page; nil at the end.
    public var next: String?
    public var failures: [Failure]

    public init(query: String, rows: [StoryRow] = [], next: String? = nil, failures: [Failure] = []) {
        self.query = query
        self.rows = rows
        self.next = next
        self.failures = failures
    }
}

/// Searches origins for stories that are not stored here.
///
/// Only the stories of a response are stored: repeating a search queries the origins again. They belong to a channel
/// of their own for each source, which nobody follows, so that they are in no list and count as read.
public struct RemoteSearchService: Sendable {
    private let library: NewsLibrary
    private let catalog: SourceCatalog

    /// The most origins queried for one search.
    static let maxSources = 8

    public init(library: NewsLibrary, catalog: SourceCatalog) {
        self.library = library
        self.catalog = catalog
    }

    private struct SearchableSource: Sendable {
        var sourceID: Int64
        var kind: SourceKind
        var site: WebAddress
        var capability: SearchCapability
    }

    /// Whether any origin of a list can be searched.
    public func canSearch(_ list: StoryList, for reader: ReaderID) async throws(LibraryError) -> Bool {
        try await !searchableSources(list, reader).isEmpty
    }

    /// Searches all stories of the origins of a list's channels, one origin after the other.
    /// - Parameters:
    ///   - words: as a person typed them.
    ///   - list: the list whose origins are searched.
    ///   - next: `RemoteSearchResults.next` of an earlier result for the same words; nil for the first page.
    /// - Throws: `LibraryError`; the origins' errors are in the result.
    public func find(
        _ words: String, in list: StoryList, for reader: ReaderID, after next: String? = nil
    ) async throws(LibraryError) -> RemoteSearchResults {
        var results = RemoteSearchResults(query: words)
        guard let normalized = TitleNormalizer.normalize(words) else { return results }
        let cursors = next.map(Self.decodeCursors)
        var nextCursors: [String: String] = [:]
        for searchable in try await searchableSources(list, reader) {
            let name = String(searchable.sourceID)
            let cursor = cursors?[name].map { SourceCursor(rawValue: $0) }
            if cursors != nil, cursor == nil { continue }
            do {
                let response = try await searchable.capability.stories(matching: normalized, after: cursor)
                if let next = response.next, next != cursor { nextCursors[name] = next.rawValue }
                let source = StorySource(id: searchable.sourceID, kind: searchable.kind, site: searchable.site)
                results.rows += try await SearchResultWriter(context: library.context, source: source)
                    .save(response.stories, for: reader)
            } catch let error as SourceError {
                results.failures.append(RemoteSearchResults.Failure(host: searchable.site.host, error: error))
                // A failed page can be retried.
                if let cursor { nextCursors[name] = cursor.rawValue }
            } catch { throw LibraryError(error) }
        }
        guard !nextCursors.isEmpty else { return results }
        do { results.next = try JSONColumn.encode(nextCursors) } catch { throw LibraryError(error) }
        return results
    }

    /// The current rows of earlier results; purged stories are left out.
    public func rows(of stories: [StoryID], for reader: ReaderID) async throws(LibraryError) -> [StoryRow] {
        let now = library.context.now()
        return try await library.context.database.read { transaction in
            let storyQuery = StoryQuery(transaction: transaction, reader: reader.rawValue, now: now)
            let rows = StoryRowQuery(transaction: transaction, reader: reader.rawValue, now: now)
            return try stories.compactMap { story in
                guard let ref = try storyQuery.storyRef(story.rawValue, preferring: nil) else { return nil }
                return try rows.row(of: story.rawValue, in: ref.channel, group: ref.group)
            }
        }
    }

    private static func decodeCursors(_ text: String) -> [String: String] {
        do { return try JSONDecoder().decode([String: String].self, from: Data(text.utf8)) } catch { return [:] }
    }

    private func searchableSources(_ list: StoryList, _ reader: ReaderID) async throws(LibraryError)
        -> [SearchableSource]
    {
        let found = try await library.context.database.read { transaction in
            let scope = try StoryScope(list, transaction)
            return try transaction.all(
                """
                select s.id, s.kind, s.address, min(c.id) from subscription u join channel c on c.id = u.channel_id
                join source s on s.id = c.source_id where u.reader_id = ?\(scope.condition)
                group by s.id, s.kind, s.address order by min(c.id)
                """, [.number(reader.rawValue)] + scope.arguments
            ) { row in (id: row.number(), kind: SourceKind(rawValue: row.text()), site: WebAddress(row.text())) }
        }
        return Array(
            found.lazy.compactMap { found -> SearchableSource? in
                guard let site = found.site, let search = catalog.source(of: found.kind, at: site)?.search else {
                    return nil
                }
                return SearchableSource(sourceID: found.id, kind: found.kind, site: site, capability: search)
            }.prefix(Self.maxSources))
    }
}
