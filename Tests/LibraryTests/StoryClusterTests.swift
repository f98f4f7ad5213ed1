import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// The invented stories of the benchmark, each with the event that it is about.
struct LabelledStory: Decodable {
    var event, publisher, language, title, text: String
    var published: Date

    static func all() throws -> [LabelledStory] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appending(path: "Benchmarks/topics/labelled.jsonl")
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            try decoder.decode(LabelledStory.self, from: Data($0.utf8))
        }
    }

    var key: String { "\(publisher) \(title)" }

    func fetched() -> FetchedStory {
        FetchedStory(
            key: key, title: title, body: SafeHTML(restoring: "<p>\(text)</p>"), text: text, original: "<p>\(text)</p>",
            publishedAt: published, language: language)
    }
}

extension LibraryFixture {
    /// Delivers stories, those of each publisher at once.
    func deliver(_ stories: [LabelledStory]) async throws {
        var publishers: [String] = []
        for story in stories where !publishers.contains(story.publisher) { publishers.append(story.publisher) }
        for publisher in publishers {
            let address = "https://p\(FNVHash.hash(publisher) & 0xFFFFFF).test/feed"
            let mine = stories.filter { $0.publisher == publisher }.map { $0.fetched() }
            if let known = try await number("select id from channel where address = '\(address)'") {
                try await deliver(mine, in: ChannelID(rawValue: known), at: address)
            } else {
                try await follow(address, title: publisher, stories: mine)
            }
        }
    }

    /// Returns the stories of each topic, by publisher and title.
    func clusters() async throws -> [Set<String>] {
        try await library.clusters.clusters(since: .distantPast, for: me).map {
            Set($0.members.map { "\($0.row.channelTitle) \($0.row.title)" })
        }
    }
}

@Suite struct `Stories about one event` {
    let fixture: LibraryFixture
    init() throws { fixture = try LibraryFixture() }

    @Test(.mission("BREAK-42")) func `Topics of the labelled set are precise and nearly whole`() async throws {
        let stories = try LabelledStory.all()
        try await fixture.deliver(stories)
        try await fixture.library.clusters.update()
        let found = try await fixture.clusters()
        let events = Dictionary(grouping: stories, by: \.event).mapValues { Set($0.map(\.key)) }
        let clusterOf = Dictionary(
            found.flatMap { cluster in cluster.map { ($0, cluster) } }, uniquingKeysWith: { first, _ in first })
        var (precision, recall) = (0.0, 0.0)
        for story in stories {
            let (event, cluster) = (events[story.event] ?? [], clusterOf[story.key] ?? [])
            let common = Double(event.intersection(cluster).count)
            precision += common / Double(max(1, cluster.count))
            recall += common / Double(event.count)
        }
        precision /= Double(stories.count)
        recall /= Double(stories.count)
        #expect(precision >= 0.95 && recall >= 0.8, "precision \(precision), recall \(recall)")
    }

    @Test(.mission("BREAK-42")) func `Any order of arrival, and any waves, give the same topics`() async throws {
        let stories = Array(try LabelledStory.all().prefix(80))
        var (results, leads): (Set<Set<Set<String>>>, Set<Set<String>>) = ([], [])
        for round in 0..<11 {
            let fixture = try LibraryFixture()
            var generator = SeededGenerator(state: UInt64(round))
            let order = stories.shuffled(using: &generator)
            if round == 10 {
                for wave in 0..<3 {
                    try await fixture.deliver(order.enumerated().filter { $0.offset % 3 == wave }.map(\.element))
                    try await fixture.library.clusters.update()
                }
            } else {
                try await fixture.deliver(order)
            }
            try await fixture.library.clusters.update()
            results.insert(Set(try await fixture.clusters()))
            let clusters = try await fixture.library.clusters.clusters(since: .distantPast, for: fixture.me)
            leads.insert(Set(clusters.map { "\($0.lead.row.channelTitle) \($0.lead.row.title)" }))
        }
        #expect(results.count == 1 && leads.count == 1)
        #expect(results.first?.contains { $0.count > 3 } == true)
    }
}

/// Random numbers that are the same in every run.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }
}
