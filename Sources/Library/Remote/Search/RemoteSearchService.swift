import Foundation
public import News
import URLs

/// The results of a search at origins.
public struct RemoteSearchResults: Sendable {
    /// A failed search.
    public struct Failure: Sendable {
        /// The origin's host.
        public var host: String
        /// The origin's error.
        public var error: SourceError

        public init(host: String, error: SourceError) {
            self.host = host
            self.error = error
        }
    }

    /// The stories in the origins' order; all are stored, so that each can be opened.
    public var rows: [StoryRow] = []
    /// The cursor of the next results; nil if there are no more.
    public var next: String?
    /// The failures of individual origins.
    public var failures: [Failure] = []
}

/// A service that searches origins and stores only the stories found (`SearchResultWriter`). A repeated search queries
/// the origins again.
public struct RemoteSearchService: Sendable {
    let context: LibraryContext

    /// The maximum number of sources per search.
    static let maxSources = 8
    /// The maximum length of the search words in characters. No origin accepts so many, so that each origin can report
    /// its own limit.
    static let maxCharacters = 1_000

    private struct SearchableSource: Sendable {
        var source: StorySource
        var capability: any SearchCapability
    }

    /// Returns true if any origin of a list can be searched.
    public func canSearch(_ list: StoryList, for reader: ReaderID) async throws(LibraryError) -> Bool {
        try await !searchableSources(list, reader).isEmpty
    }

    /// Searches the origins of a list one after another.
    /// - Parameter next: The `RemoteSearchResults.next` of an earlier search for the same words.
    /// - Throws: `LibraryError`; the origins' errors are in the result.
    public func find(
        _ words: String, in list: StoryList, for reader: ReaderID, after next: String? = nil
    ) async throws(LibraryError) -> RemoteSearchResults {
        var results = RemoteSearchResults()
        guard let normalized = LineNormalizer.normalize(words, maxCharacters: Self.maxCharacters) else {
            return results
        }
        let cursors = next.map(Self.decodeCursors)
        var nextCursors: [String: String] = [:]
        for searchable in try await searchableSources(list, reader) {
            let source = searchable.source
            let name = String(source.id)
            let cursor = cursors?[name].map { SourceCursor(rawValue: $0) }
            if cursors != nil, cursor == nil { continue }
            do {
                let (response, rows) = try await context.sources.runUntrusted {
                    let response = try await searchable.capability.stories(matching: normalized, after: cursor)
                    let writer = SearchResultWriter(context: context, source: source)
                    return (response, try await writer.save(response.stories, for: reader))
                }
                if let next = response.next, next != cursor { nextCursors[name] = next.rawValue }
                results.rows += rows
            } catch let error as SourceError {
                results.failures.append(RemoteSearchResults.Failure(host: source.site.host, error: error))
                // Keeping the cursor lets a failed page be retried.
                if let cursor { nextCursors[name] = cursor.rawValue }
            } catch { throw LibraryError(error) }
        }
        guard !nextCursors.isEmpty else { return results }
        do { results.next = try JSONColumn.encode(nextCursors) } catch { throw LibraryError(error) }
        return results
    }

    /// Returns the rows of stories, without purged ones.
    public func rows(of stories: [StoryID], for reader: ReaderID) async throws(LibraryError) -> [StoryRow] {
        let now = context.now()
        return try await context.database.read { transaction in
            try StoryRowQuery(transaction: transaction, reader: reader.rawValue, now: now)
                .rows(of: stories.map(\.rawValue))
        }
    }

    private static func decodeCursors(_ text: String) -> [String: String] {
        do { return try JSONDecoder().decode([String: String].self, from: Data(text.utf8)) } catch { return [:] }
    }

    private func searchableSources(_ list: StoryList, _ reader: ReaderID) async throws(LibraryError)
        -> [SearchableSource]
    {
        let sources = try await context.database.read { transaction in
            let scope = try StoryScope(list, for: reader.rawValue, transaction)
            return try transaction.all(
                """
                select s.id, s.kind, s.address, \(StorySource.titleColumn(of: "s")) from subscription u join channel c on c.id = u.channel_id
                join source s on s.id = c.source_id where u.reader_id = ?\(scope.condition)
                group by s.id, s.kind, s.address order by min(c.id)
                """, [.number(reader.rawValue)] + scope.arguments
            ) { StorySource.decode($0) }
        }
        return Array(
            sources.lazy.compactMap { source -> SearchableSource? in
                guard let source, let search = context.sources.source(of: source.kind, at: source.site)?.search else {
                    return nil
                }
                return SearchableSource(source: source, capability: search)
            }.prefix(Self.maxSources))
    }
}
