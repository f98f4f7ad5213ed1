import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

@Suite struct `Topics in the database` {
    let fixture: LibraryFixture
    init() throws { fixture = try LibraryFixture() }

    private static let fire =
        "A fire in the cold store at Brannock quay in Saltmere killed four dockers on Sunday night"

    /// Follows publishers of one event, and one of another.
    private func tellFire(_ texts: [String]? = nil, folder: String? = nil) async throws {
        let tellings =
            texts ?? [
                "\(Self.fire). Ammonia leaked from the Brannock store, and the quay was closed.",
                "Four dockers died when the Brannock cold store in Saltmere burned. Ammonia leaked at the quay.",
                "Dockers mourn four of theirs after the fire at the Saltmere cold store; Brannock closes the quay.",
            ]
        for (number, text) in tellings.enumerated() {
            let story = try fixture.story(
                "1", minutesAgo: Double(60 - number * 10), title: "Brannock fire in Saltmere, telling \(number)",
                text: text)
            try await fixture.follow(
                "https://p\(number).test/feed", folder: folder, title: "Paper \(number)", stories: [story])
        }
        let other = try fixture.story(
            "1", minutesAgo: 5, title: "Choir sings in the park",
            text: "The choir of the valley sang old songs at noon.")
        try await fixture.follow("https://other.test/feed", folder: folder, title: "Other", stories: [other])
        try await fixture.library.clusters.update()
    }

    private func fireCluster() async throws -> StoryCluster {
        let clusters = try await fixture.library.clusters.clusters(since: .distantPast, for: fixture.me)
        return try #require(clusters.first { $0.members.count > 1 })
    }

    @Test(.mission("BREAK-42")) func `A topic stands once on the front page and names the others`() async throws {
        try await tellFire()
        let page = try await fixture.library.stories.frontPage(for: fixture.me)
        let fires = page.rows.filter { $0.title.contains("Brannock") }
        #expect(fires.count == 1 && page.rows.count == 2)
        #expect(fires.first?.otherChannelTitles.count == 2)
        #expect(try await fireCluster().id == fires.first?.cluster)
    }

    @Test func `A community's list names the other sites that tell it`() async throws {
        let links = try (0..<2).map {
            try fixture.story(
                "\($0)", minutesAgo: Double($0), title: "Brannock cold store fire kills four dockers in Saltmere",
                link: "https://site\($0).test/fire/\($0)")
        }
        let others = try (0..<9).map { try fixture.story("o\($0)", title: "Other talk, number \($0)") }
        try await fixture.follow("https://talk.test/list", title: "Top", stories: links + others)
        try await fixture.library.context.database.write { transaction in
            _ = try transaction.run(
                "update story set is_external = 1, site_name = 'site' || id where title like 'Brannock%'")
        }
        try await fixture.library.clusters.update()
        let page = try await fixture.library.stories.frontPage(for: fixture.me, rowsPerSection: 9)
        let fire = try #require(page.rows.first { $0.title.contains("Brannock") })
        #expect(fire.cluster != nil && fire.duplicates.compactMap(\.siteName).count == 1)
    }

    @Test func `A topic ranks by publishers, and the longest text of who led least leads`() async throws {
        try await tellFire()
        let clusters = try await fixture.library.clusters.clusters(since: .distantPast, for: fixture.me)
        #expect(clusters.map(\.members.count) == [3, 1])
        #expect(clusters.first?.voiceCount == 3)
        let longest = clusters.first?.members.map(\.row.wordCount).max()
        #expect(clusters.first?.lead.row.wordCount == longest)
        let cluster = try await fixture.library.clusters.cluster(of: try #require(clusters.first).id, for: fixture.me)
        #expect(cluster?.leadReason == .ledNothingElse)
    }

    @Test func `The same text printed four times is one voice`() async throws {
        let text = "\(Self.fire). Ammonia leaked from the Brannock store, and the quay was closed until Monday."
        try await tellFire([text, text, text, text])
        let cluster = try await fireCluster()
        #expect(cluster.members.count == 4 && cluster.voiceCount == 1)
    }

    @Test func `A topic splits when its evidence goes, and its addresses lead on`() async throws {
        try await tellFire()
        let first = try await fireCluster().id
        try await fixture.library.context.database.write { try StoryLinker(transaction: $0).remove(first.rawValue) }
        try await fixture.library.clusters.update()
        let rest = try #require(try await fixture.library.clusters.cluster(of: first, for: fixture.me))
        #expect(rest.members.count == 2 && rest.id != first)
        let changed = try fixture.story("1", minutesAgo: 40, title: "Bees", text: "Bees swarm early in a warm spring.")
        let channel = try #require(
            try await fixture.number("select id from channel where address = 'https://p2.test/feed'"))
        try await fixture.deliver([changed], in: ChannelID(rawValue: channel), at: "https://p2.test/feed")
        try await fixture.library.clusters.update()
        #expect(try await fixture.library.clusters.cluster(of: rest.id, for: fixture.me) == nil)
        #expect(try await fixture.number("select count(*) from story_cluster") == 0)
        #expect(try await fixture.number("select count(*) from cluster_queue") == 0)
    }

