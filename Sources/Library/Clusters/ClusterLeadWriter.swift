/// A writer of the stories that lead clusters: of the publisher that has led least often, the longest text.
///
/// How often a publisher has led is counted among the clusters that begin on the same day. On a day with many stories it is
/// counted in equal parts of that day, so that a new story does not have all its clusters looked at again.
struct ClusterLeadWriter {
    let transaction: Transaction
    /// The number of stories above which a day, or a part of it, is halved.
    var maxStories = 256

    private static let maxParts = 1024

    private struct Member {
        var cluster, story: Int64
        var isLead: Bool
        var publisher: String
        var wordCount: Int
    }

    // MARK: What is to be chosen

    /// Notes when clusters begin, and has the leads chosen again among which theirs count. Called before a change and
    /// after it, as a cluster may begin at another time then.
    func noteChange(of clusters: Set<Int64>) throws {
        var starts: Set<Int64> = []
        for cluster in clusters {
            let known = try transaction.numbers(
                "select distinct began_at from story_cluster where cluster_id = ?", [.number(cluster)])
            let start = try transaction.number(
                """
                select min(t.shown_at) from story_cluster k join story_terms t on t.story_id = k.story_id
                where k.cluster_id = ?
                """, [.number(cluster)])
            starts.formUnion(known)
            guard let start, known != [start] else { continue }
            starts.insert(start)
            try transaction.run(
                "update story_cluster set began_at = ? where cluster_id = ?", [.number(start), .number(cluster)])
        }
        for part in Set(try starts.map { try part(of: $0).lowerBound }) { try enqueue(part) }
    }

    /// Divides the days anew that new stories have made too full.
    func noteStories(at times: [Int64]) throws {
        for day in Set(times.map(TermRarity.dayStart)) {
            let count = try transaction.count(
                "select count(*) from story_terms where shown_at >= ? and shown_at < ?",
                [.number(day), .number(day + TermRarity.day)])
            var parts = 1
            while parts * maxStories < count, parts < Self.maxParts { parts *= 2 }
            guard try parts != partCount(of: day) else { continue }
            try transaction.run(
                """
                insert into cluster_day (day, part_count) values (?, ?)
                on conflict (day) do update set part_count = excluded.part_count
                """, [.number(day / TermRarity.day), .number(parts)])
            for start in stride(from: day, to: day + TermRarity.day, by: Int(TermRarity.day) / parts) {
                try enqueue(start)
            }
        }
    }

    /// Returns the milliseconds of the day, or of the part of it, in which the leads of clusters that begin at a time count.
    func part(of time: Int64) throws -> Range<Int64> {
        let day = TermRarity.dayStart(time)
        let length = TermRarity.day / Int64(try partCount(of: day))
        let start = day + (time - day) / length * length
        return start..<(start + length)  // bounded: the length is positive
    }

    private func partCount(of day: Int64) throws -> Int {
        let count = try transaction.number(
            "select part_count from cluster_day where day = ?", [.number(day / TermRarity.day)])
        return Int(min(max(1, count ?? 1), Int64(Self.maxParts)))
    }

    private func enqueue(_ start: Int64) throws {
        if start > 0 { try ClusterQueue(transaction: transaction).add(-start, .leads) }
    }

    // MARK: Choosing

    /// Chooses who leads each cluster that begins in the part of a day in which a time is: the publisher that has led
    /// least often there, then the longest text, then the story that came first.
    func choose(at time: Int64) throws {
        let part = try part(of: time)
        let members = try transaction.all(
            """
            select k.cluster_id, k.story_id, k.is_lead, t.publisher, s.word_count
            from story_cluster k join story_terms t on t.story_id = k.story_id join story s on s.id = k.story_id
            where k.began_at >= ? and k.began_at < ? order by t.shown_at, k.story_id
            """, [.number(part.lowerBound), .number(part.upperBound)]
        ) {
            Member(
                cluster: $0.number("cluster_id"), story: $0.number("story_id"), isLead: $0.bool("is_lead"),
                publisher: $0.text("publisher"), wordCount: $0.int("word_count"))
        }
        var (order, clusters): ([Int64], [Int64: [Member]]) = ([], [:])
        for member in members {
            if clusters[member.cluster] == nil { order.append(member.cluster) }
            clusters[member.cluster, default: []].append(member)
        }
        var leads: [String: Int] = [:]
        for members in order.compactMap({ clusters[$0] }) {
            let lead = members.min { a, b in
                (leads[a.publisher] ?? 0, -a.wordCount, a.story) < (leads[b.publisher] ?? 0, -b.wordCount, b.story)
            }
            guard let lead else { continue }
            if Set(members.map(\.publisher)).count > 1 { leads[lead.publisher, default: 0] += 1 }
            for member in members where member.isLead != (member.story == lead.story) {
                try transaction.run(
                    "update story_cluster set is_lead = ? where story_id = ?",
                    [.bool(!member.isLead), .number(member.story)])
            }
        }
    }

    /// Returns the reason why a story leads.
    /// - Parameters:
    ///   - publisher: its publisher's key.
    ///   - start: the time of the first story of its cluster.
    func reason(of story: Int64, by publisher: String, start: Int64) throws -> StoryCluster.LeadReason {
        let (part, day) = (try part(of: start), TermRarity.dayStart(start))
        let others = try transaction.exists(
            """
            select 1 from story_terms t join story_cluster k on k.story_id = t.story_id
            where t.publisher = ? and t.shown_at >= ? and t.shown_at < ? and k.is_lead = 1 and t.story_id <> ? limit 1
            """, [.text(publisher), .number(day), .number(day + TermRarity.day), .number(story)])
        guard others else { return .ledNothingElse }
        return part.count == TermRarity.day ? .ledLeast : .ledLeastThen
    }
}
