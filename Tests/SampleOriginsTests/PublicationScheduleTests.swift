import Foundation
import Testing

@testable import SampleOrigins

@Suite struct PublicationScheduleTests {
    private let startAt = Date(timeIntervalSince1970: 1_790_000_000)
    private var schedule: PublicationSchedule { PublicationSchedule(Publication.roster, startAt: startAt) }

    @Test func `the newest story is four minutes old and the oldest is of last week`() throws {
        let ages = schedule.stories.values.joined().map { startAt.timeIntervalSince($0.publishedAt) }.filter { $0 >= 0 }
        #expect(ages.min() == 240)
        let oldest = try #require(ages.max())
        #expect((5 * 86400...8 * 86400).contains(Int(oldest)))
        #expect(ages.count >= 230)
    }

    @Test func `a note comes about every half minute for half an hour at least`() throws {
        let times = schedule.stories.values.joined().map { $0.publishedAt.timeIntervalSince(startAt) }
            .filter { $0 > 0 }.sorted()
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(gaps.allSatisfy { (20...40).contains($0) })
        #expect(try #require(times.last) > 30 * 60)
    }

    @Test func `stories of a feed stand newest first, at uneven times that are always the same`() {
        let (first, second) = (schedule, schedule)
        #expect(first.stories == second.stories)
        for list in first.stories.values where list.count > 5 {
            #expect(zip(list, list.dropFirst()).allSatisfy { $0.publishedAt >= $1.publishedAt })
            let gaps = zip(list, list.dropFirst()).map { $0.publishedAt.timeIntervalSince($1.publishedAt) }
            #expect(Set(gaps).count > gaps.count / 2)
        }
    }

    @Test func `a story with an age is published at it, and moves no other`() {
        let timed = Publication.roster.flatMap { publication in publication.stories.filter { $0.age != nil } }
        let published = Dictionary(
            schedule.stories.values.joined().map { ($0.story.slug, $0.publishedAt) },
            uniquingKeysWith: { first, _ in first })
        for story in timed {
            #expect(published[story.slug] == startAt.addingTimeInterval(-Double(story.age?.components.seconds ?? 0)))
        }
        var without = Publication.roster
        for index in without.indices { without[index].stories.removeAll { $0.age != nil } }
        let others = PublicationSchedule(without, startAt: startAt).stories.mapValues { Set($0) }
        #expect(others.allSatisfy { $0.value.isSubset(of: schedule.stories[$0.key] ?? []) })
    }

    @Test func `instants are worded as the formats ask`() {
        let instant = TimestampFormatter(Date(timeIntervalSince1970: 1_709_210_096))
        #expect(instant.http == "Thu, 29 Feb 2024 12:34:56 GMT")
        #expect(instant.rfc822 == "Thu, 29 Feb 2024 12:34:56 +0000")
        #expect(instant.rfc3339 == "2024-02-29T12:34:56Z")
    }
}
