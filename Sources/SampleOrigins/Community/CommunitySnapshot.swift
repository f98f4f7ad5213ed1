internal import Foundation

/// The community at one instant.
struct CommunitySnapshot: Sendable {
    let dataset: CommunityDataset
    let now: Date
    /// The time for texts written by members, which continues when `now` does not.
    let memberNow: Date
    /// True if counts include dead and flagged comments (`CommunityBehaviour.countsHiddenComments`).
    var countsHiddenComments = false
    var flaggedStories: Set<Int> = []
    var deadStories: Set<Int> = []

    func isPublished(_ item: CommunityItem) -> Bool { item.at <= (item.isWritten ? memberNow : now) }

    func item(_ id: Int) -> CommunityItem? {
        guard var item = dataset.items[id], isPublished(item) else { return nil }
        item.kids = item.kids.filter { dataset.items[$0].map(isPublished) ?? false }
        if flaggedStories.contains(id) { item.visibility = .flagged }
        if deadStories.contains(id) { item.visibility = .dead }
        item.score += max(0, Int(item.pointsPerHour * now.timeIntervalSince(item.at) / 3_600))
        return item
    }

    /// Returns the number of readable comments below a story, with hidden ones if `countsHiddenComments`.
    func count(below story: Int) -> Int {
        comments(below: story).count { $0.visibility == .shown || countsHiddenComments && $0.visibility != .deleted }
    }

    /// Returns the items below a story or comment with their depths, in the site's order.
    func thread(below id: Int) -> [(item: CommunityItem, depth: Int)] {
        var out: [(CommunityItem, Int)] = []
        var waiting = (item(id)?.kids ?? []).reversed().map { ($0, 0) }
        while let (id, depth) = waiting.popLast() {
            guard let item = item(id) else { continue }
            out.append((item, depth))
            waiting += item.kids.reversed().map { ($0, depth + 1) }
        }
        return out
    }

    func comments(below story: Int) -> [CommunityItem] { thread(below: story).map(\.item) }

    // MARK: Lists

    private var stories: [CommunityItem] { dataset.stories.compactMap(item).filter { $0.visibility != .deleted } }

    func list(_ name: String) -> [CommunityItem]? {
        switch name {
        case "top": return ranked(stories)
        case "new": return stories.filter { $0.kind != .job }
        case "best": return stories.filter { $0.kind != .job }.sorted { ($0.score, $0.id) > ($1.score, $1.id) }
        case "ask": return ranked(stories.filter { $0.kind == .story && $0.title.hasPrefix("Ask HN") })
        case "show": return ranked(stories.filter { $0.title.hasPrefix("Show HN") })
        case "job": return stories.filter { $0.kind == .job }
        default: return nil
        }
    }

    /// Ranks stories by points and age, with a job at every twelfth place from the ninth.
    private func ranked(_ stories: [CommunityItem]) -> [CommunityItem] {
        let weight = { (item: CommunityItem) in
            Double(item.score) / pow(max(0, now.timeIntervalSince(item.at)) / 3_600 + 2, 1.5)
        }
        var out = stories.filter { $0.kind != .job }.sorted { (weight($0), $0.id) > (weight($1), $1.id) }
        for (index, job) in stories.filter({ $0.kind == .job }).enumerated() {
            out.insert(job, at: min(out.count, 8 + index * 12))
        }
        return out
    }

    /// The IDs of items of the last five minutes, their parents and stories, in descending order.
    var recentlyChangedIDs: [Int] {
        let recent = dataset.items.values.filter { isPublished($0) && now.timeIntervalSince($0.at) < 300 }
        return Set(recent.flatMap { [$0.id, $0.parent, $0.story] }).filter { $0 > 0 }.sorted(by: >)
    }

    func submitted(by name: String) -> [CommunityItem] {
        dataset.items.values
            .filter { $0.by == name && isPublished($0) && $0.kind != .pollopt && $0.visibility == .shown }
            .sorted { $0.id > $1.id }
    }
}
