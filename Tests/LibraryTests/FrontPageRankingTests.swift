import Foundation
import News
import Testing

@testable import Library

@Suite struct `The rule of the front page` {
    typealias Candidate = FrontPageRanking.Candidate

    /// The current time, 8:20 UTC; the slot of an hour began at eight.
    private static let now = Date(timeIntervalSince1970: 1_800_001_200)
    private static let slotStart: Int64 = 1_800_000_000_000
    private static let hour: Int64 = 3_600_000
    private static let channelOfEach: Int64 = 100

    private func ranking(_ options: FrontPageOptions = FrontPageOptions(), at now: Date = Self.now) -> FrontPageRanking
    {
        FrontPageRanking(options, now: now)
    }

    /// Returns a bare notice of a busy channel, an hour old when the slot began; by default of its own channel.
    private static func candidate(
        _ story: Int64, channel: Int64? = nil, hoursOld: Double = 1, _ change: (inout Candidate) -> Void = { _ in }
    ) -> Candidate {
        let shownAt = slotStart - Int64(hoursOld * Double(hour))
        var candidate = Candidate(
            ref: StoryReference(story: story, channel: channel ?? channelOfEach + story, sortKey: shownAt, group: nil),
            isStanding: true, storiesPerWeek: 50)
        change(&candidate)
        return candidate
    }

    /// Returns a candidate with a high weight, which can lead.
    private static func feature(_ story: Int64, hoursOld: Double = 1, isStanding: Bool = true, words: Int = 0)
        -> Candidate
    {
        candidate(story, hoursOld: hoursOld) {
            $0.picture = .large
            $0.wordCount = words
            $0.isStanding = isStanding
        }
    }

    private func top(_ count: Int = 9, of candidates: [Candidate], _ options: FrontPageOptions = FrontPageOptions())
        -> [Int64]
    {
        var (seen, leads) = (Deduplicator(), FrontPageRanking.ClusterLeads())
        return ranking(options).top(count, of: candidates, seen: &seen, leads: &leads).map(\.ref.story)
    }

    private func lead(_ candidates: Candidate..., at now: Date = Self.now) -> Int64? {
        let leads = [candidates, candidates.reversed()].map { ranking(at: now).lead(among: $0)?.ref.story }
        #expect(leads[0] == leads[1], "the order of the candidates does not count")
        return leads[0]
    }

    // MARK: - Weights

    enum Factor: CaseIterable { case aPicture, aLargePicture, length, sources, rarity, age, unread }

    @Test(arguments: Factor.allCases) func `Each factor alone puts a story first`(factor: Factor) {
        // The second would come first without the factor, since among equal weights the later story does.
        var (first, second) = (Self.candidate(1), Self.candidate(2))
        #expect(top(of: [first, second]) == [2, 1])
        switch factor {
        case .aPicture: first.picture = .small
        case .aLargePicture: (first.picture, second.picture) = (.large, .small)
        case .length: (first.wordCount, second.wordCount) = (300, 200)
        case .sources: (first.sourceCount, second.sourceCount) = (3, 2)
        case .rarity: (first.storiesPerWeek, second.storiesPerWeek) = (2, 20)
        case .age: second = Self.candidate(2, hoursOld: 2)
        case .unread: second.isRead = true
        }
        #expect(top(of: [first, second]) == [1, 2])
        #expect(top(of: [second, first]) == [1, 2])
    }

    @Test func `A weight halves in twelve hours`() {
        let (fresh, old) = (Self.candidate(1, hoursOld: 0), Self.candidate(2, hoursOld: 12))
        #expect(abs(ranking().weight(of: fresh) / ranking().weight(of: old) - 2) < 1e-9)
    }

