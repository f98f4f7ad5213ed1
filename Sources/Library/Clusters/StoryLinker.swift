import Foundation
import News
import URLs

/// A writer of a story's terms, and of its links to stories that are near in words and time.
struct StoryLinker {
    let transaction: Transaction

    /// The number of stories of a publisher and day that are compared with others, so that a flood costs little and
    /// changes no one else's clusters.
    private static let maxStoriesPerDay = 200
    /// The number of telling terms that two linked stories share at least.
    private static let minSharedTerms = 2
    /// The number of characters of a text that are read for its first words.
    private static let maxTextCharacters = 800
    private static let batchSize = 128
    /// The number of stories of one text that are looked at again when another comes.
    private static let maxBoilerplate = 8

    private var queue: ClusterQueue { ClusterQueue(transaction: transaction) }

    private struct Story {
        var title: String
        var terms: ClusterTerms
        var shownAt, arrivedAt: Int64
        var publisher: String
    }

    // MARK: Terms

    /// Stores the terms of a story; returns false if it has no clusters, as it was removed or is no news.
    @discardableResult
    func storeTerms(_ story: Int64) throws -> Bool {
        guard let read = try readWithoutBoilerplate(story) else { return false }
        let isFlooded =
            try transaction.count(
                """
                select count(*) from (select 1 from story_terms
                  where publisher = ? and shown_at >= ? and shown_at < ? and story_id <> ? and length(vector) > 0 limit ?) as others
                """,
                [
                    .text(read.publisher), .number(TermRarity.dayStart(read.shownAt)),
                    .number(TermRarity.dayStart(read.shownAt) + TermRarity.day), .number(story),
                    .number(Self.maxStoriesPerDay),
                ]) >= Self.maxStoriesPerDay
        let weighed = try TermRarity(transaction: transaction).weigh(read.terms)
        try removeTerms(story)
        try transaction.insert(
            into: "story_terms",
            [
                "story_id": .number(story), "shown_at": .number(read.shownAt), "arrived_at": .number(read.arrivedAt),
                "publisher": .text(read.publisher), "language": .text(read.terms.language),
                "text_hash": .number(read.terms.textHash), "is_title_only": .bool(read.terms.isTitleOnly),
                "norms": .text(try JSONColumn.encode(weighed.norms)),
                "vector": .bytes(isFlooded ? [] : weighed.vector.bytes),
            ])
        guard !isFlooded else { return true }
        for term in weighed.telling {
            try transaction.run(
                "insert into story_term (term, story_id) values (?, ?)", [.number(Int64(term)), .number(story)])
        }
        return true
    }

    /// Returns a story. A text that other stories of its publisher have under other titles says nothing about what happened,
    /// so then the title alone counts, for the others as well.
    private func readWithoutBoilerplate(_ story: Int64) throws -> Story? {
        guard var read = try read(story) else { return nil }
        guard let hash = read.terms.textHash else { return read }
        let others = try transaction.all(
            """
            select t.story_id, t.is_title_only from story_terms t join story s on s.id = t.story_id
            where t.publisher = ? and t.text_hash = ? and t.story_id <> ? and s.title <> ? limit \(Self.maxBoilerplate)
            """, [.text(read.publisher), .number(hash), .number(story), .text(read.title)]
        ) { (id: $0.number("story_id"), isTitleOnly: $0.bool("is_title_only")) }
        guard !others.isEmpty else { return read }
        for other in others where !other.isTitleOnly { try queue.add(other.id, .terms) }
        read.terms.removeText(below: read.title)
        return read
    }

    private func read(_ story: Int64) throws -> Story? {
        try transaction.first(
            """
            select s.title, s.dek, s.language, s.shown_at, s.arrived_at, s.is_external, s.site_name, o.kind, o.address,
              substr(t.plain_text, 1, \(Self.maxTextCharacters)) as text,
              (select min(c.site_address) from channel c where c.source_id = s.source_id and c.is_result_list = 0) as site
            from story s join source o on o.id = s.source_id left join story_text t on t.story_id = s.id
            where s.id = ? and s.purged_at is null
            """, [.number(story)]
        ) { row -> Story? in
            guard ![SourceKind.pack.rawValue, SourceKind.savedPages.rawValue].contains(row.text("kind")) else {
                return nil
            }
            let text = row.text("text")
            return Story(
                title: row.text("title"),
                terms: ClusterTerms(
                    title: row.text("title"), text: text.isEmpty ? row.text("dek") : text,
                    language: row.optionalText("language")),
                shownAt: row.number("shown_at"), arrivedAt: row.number("arrived_at"),
                publisher: Self.publisher(
                    site: row.bool("is_external") ? row.optionalText("site_name") : nil,
                    address: row.optionalText("site"), source: row.text("address")))
        } ?? nil
    }

    /// Returns a key of the publisher: the site that an external story links to, else the host of the feed's site. A
    /// feed at a host without a name (an address, this machine) is its own publisher, whatever site it states.
    private static func publisher(site: String?, address: String?, source: String) -> String {
        if let site { return site.lowercased() }
        guard let own = named(source) else { return source }
        return address.flatMap(named) ?? own
    }

    private static func named(_ address: String) -> String? {
        guard let host = WebAddress(address)?.host, host.contains(where: \.isLetter), host.contains("."),
            !host.contains(":")
        else { return nil }
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }

    // MARK: Links

