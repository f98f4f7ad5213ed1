import Foundation
import Hummingbird
import Library
import News
import Untrusted

extension GoogleReaderHandler {
    func tagList() async throws -> Response {
        let titles = try await feedList().groups.map(\.title)
        return SyncResponse.conditional(call.request, call.format) { writer in
            writer.list("tags", [StreamID.state("starred")] + Self.unique(titles.map(StreamID.label(named:)))) {
                writer, id in
                writer.object { writer in
                    writer.string("id", id)
                    if id.hasPrefix("user/-/label/") { writer.string("type", "folder") }
                }
            }
        }
    }

    private static func unique(_ texts: [String]) -> [String] {
        var known: Set<String> = []
        return texts.filter { known.insert($0).inserted }
    }

    /// Renames a folder: `s` to `dest`.
    func renameTag() async throws -> Response {
        guard case .label(let title)? = parameters.text("dest").flatMap(StreamID.init) else {
            throw SyncError.badRequest("Name the new title as dest=user/-/label/….")
        }
        for folder in try await folders() {
            do { try await library.subscriptions.renameFolder(folder, to: title, for: reader) } catch {
                guard error == .alreadyThere else { throw error }
                throw SyncError.badRequest("There is a folder “\(title)” already.")
            }
        }
        return SyncResponse.ok
    }

    /// Removes folders; their feeds stay.
    func disableTags() async throws -> Response {
        for folder in try await folders() { try await library.subscriptions.removeFolder(folder, for: reader) }
        return SyncResponse.ok
    }

    /// Returns the folders that `s`, or `t` with the bare title, names.
    private func folders() async throws -> [SectionID] {
        var titles = parameters.all("t")
        for stream in parameters.all("s") {
            guard case .label(let title)? = StreamID(stream) else {
                throw SyncError.badRequest("Name a folder as s=user/-/label/….")
            }
            titles.append(title)
        }
        guard !titles.isEmpty else { throw SyncError.badRequest("Name a folder as s=user/-/label/….") }
        let groups = try await feedList().groups
        return try titles.map { title in
            guard let found = groups.first(where: { $0.title == title }) else { throw LibraryError.notThere }
            guard found.isFolder else {
                throw SyncError.badRequest("“\(title)” is a newspaper. Arrange newspapers in Tidings itself.")
            }
            return found.id
        }
    }

    // MARK: Marks

    /// The maximum number of stories in one change.
    private static let maxChanged = 10_000

    /// Sets (`a`) and clears (`r`) marks of stories.
    func editTags() async throws -> Response {
        let ids = parameters.all("i")
        guard ids.count <= Self.maxChanged else {
            throw SyncError.badRequest("Change at most \(Self.maxChanged) stories at once.")
        }
        // Ids that no form allows are of no story here.
        let stories = ids.compactMap(ItemID.story)
        let changes =
            try parameters.all("a").compactMap { try Self.mark($0, true) }
            + parameters.all("r").compactMap { try Self.mark($0, false) }
        // A program that says the same twice, as `r=…/read` and `a=…/kept-unread`, means one change.
        var done: Set<MarkKind> = []
        for (kind, value) in changes where done.insert(kind).inserted {
            try await call.interface.mark(stories, as: kind, value, for: reader)
        }
        return SyncResponse.ok
    }

    /// Returns the mark that setting or clearing a tag means; nil for states that Tidings does not keep.
    private static func mark(_ tag: String, _ isSet: Bool) throws -> (MarkKind, Bool)? {
        switch StreamID(tag) {
        case .read: return (.read, isSet)
        case .keptUnread, .unread: return (.read, !isSet)
        case .starred: return (.saved, isSet)
        case .other, .readingList: return nil
        case .label, .feed, nil:
            throw SyncError.badRequest("Tidings keeps read and starred; stories have no labels of their own.")
        }
    }

    /// Marks the stories of a stream read that had arrived by `ts`.
    func markAllRead() async throws -> Response {
        guard let stream = StreamID(parameters.text("s") ?? StreamID.state("reading-list")) else {
            throw SyncError.badRequest("Name a stream as s=feed/… or s=user/-/label/….")
        }
        let moment = parameters.number("ts").flatMap { $0 == 0 ? nil : Self.date($0) }
        let list = try await feedList()
        if stream == .starred {
            var filter = SyncStoryFilter(of: list, limit: Self.maxChanged)
            (filter.isSaved, filter.isRead, filter.arrivedUntil) = (true, false, moment)
            let saved = try await library.sync.storyIDs(filter, for: reader).stories
            try await library.sync.mark(saved, as: .read, true, for: reader)
            return SyncResponse.ok
        }
        try await library.sync.markAllRead(
            list.feeds(of: stream).subtracting([SyncFeed.savedID]), arrivedUntil: moment, for: reader)
        return SyncResponse.ok
    }

    /// Returns a moment that a program gives in seconds, milliseconds or microseconds since 1970.
    static func date(_ number: Int64) -> Date {
        switch number {
        case ..<100_000_000_000: Date(timeIntervalSince1970: Double(number))
        case ..<100_000_000_000_000: Date(timeIntervalSince1970: Double(number) / 1000)
        // Microseconds are those of a story's arrival, which has milliseconds.
        default: Date(timeIntervalSince1970: Double(number / 1000) / 1000)
        }
    }

    func unreadCount() async throws -> Response {
        let list = try await feedList()
        let counts = try await library.sync.unreadCounts(for: reader)
        let arrivals = list.feeds.reduce(into: [ChannelID: Date]()) { $0[$1.id] = $1.newestArrivedAt }
        let feeds = list.feeds.map(\.id).filter { $0 != SyncFeed.savedID }
        func total(_ feeds: [ChannelID]) -> Int { feeds.reduce(0) { $0 + (counts[$1] ?? 0) } }
        return SyncResponse.object(call.format) { writer in
            writer.number("max", Int64(max(total(feeds), 1000)))
            var rows = feeds.map { (id: StreamID.feed($0), feeds: [$0]) }
            rows += list.groups.map { (id: StreamID.label(named: $0.title), feeds: Array($0.feeds)) }
            rows.append((id: StreamID.state("reading-list"), feeds: feeds))
            writer.list("unreadcounts", rows) { writer, row in
                writer.object { writer in
                    writer.string("id", row.id)
                    writer.number("count", Int64(total(row.feeds)))
                    let newest = row.feeds.compactMap { arrivals[$0] }.max()
                    writer.string("newestItemTimestampUsec", String(newest.map(Self.microseconds) ?? 0))
                }
            }
        }
    }

    static func microseconds(_ date: Date) -> Int64 {
        Int64(saturating: (date.timeIntervalSince1970 * 1000).rounded()) * 1000
    }
}
