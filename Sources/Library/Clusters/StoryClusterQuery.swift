import Foundation
import News

/// A query for the stories of a list, gathered into clusters.
struct StoryClusterQuery {
    let transaction: Transaction
    let reader: Int64
    let now: Date

    /// The number of stories that are clustered at most, the newest ones.
    static let maxStories = 20_000
    /// The number of characters of a text that are read for its first words.
    private static let maxTextCharacters = 800

    /// Returns the clusters of a list's stories with one shown at `since` or later, by rank.
    func clusters(in scope: StoryScope, since: Date) throws -> [StoryCluster] {
        let members = try members(in: scope, since: since.milliseconds - StoryClusterer.window)
        let dayStart = now.milliseconds / 86_400_000 * 86_400_000
        let rarity = TermRarity(members.map { ($0.terms, $0.member.row.shownAt.milliseconds) }, before: dayStart)
        let clusterer = StoryClusterer(
            members.map {
                .init(key: $0.key, shownAt: $0.member.row.shownAt.milliseconds, vector: rarity.vector(of: $0.terms))
            })
        let memberOf = Dictionary(members.map { ($0.key, $0.member) }, uniquingKeysWith: { first, _ in first })
        return ClusterRanking(now: now).ranked(
            clusterer.clusters().map { $0.compactMap { memberOf[$0] } }
                .filter { $0.contains { $0.row.shownAt >= since } })
    }

    private func members(
        in scope: StoryScope, since: Int64
    ) throws -> [(key: String, member: StoryCluster.Member, terms: ClusterTerms)] {
        let refs = try references(in: scope, since: since)
        let list = SQLList(refs.map(\.story))
        let texts = try transaction.all(
            """
            select s.id, s.source_id, o.address, s.origin_key, substr(t.plain_text, 1, \(Self.maxTextCharacters)) as text
            from story s join source o on o.id = s.source_id left join story_text t on t.story_id = s.id
            where s.id in \(list.sql)
            """, list.arguments
        ) {
            (
                id: $0.number("id"), source: $0.number("source_id"),
                key: "\($0.text("address")) \($0.text("origin_key"))", text: $0.optionalText("text") ?? ""
            )
        }
        let textOf = Dictionary(texts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return try StoryRowQuery(transaction: transaction, reader: reader, now: now).rows(of: refs).compactMap { row in
            guard let story = textOf[row.id.rawValue] else { return nil }
            let terms = ClusterTerms(title: row.title, text: story.text)
            let site = row.isExternal ? row.siteName : nil
            let member = StoryCluster.Member(
                row: row, publisher: site ?? row.channelTitle, publisherKey: site ?? "\(story.source)",
                isTitleOnly: terms.isTitleOnly)
            return (story.key, member, terms)
        }
    }

    private func references(in scope: StoryScope, since: Int64) throws -> [StoryReference] {
        var seen = Deduplicator()
        var cursor = try MergedStoryCursor(transaction, reader: reader, scope: scope, sortKey: .date)
        var refs: [StoryReference] = []
        while refs.count < Self.maxStories, let ref = try cursor.next(), ref.sortKey >= since {
            if seen.insert(ref) { refs.append(ref) }
        }
        return refs
    }
}
