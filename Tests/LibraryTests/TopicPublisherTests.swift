import Foundation
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// Tests of the publishers that a reader can choose.
@Suite struct TopicPublisherTests {
    let fixture: TopicFixture
    private let directory = TopicFixture.service + "publishers"

    init() throws { fixture = try TopicFixture() }

    private func offer(_ names: (key: String, title: String)...) throws {
        let channels = try names.map {
            OfferedChannel(
                key: $0.key, title: $0.title, address: try webAddress(TopicFixture.service + $0.key),
                category: .business, language: "de", country: "de")
        }
        fixture.base.source.put(.success(ChannelResponse(stories: nil, channels: channels)), at: directory)
    }

    private func publishers() async throws -> [ListedPublisher] {
        try await fixture.topics.publishers(in: fixture.edition, for: fixture.me)
    }

    private func refresh() async throws {
        try await fixture.topics.refreshPublishers(in: fixture.edition, for: fixture.me)
    }

    @Test func `without a key the publishers of the shelves can be chosen, each by its headlines`() async throws {
        try offer(("bote", "Der Bote"))
        try await refresh()
        #expect(fixture.base.source.requests.isEmpty)
        let listed = try await publishers()
        #expect(listed.map(\.publisher.title) == ["The Ledger", "The Post"])
        #expect(listed.map(\.publisher.feed?.text) == [TopicFixture.ledger, TopicFixture.post])
        #expect(listed.map(\.country) == ["gb", "us"] && listed.map(\.language) == ["en", "en"])
        #expect(listed.allSatisfy { $0.publisher.publisherID == nil && $0.category == nil })
    }

    @Test(.mission("BREAK-47"))
    func `with a key the service's publishers are listed with them, fetched once a week`() async throws {
        try await fixture.setKey()
        try offer(("bote", "Der Bote"), ("ledger", "THE LEDGER"))
        for _ in 0..<3 { try await refresh() }
        #expect(fixture.base.source.requestedChannels == [directory])
        let listed = try await publishers()
        #expect(listed.map(\.publisher.title) == ["Der Bote", "The Ledger", "The Post"])
        #expect(listed.map(\.publisher.publisherID) == ["bote", "ledger", nil])
        #expect(listed[0].category == .business && listed[0].language == "de" && listed[0].country == "de")
        let both = try await fixture.follow(.publisher(listed[1].publisher))
        #expect(try await fixture.addresses(both) == [TopicFixture.ledger, TopicFixture.service + "ledger"])
        let foreign = try await fixture.follow(.publisher(listed[0].publisher))
        #expect(try await fixture.addresses(foreign) == [TopicFixture.service + "bote"])

        try offer()
        fixture.base.clock.advance(8 * 86_400)
        try await refresh()
        #expect(try await publishers().count == 3, "an empty list changes nothing")
        try offer(("kurier", "Kurier"))
        fixture.base.clock.advance(8 * 86_400)
        try await refresh()
        #expect(try await publishers().map(\.publisher.title) == ["Kurier", "The Ledger", "The Post"])
        #expect(fixture.base.source.requestedChannels == [directory, directory, directory])
        try await fixture.removeKey()
        #expect(try await publishers().map(\.publisher.title) == ["The Ledger", "The Post"])
        #expect(try await fixture.addresses(both) == [TopicFixture.ledger])
    }

    @Test func `a list that does not come is asked for again after an hour, and the old one stays`() async throws {
        try await fixture.setKey()
        fixture.base.source.put(.failure(.unreachable(.noAnswer(from: "service.test"))), at: directory)
        for _ in 0..<2 { try await refresh() }
        #expect(fixture.base.source.requestedChannels == [directory])
        try offer(("bote", "Der Bote"))
        fixture.base.clock.advance(3_601)
        try await refresh()
        #expect(try await publishers().map(\.publisher.title).first == "Der Bote")
    }
}
