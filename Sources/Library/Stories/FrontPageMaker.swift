import Foundation
import News

/// Lays out the front page of `mine`.
struct FrontPageMaker {
    let session: Session
    let reader: Int64
    let now: Date
    /// Rows of one section.
    let size: Int

    /// How young a story must be to keep another of the same channel from the top.
    private static let freshness: Int64 = 48 * 3600 * 1000

    func page() throws -> FrontPage {
        let rows = StoryRows(session: session, reader: reader, now: now)
        let counts = try UnreadCounts(session: session, reader: reader)
        let arrivals = Arrivals(session: session, reader: reader)
        var seen = SeenStories()
        var sections: [FrontSection] = []
        for folder in try Lists.folders(session, reader: reader) {
            let scope = Scope.folder(folder.id)
            let (top, hasMore) = try topStories(of: scope, seen: &seen)
            guard !top.isEmpty else { continue }
            sections.append(
                FrontSection(
                    id: SectionID(rawValue: folder.id), title: folder.title, unread: try counts.count(in: scope),
                    rows: try rows.rows(of: top), hasMore: hasMore))
        }
        let visit = try Visits.before(session, reader: reader)
        return FrontPage(
            sections: sections, newSince: visit?.at,
            newCount: try visit.map { try arrivals.count(after: $0.story) } ?? 0,
            oldestShownAt: sections.flatMap(\.rows).map(\.shownAt).min(), unread: try counts.count(in: .everything),
            through: try arrivals.highest().map { StoryID(rawValue: $0) },
            hasSubscriptions: try session.count(
                "select count(*) from (select 1 from subscription where reader_id = ? and is_followed = 1 limit 1) as any_one",
                [.number(reader)]) > 0)
    }

    /// First the newest story of each channel that has news from the last 48 hours, then whatever is newest.
    private func topStories(of scope: Scope, seen: inout SeenStories) throws -> ([Candidate], hasMore: Bool) {
        var top = try freshOfEachChannel(in: scope, seen: &seen)
        let chosen = Set(top.map(\.story))
        var listing = try Listing(session, reader: reader, scope: scope)
        var hasMore = false
        while !hasMore, let candidate = try listing.next() {
            guard !chosen.contains(candidate.story), seen.knowsNot(candidate) else { continue }
            guard top.count < size else {
                hasMore = true
                continue
            }
            if seen.admits(candidate) { top.append(candidate) }
        }
        return (top.sorted { $0.place > $1.place }, hasMore)
    }

    private func freshOfEachChannel(in scope: Scope, seen: inout SeenStories) throws -> [Candidate] {
        let oldest = now.milliseconds - Self.freshness
        var top: [Candidate] = []
        var pageEnd = (newestAt: Int64.max, channel: Int64.max)
        while top.count < size {
            let page = try FollowedChannel.page(session, reader: reader, scope: scope, after: pageEnd, size: size)
            for followed in page where top.count < size && followed.newestAt >= oldest {
                var stream = ChannelStream(reader: reader, followed: followed, filter: StoryFilter(), below: .top)
                while let head = try stream.head(session), head.shownAt >= oldest {
                    stream.take()
                    if seen.admits(head) {
                        top.append(head)
                        break
                    }
                }
            }
            guard let last = page.last, page.count == size, last.newestAt >= oldest else { break }
            pageEnd = (last.newestAt, last.channel)
        }
        return top
    }
}
