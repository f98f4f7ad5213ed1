import Foundation
import Markup
public import News

/// Looks for stories at the origins that can be searched, for what the Library does not have.
///
/// Nothing of an answer is kept but its stories: the same words ask the origin again. The stories lie in a channel of
/// their own for each source, which nobody follows, so that they are in no list and count as read.
public struct OriginSearchDesk: Sendable {
    private let library: NewsLibrary
    private let catalog: SourceCatalog

    /// More origins are not asked for one search.
    static let mostOrigins = 8

    public init(library: NewsLibrary, catalog: SourceCatalog) {
        self.library = library
        self.catalog = catalog
    }

    /// A source that can be searched.
    private struct Place: Sendable {
        var source: Int64
        var kind: SourceKind
        var site: WebAddress
        var search: SearchAbility
    }

    /// Whether any origin of a list can be searched.
    public func canSearch(_ list: StoryList, for reader: ReaderID) async throws(LibraryError) -> Bool {
        try await !places(list, reader).isEmpty
    }

    /// Asks the origins of a list's channels, one after the other; each looks in all it has.
    /// - Parameters:
    ///   - words: as a person wrote them.
    ///   - list: whose origins are asked.
    ///   - next: `OriginFinds.next` of an earlier answer to the same words; nil for the beginning.
    /// - Throws: `LibraryError`; what origins say is in the answer.
    public func find(
        _ words: String, in list: StoryList, for reader: ReaderID, after next: String? = nil
    ) async throws(LibraryError) -> OriginFinds {
        var finds = OriginFinds(words: words)
        guard let tidy = Titles.tidy(words) else { return finds }
        let cursors = next.map(Self.cursors)
        var further: [String: String] = [:]
        for place in try await places(list, reader) {
            let name = String(place.source)
            let cursor = cursors?[name].map { Cursor(rawValue: $0) }
            if cursors != nil, cursor == nil { continue }
            do {
                let answer = try await place.search.stories(matching: tidy, after: cursor)
                if let next = answer.next, next != cursor { further[name] = next.rawValue }
                let source = StorySource(id: place.source, kind: place.kind, site: place.site)
                finds.rows += try await FoundStories(house: library.house, source: source)
                    .keep(answer.stories, for: reader)
            } catch let error as SourceError {
                finds.failures.append(OriginFinds.Failure(host: place.site.host, error: error))
                // What failed may be tried again from where it stood.
                if let cursor { further[name] = cursor.rawValue }
            } catch { throw LibraryError(error) }
        }
        guard !further.isEmpty else { return finds }
        do { finds.next = try JSONText.write(further) } catch { throw LibraryError(error) }
        return finds
    }

    /// Stories that were found before, as they are for the reader now; what is gone is left out.
    public func rows(of stories: [StoryID], for reader: ReaderID) async throws(LibraryError) -> [StoryRow] {
        let now = library.house.now()
        return try await library.house.store.read { session in
            let reading = StoryReading(session: session, reader: reader.rawValue, now: now)
            let rows = StoryRows(session: session, reader: reader.rawValue, now: now)
            return try stories.compactMap { story in
                guard let place = try reading.candidate(story.rawValue, preferring: nil) else { return nil }
                return try rows.row(of: story.rawValue, in: place.channel, group: place.group)
            }
        }
    }

    private static func cursors(_ text: String) -> [String: String] {
        do { return try JSONDecoder().decode([String: String].self, from: Data(text.utf8)) } catch { return [:] }
    }

    private func places(_ list: StoryList, _ reader: ReaderID) async throws(LibraryError) -> [Place] {
        let found = try await library.house.store.read { session in
            let scope = try Scope(list, session)
            return try session.all(
                """
                select s.id, s.kind, s.address, min(c.id) from subscription u join channel c on c.id = u.channel_id
                join source s on s.id = c.source_id where u.reader_id = ?\(scope.condition)
                group by s.id, s.kind, s.address order by min(c.id)
                """, [.number(reader.rawValue)] + scope.value
            ) { row in (id: row.number(), kind: SourceKind(rawValue: row.words()), site: WebAddress(row.words())) }
        }
        return Array(
            found.lazy.compactMap { found -> Place? in
                guard let site = found.site, let search = catalog.source(of: found.kind, at: site)?.search else {
                    return nil
                }
                return Place(source: found.id, kind: found.kind, site: site, search: search)
            }.prefix(Self.mostOrigins))
    }
}
