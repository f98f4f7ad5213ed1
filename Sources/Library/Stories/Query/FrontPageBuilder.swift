import Foundation
import News

struct FrontPageBuilder {
    let transaction: Transaction
    let reader: Int64
    let now: Date
    let rowsPerSection: Int

    /// In milliseconds; channels with stories this recent give one each.
    private static let recencyWindow: Int64 = 48 * 3600 * 1000

    func build() throws -> FrontPage {
        let rows = StoryRowQuery(transaction: transaction, reader: reader, now: now)
        let counts = try UnreadCountQuery(transaction: transaction, reader: reader)
        let newStories = NewStoryCounts(transaction: transaction, reader: reader)
        var seen = Deduplicator()
        var sections: [FrontPageSection] = []
        for folder in try StoryListQuery.folders(transaction, reader: reader) {
            let scope = StoryScope.folder(folder.id)
            let (top, hasMore) = try topStories(of: scope, seen: &seen)
            guard !top.isEmpty else { continue }
            sections.append(
                FrontPageSection(
                    id: SectionID(rawValue: folder.id), title: folder.title, unread: try counts.count(in: scope),
                    rows: try rows.rows(of: top), hasMore: hasMore))
        }
        let visit = try ReaderVisits.previousVisit(transaction, reader: reader)
        return FrontPage(
            sections: sections, newSince: visit?.at,
            newCount: try visit.map { try newStories.count(after: $0.story) } ?? 0,
            oldestShownAt: sections.flatMap(\.rows).map(\.shownAt).min(), unread: try counts.count(in: .followed),
            asOf: try newStories.highestStoryID().map { StoryID(rawValue: $0) },
            hasSubscriptions: try transaction.exists(
                "select 1 from subscription where reader_id = ? and is_followed = 1 limit 1", [.number(reader)]))
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
}
