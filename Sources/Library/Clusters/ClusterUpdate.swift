import Foundation

/// One transaction's work on the queue of stories whose clusters are to be found.
struct ClusterUpdate {
    let transaction: Transaction
    let now: Int64

    /// The milliseconds after arrival in which new stories are compared with a story.
    static let termsLifetime: Int64 = 14 * TermRarity.day
    private static let batchSize = 12
    private static let maxClustered = 60

    private var queue: ClusterQueue { ClusterQueue(transaction: transaction) }
    private var rarity: TermRarity { TermRarity(transaction: transaction) }
    private var terms: ClusterTermStore { ClusterTermStore(transaction: transaction) }
    private var linker: StoryLinker { StoryLinker(transaction: transaction) }

    /// Does a part of the work; returns false if nothing is left.
    func step() throws -> Bool {
        let new = try queue.next(.terms, limit: Self.batchSize)
        if !new.isEmpty, try !rarity.isFrozen(now: now) {
            // Links wait until all new stories are counted.
            for story in new { try storeTerms(story) }
            try rarity.noteNewStories()
            return true
        }
        if try rarity.recount(now: now) {
            try queue.addAllForLinks()
            return true
        }
        let unlinked = new + (try queue.next(.links, limit: Self.batchSize - new.count))
        for story in unlinked { try link(story) }
        return try !unlinked.isEmpty || cluster() || chooseLeads()
    }

    private func storeTerms(_ story: Int64) throws {
        if try terms.store(story) { try queue.move(story, to: .links) } else { try linker.remove(story) }
    }

    private func link(_ story: Int64) throws {
        guard try terms.store(story) else { return try linker.remove(story) }
        try queue.remove(story)
        try linker.link(story)
    }

    private func cluster() throws -> Bool {
        let writer = ClusterWriter(transaction: transaction)
        var (count, times): (Int, [Int64]) = (0, [])
        while count < Self.maxClustered, let story = try queue.next(.cluster, limit: 1).first {
            let clustered = try writer.cluster(around: story)
            for member in clustered.map(\.story) + [story] { try queue.remove(member) }
            count += max(1, clustered.count)
            times += clustered.map(\.shownAt)
        }
        try ClusterLeadWriter(transaction: transaction).noteStories(at: times)
        return count > 0
    }

    private func chooseLeads() throws -> Bool {
        let entries = try queue.next(.leads, limit: Self.batchSize)
        for entry in entries {
            try ClusterLeadWriter(transaction: transaction).choose(at: -entry)
            try queue.remove(entry)
        }
        return !entries.isEmpty
    }

    /// Adds the stories of the last days to the queue if no story was ever looked at: after an update of the program, or
    /// the restoring of a backup.
    func addOlderStories() throws {
        guard try !transaction.exists("select 1 from story_terms limit 1"), try queue.count() == 0 else { return }
        var end = Int64.max
        while true {
            let stories = try transaction.all(
                "select id, arrived_at from story where id < ? order by id desc limit 1000", [.number(end)]
            ) { (id: $0.number("id"), arrivedAt: $0.number("arrived_at")) }
            let recent = stories.filter { $0.arrivedAt >= now - Self.termsLifetime }
            for story in recent { try queue.add(story.id, .terms) }
            guard let last = stories.last, recent.count == stories.count else { return }
            end = last.id
        }
    }
}