    @Test func `A further story of a publisher renews nothing; a new voice does`() async throws {
        try await tellFire()
        let voice = try await fireCluster().lastVoiceAt
        let channel = try #require(
            try await fixture.number("select id from channel where address = 'https://p0.test/feed'"))
        let more = try fixture.story(
            "2", title: "More of the Brannock fire in Saltmere", text: "\(Self.fire), dockers say.")
        try await fixture.deliver([more], in: ChannelID(rawValue: channel), at: "https://p0.test/feed")
        try await fixture.library.clusters.update()
        #expect(try await fireCluster().members.count == 4)
        #expect(try await fireCluster().lastVoiceAt == voice)
        let story = try fixture.story(
            "1", title: "Saltmere: Brannock fire kills four", text: "\(Self.fire). It was cold.")
        try await fixture.follow("https://late.test/feed", title: "Late", stories: [story])
        try await fixture.library.clusters.update()
        #expect(try await fireCluster().lastVoiceAt > voice)
    }

    @Test func `A text that stands below every title of a publisher gathers nothing`() async throws {
        let titles = ["Fire", "A council that could not agree", "Ferry late", "Herring back", "Water off"]
        let words = "What happened, in one line that goes on for a while without saying more."
        for (publisher, count) in [("a", 5), ("b", 3)] {
            let stories = try (0..<count).map { number in
                try fixture.story("\(publisher)\(number)", title: "\(titles[number]) \(publisher)", text: words)
            }
            try await fixture.follow("https://\(publisher).test/feed", title: publisher, stories: stories)
            try await fixture.library.clusters.update()
        }
        #expect(try await fixture.clusters().allSatisfy { $0.count <= 2 })
    }

    @Test func `A flood of one publisher changes no one else's topics`() async throws {
        let stories = Array(try LabelledStory.all().prefix(310))
        try await fixture.deliver(stories)
        fixture.clock.advance(days: 1)
        try await fixture.library.clusters.update()
        let before = Set(try await fixture.clusters())
        let flood = try (0..<1_000).map { number in
            try fixture.story(
                "\(number)", title: "Offer \(number) of the day", text: "Cheap boots \(number % 7) and coats")
        }
        try await fixture.follow("https://flood.test/feed", title: "Flood", stories: flood)
        try await fixture.library.clusters.update()
        let after = Set(try await fixture.clusters().filter { !$0.contains { $0.hasPrefix("Flood ") } })
        #expect(before == after)
    }

    @Test func `kill -9 while topics are found loses none`() async throws {
        let folder = temporaryFolder().path
        defer { removeFolder(URL(fileURLWithPath: folder)) }
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
            let fixture = try LibraryFixture(folder: URL(fileURLWithPath: folder))
            try await fixture.deliver(Array(try LabelledStory.all().prefix(60)))
            let now = fixture.clock.now.milliseconds
            for step in 0..<9 {
                _ = try await fixture.library.context.database.write { transaction in
                    let goesOn = try ClusterUpdate(transaction: transaction, now: now).step()
                    if step == 3 { kill(getpid(), SIGKILL) }
                    return goesOn
                }
            }
        }
        let killed = try LibraryFixture(folder: URL(fileURLWithPath: folder))
        try await killed.library.clusters.update()
        try await fixture.deliver(Array(try LabelledStory.all().prefix(60)))
        try await fixture.library.clusters.update()
        let clusters = Set(try await killed.clusters())
        #expect(clusters == Set(try await fixture.clusters()) && clusters.contains { $0.count > 3 })
    }
}