    @Test func `What is beyond a factor's end adds nothing`() {
        let most = Self.candidate(1) { ($0.wordCount, $0.sourceCount, $0.storiesPerWeek) = (600, 4, 1) }
        let more = Self.candidate(1) { ($0.wordCount, $0.sourceCount, $0.storiesPerWeek) = (60_000, 40, 0) }
        let future = Self.candidate(1, hoursOld: -0.3) {
            ($0.wordCount, $0.sourceCount, $0.storiesPerWeek) = (600, 4, 1)
        }
        #expect(ranking().worth(of: most) == ranking().worth(of: more))
        #expect(ranking().weight(of: future) == ranking().worth(of: most))
        #expect(ranking().worth(of: Self.candidate(1) { $0.storiesPerWeek = 500 }) == 1)
    }

    // MARK: - A section's top

    @Test func `One source has one story while others have fresh ones, and fills up then`() {
        let busy = (1...5).map { Self.candidate(Int64($0), channel: 1, hoursOld: 0) }
        let others = [Self.candidate(11, hoursOld: 40), Self.candidate(12, hoursOld: 44)]
        #expect(top(3, of: busy + others) == [5, 11, 12])
        #expect(top(4, of: busy + others) == [5, 4, 11, 12])
        #expect(top(3, of: busy + others, FrontPageOptions(maxPerSource: 2)) == [5, 4, 11])
        #expect(top(3, of: busy) == [5, 4, 3])
    }

