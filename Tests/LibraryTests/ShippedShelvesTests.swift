import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// Tests of the publishers' own feeds that Tidings ships, which no test can fetch: only their form is checked.
@Suite struct ShippedShelvesTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/CAssets/assets/editions/breaking-news.yaml")

    private func topics() throws -> TopicOptions {
        let file = EditionRegistry.parse(Self.file, isSupported: { _ in true })
        guard case .valid(let edition) = file.result else { throw InvalidEdition(diagnostics: file.diagnostics) }
        return try #require(edition.topics)
    }

    private struct InvalidEdition: Error { let diagnostics: [EditionDiagnostic] }

    @Test(.mission("BREAK-01"))
    func `Breaking News has headlines of twenty countries by publishers' own feeds`() throws {
        let shelves = try topics().shelves
        #expect(shelves.count == 20 && Set(shelves.map(\.country)).count == 20)
        for shelf in shelves {
            let headlines = shelf.feeds.filter { $0.category == nil }
            #expect((3...8).contains(headlines.count), "\(shelf.country)")
            #expect(Set(headlines.map(\.publisher)).count == headlines.count, "\(shelf.country)")
            #expect(!shelf.title.isEmpty && !shelf.languages.isEmpty, "\(shelf.country)")
        }
        for country in ["us", "gb", "de"] {
            let shelf = try #require(shelves.first { $0.country == country })
            #expect(Set(shelf.feeds.compactMap(\.category)) == Set(NewsCategory.allCases), "\(country)")
        }
    }

    @Test func `every feed of a shelf has an address of its own, encrypted, as it is sent and without trackers`() throws
    {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        for shelf in try topics().shelves {
            #expect(Set(shelf.feeds.map(\.address)).count == shelf.feeds.count, "\(shelf.country)")
            for address in shelf.feeds.map(\.address) {
                #expect(address.text.hasPrefix("https://"), "\(address)")
                #expect(address.withoutFragment.text == address.text, "\(address)")
                // The address is written as the parser normalises it.
                #expect(text.contains(address.text), "\(address)")
                #expect(address.withoutTracking == address, "\(address)")
                #expect(!address.text.contains("feedburner"), "\(address)")
            }
        }
    }

    @Test(.mission("BREAK-02"))
    func `the service of Breaking News is News API, whose one documented country is the first shelf`() throws {
        let topics = try topics()
        #expect(topics.service?.kind.rawValue == "news-api" && topics.service?.site.text == "https://newsapi.org/")
        #expect(topics.shelves.first?.country == "us")
    }
}