    /// Links a story, whose terms are stored, to the stories that are near it.
    func link(_ story: Int64) throws {
        try removeLinks(of: story)
        try queue.add(story, .cluster)
        guard let item = try items([story]).first else { return }
        let duplicates = try transaction.numbers(
            """
            select o.story_id from story_group g join story_group o on o.group_id = g.group_id
            where g.story_id = ? and o.story_id <> g.story_id
            """, [.number(story)])
        for other in duplicates { try link(story, other, StoryClusterer.copySimilarity) }
        let shared = try sharedTerms(with: story).filter { !duplicates.contains($0.key) }
        let candidates = shared.keys.sorted()
        for start in stride(from: 0, to: candidates.count, by: Self.batchSize) {
            for other in try items(Array(candidates.dropFirst(start).prefix(Self.batchSize)), near: item.shownAt) {
                let similarity = item.similarity(to: other, sharedTerms: shared[other.story] ?? 0)
                if similarity >= StoryClusterer.minSimilarity { try link(story, other.story, similarity) }
            }
        }
    }

    /// Returns the stories that share telling terms, with the number of these.
    private func sharedTerms(with story: Int64) throws -> [Int64: Int] {
        let list = SQLList(try tellingTerms(of: story))
        let found = try transaction.all(
            """
            select story_id, count(*) as shared from story_term where term in \(list.sql) and story_id <> ?
            group by story_id having count(*) >= ?
            """, list.arguments + [.number(story), .number(Self.minSharedTerms)]
        ) { ($0.number("story_id"), $0.int("shared")) }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }

    private func tellingTerms(of story: Int64) throws -> [Int64] {
        let list = SQLList(try terms(of: story))
        return try transaction.numbers(
            "select term from story_term where term in \(list.sql) and story_id = ?", list.arguments + [.number(story)])
    }

    private func terms(of story: Int64) throws -> [Int64] {
        try transaction.first("select vector from story_terms where story_id = ?", [.number(story)]) {
            ClusterVector(bytes: $0.optionalBytes("vector") ?? []).weights.map { Int64($0.term) }
        } ?? []
    }

    private func items(_ stories: [Int64], near time: Int64? = nil) throws -> [ClusterItem] {
        let list = SQLList(stories)
        return try transaction.all(
            """
            select story_id, shown_at, publisher, language, norms, vector from story_terms
            where story_id in \(list.sql) and shown_at between ? and ?
            """,
            list.arguments + [
                .number(time.map { $0 - ClusterItem.window } ?? .min),
                .number(time.map { $0 + ClusterItem.window } ?? .max),
            ]
        ) { row in
            ClusterItem(
                story: row.number("story_id"), shownAt: row.number("shown_at"), publisher: row.text("publisher"),
                language: row.text("language"), norms: JSONColumn.decodeIfReadable(row.text("norms")) ?? [:],
                vector: ClusterVector(bytes: row.optionalBytes("vector") ?? []))
        }
    }

    private func link(_ story: Int64, _ other: Int64, _ similarity: Int64) throws {
        for (a, b) in [(story, other), (other, story)] {
            try transaction.run(
                """
                insert into cluster_link (story_id, other_id, similarity) values (?, ?, ?)
                on conflict (story_id, other_id) do update set similarity = excluded.similarity
                """, [.number(a), .number(b), .number(similarity)])
        }
    }

    // MARK: Removal

    /// Removes a story from its cluster, which is found again without it. Addresses that name the story lead to another
    /// story of the cluster.
    func remove(_ story: Int64) throws {
        let other = try transaction.number(
            """
            select min(o.story_id) from story_cluster k join story_cluster o on o.cluster_id = k.cluster_id
            where k.story_id = ? and o.story_id <> k.story_id
            """, [.number(story)])
        if let other {
            try transaction.run(
                """
                insert into cluster_alias (story_id, other_id) values (?, ?)
                on conflict (story_id) do update set other_id = excluded.other_id
                """, [.number(story), .number(other)])
        }
        try removeLinks(of: story)
        try removeTerms(story)
        try transaction.run("delete from story_cluster where story_id = ?", [.number(story)])
        try queue.remove(story)
    }

    private func removeLinks(of story: Int64) throws {
        for other in try transaction.numbers("select other_id from cluster_link where story_id = ?", [.number(story)]) {
            try transaction.run(
                "delete from cluster_link where story_id = ? and other_id = ?", [.number(other), .number(story)])
            try queue.add(other, .cluster)
        }
        try transaction.run("delete from cluster_link where story_id = ?", [.number(story)])
    }

    private func removeTerms(_ story: Int64) throws {
        try removeTellingTerms(of: story)
        try transaction.run("delete from story_terms where story_id = ?", [.number(story)])
    }

    private func removeTellingTerms(of story: Int64) throws {
        let list = SQLList(try terms(of: story))
        try transaction.run(
            "delete from story_term where term in \(list.sql) and story_id = ?", list.arguments + [.number(story)])
    }

    /// Forgets the terms of stories that arrived before a time, with which no new story is compared any more; their
    /// clusters stay. Returns true if there are more.
    func forgetTerms(before time: Int64, limit: Int) throws -> Bool {
        let stories = try transaction.numbers(
            "select story_id from story_terms where arrived_at < ? and length(vector) > 0 order by arrived_at limit ?",
            [.number(time), .number(limit)])
        for story in stories {
            try removeTellingTerms(of: story)
            if try transaction.exists("select 1 from story_cluster where story_id = ?", [.number(story)]) {
                try transaction.run(
                    "update story_terms set vector = ? where story_id = ?", [.bytes([]), .number(story)])
            } else {
                try removeTerms(story)
            }
        }
        return stories.count == limit
    }
}
