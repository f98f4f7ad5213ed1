import Foundation
import TestSupport
import Testing

@testable import Library

@Suite struct `Who leads a topic` {
    let fixture: LibraryFixture
    init() throws { fixture = try LibraryFixture() }

    /// So many stories make a day of the labelled set full, so that it has several parts.
    private static let maxStories = 4

    @Test func `Leads of a full day are counted in its parts, in whatever order topics change`() async throws {
        try await fixture.deliver(Array(try LabelledStory.all().prefix(240)))
        try await fixture.library.clusters.update()
        let byDay = try await leads()
        let times = try await fixture.library.context.database.read {
            try $0.numbers(
                "select t.shown_at from story_cluster k join story_terms t on t.story_id = k.story_id order by 1")
        }
        var inParts: Set<[Int64]> = []
        for order in [times, times.reversed(), times.filter { $0 % 7 < 3 } + times] {
            try await fixture.library.context.database.write { transaction in
                try transaction.run("update story_cluster set is_lead = 0")
                let leads = ClusterLeadWriter(transaction: transaction, maxStories: Self.maxStories)
                try leads.noteStories(at: times)
                for time in order { try leads.choose(at: time) }
            }
            inParts.insert(try await leads())
        }
        let parts = try await fixture.number("select max(part_count) from cluster_day")
        #expect(try #require(parts) >= 4)
        #expect(inParts.count == 1 && inParts.first != byDay)
        #expect(try await inParts.first == expectedLeads())
    }

    @Test func `A day that grows or shrinks has all its leads chosen again`() async throws {
        try await fixture.deliver(Array(try LabelledStory.all().prefix(40)))
        try await fixture.library.clusters.update()
        try await fixture.library.context.database.write { transaction in
            let fullest =
                "select min(shown_at) from story_terms group by shown_at / 86400000 order by count(*) desc limit 1"
            let time = try #require(try transaction.number(fullest))
            let leads = ClusterLeadWriter(transaction: transaction, maxStories: 1)
            try leads.noteStories(at: [time])
            let count = try leads.part(of: time).count
            #expect(count < 86_400_000)
            #expect(try ClusterQueue(transaction: transaction).count() == 86_400_000 / count)
            try leads.noteStories(at: [time])
            #expect(try ClusterQueue(transaction: transaction).count() == 86_400_000 / count)
            try ClusterLeadWriter(transaction: transaction).noteStories(at: [time])
            #expect(try leads.part(of: time).count == 86_400_000)
        }
        #expect(try await fixture.library.clusters.update())
        #expect(try await fixture.number("select count(*) from cluster_queue") == 0)
    }

    @Test func `A topic whose first story comes last counts on that story's day`() async throws {
        let fire =
            "A fire in the cold store at Brannock quay in Saltmere killed four dockers. Ammonia leaked from the store"
        let flood =
            "The flood at Teasel weir drowned Harrowgate's allotments. Sluices jammed and marrows floated to Ellermouth"
        let day = try #require(try LabelledStory.all().map(\.published).min()).milliseconds / 86_400_000 * 86_400_000
        func told(_ text: String, by publisher: String, hour: Int64, more: String = "") -> LabelledStory {
            LabelledStory(
                event: "", publisher: publisher, language: "en",
                title: "\(publisher): \(text.prefix(21))",
                text: text + more,
                published: Date(milliseconds: day + hour * 3_600_000))
        }
        let more = ", and much more was said about it later"
        try await fixture.deliver([
            told(fire, by: "Quay", hour: 34, more: more), told(fire + " today", by: "Coast", hour: 35),
            told(flood, by: "Quay", hour: 36, more: more), told(flood + " today", by: "Coast", hour: 37),
        ])
        try await fixture.library.clusters.update()
        #expect(
            try await leadingTitles() == [
                "Coast: The flood at Teasel w", "Quay: A fire in the cold st",
            ])
        try await fixture.deliver([told(fire + " yesterday", by: "Gull", hour: 23)])
        try await fixture.library.clusters.update()
        #expect(try await leadingTitles() == ["Quay: A fire in the cold st", "Quay: The flood at Teasel w"])
    }

    @Test func `A topic whose leading story goes has another one lead`() async throws {
        try await fixture.deliver(Array(try LabelledStory.all().prefix(40)))
        try await fixture.library.clusters.update()
        let lead = try #require(
            try await fixture.number(
                """
                select min(k.story_id) from story_cluster k where k.is_lead = 1 and k.story_id <> k.cluster_id
                  and 2 < (select count(*) from story_cluster o where o.cluster_id = k.cluster_id)
                """))
        try await fixture.library.context.database.write { try StoryLinker(transaction: $0).remove(lead) }
        try await fixture.library.clusters.update()
        let leaderless = try await fixture.number(
            """
            select count(*) from story_cluster k where not exists (
              select 1 from story_cluster o where o.cluster_id = k.cluster_id and o.is_lead = 1)
            """)
        #expect(leaderless == 0)
    }

    private func leadingTitles() async throws -> [String] {
        try await fixture.library.context.database.read {
            try $0.all(
                "select s.title from story_cluster k join story s on s.id = k.story_id where k.is_lead = 1 order by s.title"
            ) { $0.text("title") }
        }
    }

    private func leads() async throws -> [Int64] {
        try await fixture.library.context.database.read {
            try $0.numbers("select story_id from story_cluster where is_lead = 1 order by story_id")
        }
    }

    private struct ClusteredStory {
        var cluster, story, shownAt: Int64
        var publisher: String
        var wordCount: Int
    }

    /// Returns who leads by the rule as it is written for readers, applied to each part of a day by itself.
    private func expectedLeads() async throws -> [Int64] {
        try await fixture.library.context.database.read { transaction in
            let all = try transaction.all(
                """
                select k.cluster_id, k.story_id, t.shown_at, t.publisher, s.word_count from story_cluster k
                join story_terms t on t.story_id = k.story_id join story s on s.id = k.story_id
                order by t.shown_at, k.story_id
                """
            ) {
                ClusteredStory(
                    cluster: $0.number("cluster_id"), story: $0.number("story_id"), shownAt: $0.number("shown_at"),
                    publisher: $0.text("publisher"), wordCount: $0.int("word_count"))
            }
            var (ledInPart, isLed, leads): ([Int64: [String: Int]], Set<Int64>, [Int64]) = ([:], [], [])
            let choice = ClusterLeadWriter(transaction: transaction)
            for first in all where isLed.insert(first.cluster).inserted {
                let part = try choice.part(of: first.shownAt).lowerBound
                let tellers = all.filter { $0.cluster == first.cluster }
                let fewest = tellers.map { ledInPart[part]?[$0.publisher] ?? 0 }.min()
                let candidates = tellers.filter { ledInPart[part]?[$0.publisher] ?? 0 == fewest }
                let longest = candidates.map(\.wordCount).max()
                let lead = try #require(candidates.filter { $0.wordCount == longest }.min { $0.story < $1.story })
                leads.append(lead.story)
                if Set(tellers.map(\.publisher)).count > 1 {
                    ledInPart[part, default: [:]][lead.publisher, default: 0] += 1
                }
            }
            return leads.sorted()
        }
    }
}
