import Foundation
import News

/// The rule that chooses what stands in a digest: the period's topics by their rank (`ClusterRanking`), then stories of
/// as many publishers as possible, then the first others of each section in short.
struct DigestSelection {
    /// The beginning of the period. A cluster belongs to it if one of its stories came since.
    let beginAt: Date
    /// The reader's sections in their order.
    let sections: [(id: SectionID, title: String)]

    /// The number of topics and stories in an issue.
    static let maxTopics = 12
    /// The number of other stories of a section, and of sections that have some.
    static let maxPerSection = 3, maxSections = 8
    /// The length of a story's beginning in characters.
    static let maxTextLength = 220
    private static let maxTitleLength = 400
    private static let pictureDepth = 3

    /// - Parameter ranked: the clusters by rank.
    func content(of ranked: [StoryCluster]) -> DigestContent {
        let period = ranked.filter { $0.members.contains { $0.row.arrivedAt > beginAt } }
        let told = Self.pictureFirst(Array(period.filter { $0.voiceCount > 1 }.prefix(Self.maxTopics)))
        var taken = Set(told.map(\.id))
        let single = Self.mixed(
            period.filter { !taken.contains($0.id) && $0.voiceCount < 2 },
            Self.maxTopics - told.count, after: told.map(\.lead.publisherKey))
        taken.formUnion(single.map(\.id))
        let rest = period.filter { !taken.contains($0.id) }
        let others = sections.compactMap { section -> DigestSection? in
            let found = Self.mixed(rest.filter { $0.lead.section == section.id }, Self.maxPerSection, after: [])
            taken.formUnion(found.map(\.id))
            return found.isEmpty
                ? nil : DigestSection(id: section.id, title: section.title, stories: found.map(Self.topic))
        }.prefix(Self.maxSections)
        let named = Set(others.flatMap(\.stories).map(\.story) + (told + single).map(\.lead.row.id))
        let leftOut = period.filter { !named.contains($0.lead.row.id) }.reduce(0) { $0 + $1.members.count }
        return DigestContent(
            topics: (told + single).map(Self.topic), sections: Array(others), leftOutCount: leftOut)
    }

    /// Returns the clusters with the first of the three foremost ones that has a large picture in front.
    private static func pictureFirst(_ clusters: [StoryCluster]) -> [StoryCluster] {
        let lead = clusters.prefix(pictureDepth).firstIndex { $0.lead.row.picture?.isLarge ?? false } ?? 0
        guard lead > 0 else { return clusters }
        return [clusters[lead]] + clusters[..<lead] + clusters[(lead + 1)...]
    }

    /// Returns the first clusters, preferring those led by publishers that have none yet.
    private static func mixed(_ clusters: [StoryCluster], _ count: Int, after used: [String]) -> [StoryCluster] {
        var (seen, first, later) = (Set(used), [StoryCluster](), [StoryCluster]())
        for cluster in clusters {
            if seen.insert(cluster.lead.publisherKey).inserted { first.append(cluster) } else { later.append(cluster) }
        }
        return Array((first + later).prefix(max(0, count)))
    }

    private static func topic(_ cluster: StoryCluster) -> DigestTopic {
        let lead = cluster.lead
        var names: [String] = []
        for member in cluster.members where member.isNewVoice && member.publisherKey != lead.publisherKey {
            if member.publisher != lead.publisher, !names.contains(member.publisher) { names.append(member.publisher) }
        }
        return DigestTopic(
            story: lead.row.id, cluster: cluster.members.count > 1 ? cluster.id : nil,
            title: String(lead.row.title.prefix(maxTitleLength)), text: beginning(of: lead.row.dek ?? ""),
            publisher: lead.publisher, others: names, wordCount: lead.row.wordCount, shownAt: lead.row.shownAt,
            link: lead.address, language: lead.row.language, direction: lead.row.direction)
    }

    /// Returns the first words of a text in one line, with an ellipsis if there are more.
    static func beginning(of text: String) -> String {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard line.count > maxTextLength else { return line }
        let start = line.prefix(maxTextLength)
        // Scripts without spaces are cut between characters.
        let end = start.lastIndex(of: " ").map { start[..<$0] }
        let words = end.map { $0.count > maxTextLength / 2 ? $0 : start } ?? start
        return words.trimmingCharacters(in: .whitespaces.union(.punctuationCharacters)) + "…"
    }
}
