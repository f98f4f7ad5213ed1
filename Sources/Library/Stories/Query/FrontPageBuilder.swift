import Foundation
public import News

extension StoryService {
    /// The front page: each folder's top stories. A folder shows one story per channel while others of its channels
    /// have stories from the last 48 hours; duplicates are shown once on the page. For another edition: each section's
    /// newest stories; a story may be in several.
    /// - Parameter featuredCount: only for editions other than `mine`.
    public func frontPage(
        for reader: ReaderID, of edition: EditionID = .mine, rowsPerSection: Int = 3, featuredCount: Int = 0
    ) async throws(LibraryError) -> FrontPage {
        let now = context.now()
        return try await context.database.read { transaction in
            try FrontPageBuilder(
                transaction: transaction, reader: reader.rawValue, now: now, edition: edition,
                rowsPerSection: max(1, rowsPerSection), featuredCount: featuredCount
            ).build()
        }
    }
}

/// Chooses the stories of a front page.
struct FrontPageBuilder {
    let transaction: Transaction
    let reader: Int64
    let now: Date
    var edition = EditionID.mine
    let rowsPerSection: Int
    var featuredCount = 0

    /// In milliseconds; channels with stories this recent give one each.
    private static let recencyWindow: Int64 = 48 * 3600 * 1000

    private var isMine: Bool { edition == .mine }
    private var scope: StoryScope { isMine ? .followed : .edition(edition) }

    func build() throws -> FrontPage {
        let rows = StoryRowQuery(transaction: transaction, reader: reader, now: now)
        let counts = try UnreadCountQuery(transaction: transaction, reader: reader)
        let newStories = NewStoryCounts(transaction: transaction, reader: reader)
        let sections = try sections(rows, counts)
        var front = FrontPage(
            sections: sections, oldestShownAt: sections.flatMap(\.rows).map(\.shownAt).min(),
            unread: try counts.count(in: scope),
            asOf: try newStories.highestStoryID().map { StoryID(rawValue: $0) },
            status: try RefreshStatusQuery(transaction, of: edition, reader: reader, now: now).status())
        guard isMine else {
            front.featured = try rows.rows(of: featured())
            return front
        }
        if let visit = try ReaderVisits.previousVisit(transaction, reader: reader) {
            front.newSince = visit.at
            front.newCount = try newStories.count(after: visit.story)
        }
        front.hasSubscriptions = try transaction.exists(
            "select 1 from subscription where reader_id = ? and is_followed = 1 limit 1", [.number(reader)])
        return front
    }

    // MARK: Sections

    private struct Section {
        var id: Int64
        var title: String
        /// Nil for a folder.
        var key: String?
        var scope: StoryScope
    }

    private func sections() throws -> [Section] {
        guard isMine else {
            return try EditionStore(transaction: transaction, now: now).sections(of: edition).map {
                Section(id: $0.id, title: $0.title, key: $0.key, scope: .section($0.id))
            }
        }
        return try StoryListQuery.folders(transaction, reader: reader).map {
            Section(id: $0.id, title: $0.title, scope: .folder($0.id))
        }
    }

    /// Folders without stories are left out.
    private func sections(_ rows: StoryRowQuery, _ counts: UnreadCountQuery) throws -> [FrontPageSection] {
        var seen = Deduplicator()
        var found: [FrontPageSection] = []
        for section in try sections() {
            let (top, hasMore) =
                try isMine ? topStories(of: section.scope, seen: &seen) : newestStories(of: section.scope)
            if isMine && top.isEmpty { continue }
            found.append(
                FrontPageSection(
                    id: SectionID(rawValue: section.id), title: section.title,
                    unread: try counts.count(in: section.scope), rows: try rows.rows(of: top), hasMore: hasMore,
                    key: section.key))
        }
        return found
    }

    private func newestStories(of scope: StoryScope) throws -> ([StoryRef], hasMore: Bool) {
        var seen = Deduplicator()
        var cursor = try MergedStoryCursor(transaction, reader: reader, scope: scope)
        let top = try cursor.take(rowsPerSection + 1, seen: &seen)
        return (Array(top.prefix(rowsPerSection)), top.count > rowsPerSection)
    }

    /// The newest story of each channel inside `recencyWindow`, then the newest of the rest.
    private func topStories(of scope: StoryScope, seen: inout Deduplicator) throws -> ([StoryRef], hasMore: Bool) {
        var top = try newestPerChannel(in: scope, seen: &seen)
        let chosen = Set(top.map(\.story))
        var cursor = try MergedStoryCursor(transaction, reader: reader, scope: scope)
        var hasMore = false
        while !hasMore, let ref = try cursor.next() {
            guard !chosen.contains(ref.story), seen.isUnseen(ref) else { continue }
            guard top.count < rowsPerSection else {
                hasMore = true
                continue
            }
            if seen.insert(ref) { top.append(ref) }
        }
        return (top.sorted { $0.cursor > $1.cursor }, hasMore)
    }

    private func newestPerChannel(in scope: StoryScope, seen: inout Deduplicator) throws -> [StoryRef] {
        let oldest = now.milliseconds - Self.recencyWindow
        var top: [StoryRef] = []
        var pageEnd = (newestAt: Int64.max, channel: Int64.max)
        while top.count < rowsPerSection {
            let page = try FollowedChannel.page(
                transaction, reader: reader, scope: scope, after: pageEnd, size: rowsPerSection)
            for followed in page where top.count < rowsPerSection && followed.newestAt >= oldest {
                var stream = ChannelCursor(reader: reader, followed: followed, filter: StoryFilter(), below: .top)
                while let head = try stream.peek(transaction), head.shownAt >= oldest {
                    stream.advance()
                    if seen.insert(head) {
                        top.append(head)
                        break
                    }
                }
            }
            guard let last = page.last, page.count == rowsPerSection, last.newestAt >= oldest else { break }
            pageEnd = (last.newestAt, last.channel)
        }
        return top
    }

    // MARK: Featured stories

    /// With stored text, deduplicated.
    private func featured() throws -> [StoryRef] {
        guard featuredCount > 0 else { return [] }
        // A story may be in two sections.
        let found = try transaction.all(
            """
            select s.id, cs.channel_id, cs.shown_at, g.group_id
            from story s join channel_story cs on cs.story_id = s.id
            join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
            left join story_group g on g.story_id = s.id
            where s.is_featured = 1 and s.is_elsewhere = 0 and s.purged_at is null\(scope.condition)
              \(MuteSQL.storyCondition("s.id", reader: "u.reader_id"))
            order by s.shown_at desc limit ?
            """, [.number(reader)] + scope.arguments + [.number(featuredCount * 4)]
        ) {
            StoryRef(
                story: $0.number("id"), channel: $0.number("channel_id"), shownAt: $0.number("shown_at"),
                group: $0.optionalNumber("group_id"))
        }
        var seen = Deduplicator()
        return Array(found.filter { seen.insert($0) }.prefix(featuredCount))
    }
}
