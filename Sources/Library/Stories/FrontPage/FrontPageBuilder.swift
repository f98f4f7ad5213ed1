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
    var keptBack = KeptBackFilter.none

    private var isMine: Bool { edition == .mine }
    private var scope: StoryScope {
        (isMine ? StoryScope.followed : .edition(edition, reader: reader)).keepingBack(keptBack)
    }
    private var ranking: FrontPageRanking { FrontPageRanking(options, now: now) }
    private var rows: StoryRowQuery { StoryRowQuery(transaction: transaction, reader: reader, now: now) }

    func build() throws -> FrontPage {
        var builder = self
        builder.keptBack = try KeptBackFilter(of: edition, for: reader, transaction)
        return try builder.load()
    }

    private func load() throws -> FrontPage {
        let counts = try UnreadCountQuery(transaction: transaction, reader: reader)
        let newStories = NewStoryCountQuery(transaction: transaction, reader: reader, scope: scope)
        let featured = try isMine ? [] : rows.rows(of: featured())
        var builder = self
        builder.hasLead = hasLead && featured.isEmpty
        var front = try options.order == .weighed ? builder.weighedPage(counts) : builder.newestPage(counts)
        front.featured = featured
        front.oldestShownAt = front.rows.map(\.shownAt).min()
        front.unread = try counts.count(in: scope)
        front.keptBack = try KeptBackQuery(transaction: transaction, reader: reader, now: now).count(in: scope)
        front.asOf = try newStories.highestStoryID().map { StoryID(rawValue: $0) }
        front.status = try RefreshStatusQuery(transaction, of: edition, reader: reader, now: now).status()
        if isMine || countsNew, let visit = try ReaderVisits.previousVisit(transaction, reader: reader) {
            front.newSince = visit.at
            front.newCount = try newStories.count(after: visit.story)
        }
        guard isMine else { return front }
        front.hasSubscriptions = try transaction.exists(
            "select 1 from subscription where reader_id = ? and is_followed = 1 limit 1", [.number(reader)])
        return front
    }

    /// Returns the time in milliseconds from which read marks do not count yet: the start of the slot, or of a visit that
    /// began since. So reading moves nothing, and at the next full hour or visit what is unread steps up.
    private func readBefore() throws -> Int64 {
        max(ranking.slotStart, try ReaderVisits.endOfPreviousVisit(transaction, reader: reader) ?? 0)
    }

    /// Returns a cursor over the stories that are unread, or were when the slot or visit began.
    private func unreadCursor(in scope: StoryScope, _ readBefore: Int64) throws -> MergedStoryCursor {
        try MergedStoryCursor(
            transaction, reader: reader, scope: scope,
            filter: StoryFilter(isUnreadOnly: true, readBefore: readBefore, joinsClusters: true))
    }

    /// Returns a cursor over stories, of which those of one cluster are one.
    private func cursor(in scope: StoryScope) throws -> MergedStoryCursor {
        try MergedStoryCursor(transaction, reader: reader, scope: scope, filter: StoryFilter(joinsClusters: true))
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
                Section(id: $0.id, title: $0.title, key: $0.key, scope: .section($0.id).keepingBack(keptBack))
            }
        }
        return try StoryListQuery.folders(transaction, reader: reader).map {
            Section(id: $0.id, title: $0.title, scope: .folder($0.id).keepingBack(keptBack))
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
        let readBefore = try readBefore()
        let query = FrontPageCandidateQuery(
            transaction: transaction, reader: reader, page: scope, slotStart: ranking.slotStart,
            readBefore: readBefore,
            newestStanding: try ArrivalLog(transaction: transaction, now: now).highestStoryID(at: ranking.slotStart))
        let found = try self.sections()
        let candidates = FrontPageRanking.countingOtherSections(try found.map { try query.candidates(in: $0.scope) })
        let sections = zip(found, candidates).map { (section: $0, candidates: $1) }
        var (seen, leads) = (Deduplicator(), FrontPageRanking.ClusterLeads())
        var page = FrontPage(sections: [])
        if hasLead, let lead = try weighedLead(among: sections.flatMap { $0.candidates }, readBefore),
            seen.insert(lead.ref), let section = sections.first(where: { $0.candidates.contains(lead) })?.section
        {
            page.lead = try frontPageLead(lead.ref, of: section)
            leads.add(lead)
        }
        for (section, candidates) in sections {
            let top = try topStories(of: section.scope, candidates, readBefore, seen: &seen, leads: &leads)
            // A folder without stories is left out, and a section whose stories are all on the page already.
            if top.refs.isEmpty && (isMine || top.hasStories) { continue }
            page.sections.append(try frontPageSection(section, (top.refs, top.hasMore), counts))
        }
        return page
    }

    private func frontPageLead(_ ref: StoryReference, of section: Section) throws -> FrontPageLead? {
        try rows.rows(of: [ref]).first.map {
            FrontPageLead(row: $0, section: SectionID(rawValue: section.id), key: section.key)
        }
    }

    /// Returns the lead; nil if only a read story could lead while older ones are unread.
    private func weighedLead(
        among candidates: [FrontPageRanking.Candidate], _ readBefore: Int64
    ) throws -> FrontPageRanking.Candidate? {
        let lead = ranking.lead(among: candidates)
        guard lead?.isRead == true else { return lead }
        var unread = try unreadCursor(in: scope, readBefore)
        return try unread.next() == nil ? lead : nil
    }

    /// Returns a section's top stories: fresh unread ones by weight, older unread ones, then read ones in the same order.
    private func topStories(
        of scope: StoryScope, _ candidates: [FrontPageRanking.Candidate], _ readBefore: Int64, seen: inout Deduplicator,
        leads: inout FrontPageRanking.ClusterLeads
    ) throws -> (refs: [StoryReference], hasMore: Bool, hasStories: Bool) {
        var refs = ranking.top(rowsPerSection, of: candidates.filter { !$0.isRead }, seen: &seen, leads: &leads)
            .map(\.ref)
        if refs.count < rowsPerSection {
            var unread = try unreadCursor(in: scope, readBefore)
            refs += try unread.take(rowsPerSection - refs.count, seen: &seen)
            refs += ranking.top(rowsPerSection - refs.count, of: candidates, seen: &seen, leads: &leads).map(\.ref)
        }
        var hasMore = candidates.contains { seen.isUnseen($0.ref) }
        var hasStories = !candidates.isEmpty
        var cursor = try cursor(in: scope)
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
        let sections = try sections()
        var seen = Deduplicator()
        var page = FrontPage(sections: [])
        if hasLead, let first = sections.first, let lead = try listedLead(in: first.scope), seen.insert(lead) {
            page.lead = try frontPageLead(lead, of: first)
        }
        for section in sections {
            var cursor = try cursor(in: section.scope)
            let top = try cursor.take(rowsPerSection, seen: &seen)
            var others = seen
            let hasMore = try !cursor.take(1, seen: &others).isEmpty
            // A section whose stories are all on the page already stays, as a way to its list.
            let isElsewhere = try top.isEmpty && hasStories(in: section.scope)
            page.sections.append(try frontPageSection(section, (top, hasMore || isElsewhere), counts))
        }
        return page
    }

    private func hasStories(in scope: StoryScope) throws -> Bool {
        var cursor = try MergedStoryCursor(transaction, reader: reader, scope: scope)
        return try cursor.next() != nil
    }

    /// The number of stories at the top of a list among which a lead is looked for.
    private static let leadDepth = 12

    /// Returns the first story of a list with a picture that can lead: an unread one, else a read one.
    private func listedLead(in scope: StoryScope) throws -> StoryReference? {
        var all = try cursor(in: scope)
        var unread = try unreadCursor(in: scope, try readBefore())
        var (allSeen, unreadSeen) = (Deduplicator(), Deduplicator())
        let top = try all.take(Self.leadDepth, seen: &allSeen)
        let fresh = Set(try unread.take(Self.leadDepth, seen: &unreadSeen).map(\.story))
        let leading = try rows.rows(of: top).filter { row in
            row.picture.map { $0.isLarge && !$0.isKnownToFail } == true && !row.isExternal
        }.map(\.id.rawValue)
        let lead = leading.first(where: fresh.contains) ?? leading.first
        return top.first { $0.story == lead }
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
              \(scope.storyCondition("s.id", reader: "u.reader_id"))
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
