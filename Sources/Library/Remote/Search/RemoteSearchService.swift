import Foundation
import Markup
public import News

/// What a search at origins found.
public struct RemoteSearchResults: Sendable {
    /// An origin that could not be searched.
    public struct Failure: Sendable {
        /// Of the site or service.
        public var host: String
        public var error: SourceError

        public init(host: String, error: SourceError) {
            self.host = host
            self.error = error
        }
    }

    public var query: String
    /// In the origins' own order; they are kept, so that each can be opened.
    public var rows: [StoryRow]
    /// Asked with for more; nil at the end.
    public var next: String?
    public var failures: [Failure]

    public init(query: String, rows: [StoryRow] = [], next: String? = nil, failures: [Failure] = []) {
        self.query = query
        self.rows = rows
        self.next = next
        self.failures = failures
    }
}

/// Looks for stories at the origins that can be searched, for what the Library does not have.
///
/// Nothing of an answer is kept but its stories: the same words ask the origin again. The stories lie in a channel of
/// their own for each source, which nobody follows, so that they are in no list and count as read.
public struct RemoteSearchService: Sendable {
    private let library: NewsLibrary
    private let catalog: SourceCatalog

    /// More origins are not asked for one search.
    static let maxSources = 8

    public init(library: NewsLibrary, catalog: SourceCatalog) {
        self.library = library
        self.catalog = catalog
    }

    /// A source that can be searched.
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

    /// Asks the origins of a list's channels, one after the other; each looks in all it has.
    /// - Parameters:
    ///   - words: as a person wrote them.
    ///   - list: whose origins are asked.
    ///   - next: `RemoteSearchResults.next` of an earlier answer to the same words; nil for the beginning.
    /// - Throws: `LibraryError`; what origins say is in the answer.
    public func find(
        _ words: String, in list: StoryList, for reader: ReaderID, after next: String? = nil
    ) async throws(LibraryError) -> RemoteSearchResults {
        var results = RemoteSearchResults(query: words)
        guard let tidy = TitleNormalizer.normalize(words) else { return results }
        let cursors = next.map(Self.decodeCursors)
        var further: [String: String] = [:]
        for place in try await searchableSources(list, reader) {
            let name = String(place.sourceID)
            let cursor = cursors?[name].map { SourceCursor(rawValue: $0) }
            if cursors != nil, cursor == nil { continue }
            do {
                let answer = try await place.capability.stories(matching: tidy, after: cursor)
                if let next = answer.next, next != cursor { further[name] = next.rawValue }
                let source = StorySource(id: place.sourceID, kind: place.kind, site: place.site)
                results.rows += try await SearchResultWriter(context: library.context, source: source)
                    .save(answer.stories, for: reader)
            } catch let error as SourceError {
                results.failures.append(RemoteSearchResults.Failure(host: place.site.host, error: error))
                // What failed may be tried again from where it stood.
                if let cursor { further[name] = cursor.rawValue }
            } catch { throw LibraryError(error) }
        }
        guard !further.isEmpty else { return results }
        do { results.next = try JSONColumn.encode(further) } catch { throw LibraryError(error) }
        return results
    }

    /// Stories that were found before, as they are for the reader now; what is gone is left out.
    public func rows(of stories: [StoryID], for reader: ReaderID) async throws(LibraryError) -> [StoryRow] {
        let now = library.context.now()
        return try await library.context.database.read { transaction in
            let reading = StoryQuery(transaction: transaction, reader: reader.rawValue, now: now)
            let rows = StoryRowQuery(transaction: transaction, reader: reader.rawValue, now: now)
            return try stories.compactMap { story in
                guard let place = try reading.storyRef(story.rawValue, preferring: nil) else { return nil }
                return try rows.row(of: story.rawValue, in: place.channel, group: place.group)
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
