import Foundation
public import News

extension StoryService {
    /// Returns the front page of an edition; for `mine`, the top stories of each folder.
    /// - Parameters:
    ///   - featuredCount: the number of featured stories, used only for editions other than `mine`.
    ///   - hasLead: true if a weighed page may have a lead.
    ///   - countsNew: true if stories that arrived since the previous visit are counted, as they always are for `mine`.
    public func frontPage(
        for reader: ReaderID, of edition: EditionID = .mine, rowsPerSection: Int = 3, featuredCount: Int = 0,
        hasLead: Bool = true, options: FrontPageOptions = FrontPageOptions(), countsNew: Bool = false
    ) async throws(LibraryError) -> FrontPage {
        let now = context.now()
        return try await context.database.read { transaction in
            try FrontPageBuilder(
                transaction: transaction, reader: reader.rawValue, now: now, edition: edition,
                rowsPerSection: max(1, rowsPerSection), featuredCount: featuredCount, hasLead: hasLead,
                options: options,
                countsNew: countsNew
            ).build()
        }
    }
}

/// A builder of a front page, whose stories `FrontPageRanking` chooses.
struct FrontPageBuilder {
    let transaction: Transaction
    let reader: Int64
    let now: Date
    var edition = EditionID.mine
    let rowsPerSection: Int
    var featuredCount = 0
    var hasLead = true
    var options = FrontPageOptions()
    var countsNew = false

    private var isMine: Bool { edition == .mine }
    private var scope: StoryScope { isMine ? .followed : .edition(edition, reader: reader) }
    private var ranking: FrontPageRanking { FrontPageRanking(options, now: now) }
    private var rows: StoryRowQuery { StoryRowQuery(transaction: transaction, reader: reader, now: now) }

    func build() throws -> FrontPage {
        let counts = try UnreadCountQuery(transaction: transaction, reader: reader)
        let newStories = NewStoryCountQuery(transaction: transaction, reader: reader, scope: scope)
        var front = try options.order == .weighed ? weighedPage(counts) : newestPage(counts)
        front.oldestShownAt = front.rows.map(\.shownAt).min()
        front.unread = try counts.count(in: scope)
        front.asOf = try newStories.highestStoryID().map { StoryID(rawValue: $0) }
        front.status = try RefreshStatusQuery(transaction, of: edition, reader: reader, now: now).status()
        if isMine || countsNew, let visit = try ReaderVisits.previousVisit(transaction, reader: reader) {
            front.newSince = visit.at
            front.newCount = try newStories.count(after: visit.story)
        }
        guard isMine else {
            front.featured = try rows.rows(of: featured())
            return front
        }
        front.hasSubscriptions = try transaction.exists(
            "select 1 from subscription where reader_id = ? and is_followed = 1 limit 1", [.number(reader)])
        return front
    }

    // MARK: Sections

    private struct Section {
        var id: Int64
        var title: String
        /// The key of the section; nil for a folder.
        var key: String?
        var scope: StoryScope
    }

    private func sections() throws -> [Section] {
        guard isMine else {
            return try EditionStore(transaction: transaction, now: now).sections(of: edition, for: reader).map {
                Section(id: $0.id, title: $0.title, key: $0.key, scope: .section($0.id))
            }
        }
        return try StoryListQuery.folders(transaction, reader: reader).map {
            Section(id: $0.id, title: $0.title, scope: .folder($0.id))
        }
    }

    private func frontPageSection(
        _ section: Section, _ top: (refs: [StoryReference], hasMore: Bool), _ counts: UnreadCountQuery
    ) throws -> FrontPageSection {
        FrontPageSection(
            id: SectionID(rawValue: section.id), title: section.title, unread: try counts.count(in: section.scope),
            rows: try rows.rows(of: top.refs), hasMore: top.hasMore, key: section.key)
    }

    // MARK: Weighed

    private func weighedPage(_ counts: UnreadCountQuery) throws -> FrontPage {
        let query = FrontPageCandidateQuery(
            transaction: transaction, reader: reader, page: scope, slotStart: ranking.slotStart,
            newestStanding: try ArrivalLog(transaction: transaction, now: now).highestStoryID(at: ranking.slotStart))
        let sections = try sections().map { (section: $0, candidates: try query.candidates(in: $0.scope)) }
        var seen = Deduplicator()
        var page = FrontPage(sections: [])
        if hasLead, let lead = ranking.lead(among: sections.flatMap { $0.candidates }), seen.insert(lead.ref),
            let section = sections.first(where: { $0.candidates.contains(lead) })?.section
        {
            page.lead = try rows.rows(of: [lead.ref]).first.map {
                FrontPageLead(row: $0, section: SectionID(rawValue: section.id), key: section.key)
            }
        }
        for (section, candidates) in sections {
            let top = try topStories(of: section.scope, candidates, seen: &seen)
            // A folder without stories is left out, and a section whose stories are all on the page already.
            if top.refs.isEmpty && (isMine || top.hasStories) { continue }
            page.sections.append(try frontPageSection(section, (top.refs, top.hasMore), counts))
        }
        return page
    }

    /// Returns a section's top stories: fresh ones by weight, then older ones, newest first.
    private func topStories(
        of scope: StoryScope, _ candidates: [FrontPageRanking.Candidate], seen: inout Deduplicator
    ) throws -> (refs: [StoryReference], hasMore: Bool, hasStories: Bool) {
        var refs = ranking.top(rowsPerSection, of: candidates, seen: &seen).map(\.ref)
        var hasMore = candidates.contains { seen.isUnseen($0.ref) }
        var hasStories = !candidates.isEmpty
        var cursor = try MergedStoryCursor(transaction, reader: reader, scope: scope)
        while !hasMore, let ref = try cursor.next() {
            hasStories = true
            guard seen.isUnseen(ref) else { continue }
            guard refs.count < rowsPerSection else {
                hasMore = true
                continue
            }
            if seen.insert(ref) { refs.append(ref) }
        }
        return (refs, hasMore, hasStories)
    }

    // MARK: In the lists' order

    private func newestPage(_ counts: UnreadCountQuery) throws -> FrontPage {
        FrontPage(
            sections: try sections().map { section in
                var seen = Deduplicator()
                var cursor = try MergedStoryCursor(transaction, reader: reader, scope: section.scope)
                let top = try cursor.take(rowsPerSection + 1, seen: &seen)
                return try frontPageSection(
                    section, (Array(top.prefix(rowsPerSection)), top.count > rowsPerSection), counts)
            })
    }

    // MARK: Featured stories

    /// Returns featured stories whose text is stored here, without duplicates.
    private func featured() throws -> [StoryReference] {
        guard featuredCount > 0 else { return [] }
        // A story may be in two sections, so more rows are read than needed.
        let found = try transaction.all(
            """
            select s.id, cs.channel_id, cs.shown_at, g.group_id
            from story s join channel_story cs on cs.story_id = s.id
            join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
            left join story_group g on g.story_id = s.id
            where s.is_featured = 1 and s.is_external = 0 and s.purged_at is null\(scope.condition)
              \(MuteSQL.storyCondition("s.id", reader: "u.reader_id"))
            order by s.shown_at desc limit ?
            """, [.number(reader)] + scope.arguments + [.number(featuredCount * 4)]
        ) {
            StoryReference(
                story: $0.number("id"), channel: $0.number("channel_id"), sortKey: $0.number("shown_at"),
                group: $0.optionalNumber("group_id"))
        }
        var seen = Deduplicator()
        return Array(found.filter { seen.insert($0) }.prefix(featuredCount))
    }
}
