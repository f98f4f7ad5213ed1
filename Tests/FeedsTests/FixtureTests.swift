import Foundation
import TestSupport
import Testing

@testable import Feeds

@Suite struct FixtureTests {
    static let feeds = Fixture.all(in: ["rss", "rdf", "atom", "json", "encodings", "kinds"])
    static let lists = Fixture.all(in: ["opml"])

    @Test(.mission("NEXUS-06", "NEXUS-07"), arguments: feeds)
    func `a document reads as its sidecar expects`(fixture: Fixture) throws {
        let expected = try fixture.expected()
        let found = try fixture.reading()
        #expect(found.differences(from: wanted(expected)) == [], "\(found)")
        if let least = expected["complaintsAtLeast"]?.number {
            #expect(found["complaints"]?.number ?? 0 >= least)
        }
    }

    @Test(arguments: lists) func `a list of subscriptions reads as its sidecar expects`(fixture: Fixture) throws {
        let found = ExpectedJSON(try OPML.read(fixture.bytes()))
        #expect(found.differences(from: wanted(try fixture.expected())) == [])
    }

    @Test func `every fixture says what it proves`() throws {
        for fixture in Self.feeds + Self.lists {
            let text = String(decoding: try fixture.bytes(), as: UTF8.self)
            let isDescribed =
                try fixture.expected()["_proves"] != nil || text.contains("<!-- ") || text.contains("\"_proves\"")
            #expect(isDescribed, "\(fixture.path)")
        }
        #expect(Self.feeds.count + Self.lists.count >= 400)
    }

    private func wanted(_ expected: ExpectedJSON) -> ExpectedJSON {
        guard case .object(let members) = expected else { return expected }
        return .object(members.filter { !$0.key.hasPrefix("_") && $0.key != "complaintsAtLeast" })
    }
}