    @Test func `A cluster has a voice more for each other section in which another publisher tells it`() {
        func teller(_ story: Int64, _ publishers: Set<String>, isStanding: Bool = true) -> Candidate {
            var candidate = Self.candidate(story)
            candidate.ref.group = 7
            (candidate.publishers, candidate.sourceCount) = (publishers, publishers.count)
            (candidate.lastVoiceAt, candidate.isStanding) = (story, isStanding)
            return candidate
        }
        let sections = [
            [teller(1, ["a", "b"])], [teller(2, ["c", "d", "e"])], [teller(3, ["a"])],
            [teller(4, ["f"], isStanding: false)], [Self.candidate(5)],
        ]
        let counted = FrontPageRanking.countingOtherSections(sections).map { $0[0] }
        #expect(
            counted.map(\.sourceCount) == [3, 4, 3, 3, 1], "three of one section are one voice more, a known one none")
        #expect(counted.map(\.lastVoiceAt) == [2, 2, 3, 4, nil])
    }

    @Test func `What several publishers tell is nobody's alone`() {
        let told = (1...2).map { Self.candidate($0, channel: 1, hoursOld: 0) { $0.sourceCount = 3 } }
        let own = Self.candidate(3, channel: 1), other = Self.candidate(4, hoursOld: 2)
        #expect(top(3, of: told + [own, other]) == [2, 1, 3])
    }

    @Test func `A story stands once, also when several sources tell it`() {
        var (seen, leads) = (Deduplicator(), FrontPageRanking.ClusterLeads())
        let told = [Int64(1), 2].map { number in Self.candidate(number) { $0.ref.group = 1 } }
        let third = Self.candidate(3, hoursOld: 20)
        #expect(ranking().top(9, of: told + [third], seen: &seen, leads: &leads).map(\.ref.story) == [2, 3])
        #expect(ranking().top(9, of: told + [third], seen: &seen, leads: &leads).isEmpty, "nor in a later section")
    }

    @Test func `The order of the candidates does not change the page`() {
        let candidates = (1...12).map { number in
            Self.candidate(Int64(number), channel: Int64(number % 3), hoursOld: Double(number % 4)) {
                $0.wordCount = number % 2 * 90
            }
        }
        let expected = top(5, of: candidates)
        for turn in 1..<12 {
            #expect(top(5, of: Array(candidates[turn...] + candidates[..<turn])) == expected)
            #expect(top(5, of: (candidates[turn...] + candidates[..<turn]).reversed()) == expected)
        }
    }

    // MARK: - The lead

    @Test func `A page without a strong story has no lead`() {
        let notices = [
            Self.candidate(1), Self.candidate(2) { $0.picture = .small },
            Self.candidate(3) { ($0.wordCount, $0.sourceCount, $0.storiesPerWeek) = (599, 2, 1) },
            Self.candidate(4) { ($0.picture, $0.isExternal) = (.large, true) },
        ]
        #expect(ranking().lead(among: notices) == nil)
        #expect(lead(notices[0], Self.feature(9, hoursOld: 40)) == 9, "even if it is not the weightiest")
        #expect(lead(Self.candidate(5) { $0.sourceCount = 3 }) == 5)
        #expect(lead(Self.candidate(6) { $0.wordCount = 600 }) == 6)
    }

    @Test func `What is read comes last, and does not lead while something is unread`() {
        let read = Self.candidate(1) { ($0.picture, $0.isRead) = (.large, true) }
        let (strong, notice) = (Self.feature(2, hoursOld: 40), Self.candidate(3, hoursOld: 40))
        #expect(top(of: [read, notice]) == [3, 1])
        #expect(lead(read, strong, notice) == 2)
        #expect(lead(read, notice) == 3, "even one that is not strong")
        #expect(lead(read, Self.candidate(4) { $0.isExternal = true }) == 1)
        #expect(lead(read) == 1)
    }

    @Test func `A story in another language than most leads only where no other can`() {
        func feature(_ story: Int64, _ language: String?, hoursOld: Double = 1, isStanding: Bool = true)
            -> Candidate
        {
            var feature = Self.feature(story, hoursOld: hoursOld, isStanding: isStanding)
            feature.language = language
            return feature
        }
        let english = (10...12).map { story in Self.candidate(story) { $0.language = "en" } }
        let foreign = feature(1, "ar")
        #expect(lead(english[0], english[1], foreign, feature(2, "en", hoursOld: 30)) == 2)
        #expect(lead(english[0], english[1], foreign, feature(3, nil, hoursOld: 30)) == 3, "which may be in any")
        #expect(lead(english[0], english[1], foreign) == 1, "and English has nothing strong")
        #expect(
            lead(english[0], foreign, feature(4, "ar", hoursOld: 2), feature(5, "en", hoursOld: 30)) == 1,
            "of as many, by the tag")
        let newcomers = (20...29).map { story in
            Self.candidate(Int64(story)) { ($0.language, $0.isStanding) = ("ar", false) }
        }
        let all = english + newcomers + [foreign, feature(6, "en", hoursOld: 30)]
        #expect(ranking().lead(among: all)?.ref.story == 6, "what comes within the hour does not change the language")
    }

    @Test func `A lead holds its place until the slot ends`() {
        let held = Self.feature(1)
        var better = Self.feature(2, hoursOld: 0, isStanding: false)
        #expect(lead(held, better) == 1)
        better.isStanding = true
        #expect(lead(held, better, at: Self.now.addingTimeInterval(2400)) == 2, "the next slot")
    }

    @Test func `What is clearly better takes the lead at once, and holds it`() {
        let held = Self.feature(1)
        let clearly = Self.feature(2, hoursOld: 0, isStanding: false, words: 400)
        let slightly = Self.feature(3, hoursOld: 0, isStanding: false, words: 600)
        #expect(lead(held, clearly) == 2)
        #expect(lead(held, clearly, slightly) == 2)
        #expect(lead(held, slightly) == 3)
    }

    @Test func `Where nothing strong had come before the slot, the weightiest that came since leads`() {
        let (first, later) = (Self.feature(1, isStanding: false), Self.feature(2, isStanding: false, words: 60))
        #expect(lead(first, later, Self.candidate(3, hoursOld: 0)) == 2)
    }

    @Test func `Slots begin at the same time for everyone and are as long as the option says`() {
        let half = FrontPageOptions(holdMinutes: 30)
        #expect(FrontPageOptions().slotStart(at: Self.now).timeIntervalSince1970 == 1_800_000_000)
        #expect(half.slotStart(at: Self.now.addingTimeInterval(900)).timeIntervalSince1970 == 1_800_001_800)
    }
}
