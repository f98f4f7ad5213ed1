import Foundation
import Markup
import Testing

/// Every file of `Fixtures/cleaning`: a comment that says what it proves, the HTML, and beside it the expected reading.
struct CleaningFixtureTests {
    @Test(arguments: Fixture.all)
    func `a fixture is cleaned as expected`(fixture: Fixture) throws {
        let cleaned = Cleaner(base: Fixture.address).clean(try fixture.source)
        #expect(cleaned.html.text == (try fixture.expected))
    }

    @Test(arguments: Fixture.all)
    func `cleaning a cleaned fixture changes nothing`(fixture: Fixture) throws {
        let cleaner = Cleaner(base: Fixture.address)
        let once = cleaner.clean(try fixture.source)
        let twice = cleaner.clean(once.html.text)
        #expect(twice.html == once.html)
        #expect(twice.text == once.text)
        #expect(twice.complaints.isEmpty)
    }

    @Test(arguments: Fixture.all)
    func `a cleaned fixture is in the normal form`(fixture: Fixture) throws {
        let cleaned = Cleaner(base: Fixture.address).clean(try fixture.source)
        #expect(NormalForm.offence(in: cleaned.html.text) == nil)
    }

    @Test(arguments: Fixture.all)
    func `a fixture says what it proves`(fixture: Fixture) throws {
        let opening = try #require(try fixture.source.split(separator: "\n").first)
        #expect(opening.hasPrefix("<!-- ") && opening.hasSuffix(". -->"))
    }

    @Test func `there are fixtures, each with its reading`() {
        #expect(Fixture.all.count >= 200)
    }
}

/// A fixture by its name.
struct Fixture: CustomTestStringConvertible, Sendable {
    let name: String

    static let address = WebAddress("https://example.org/news/story.html")
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures/cleaning")

    static let all: [Fixture] = {
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".html") && !$0.hasSuffix(".expected.html") }.sorted().map(Fixture.init)
    }()

    var testDescription: String { name }

    var source: String { get throws { try text(name) } }

    /// The expected reading without the line end the file ends with.
    var expected: String {
        get throws { String(try text(name.dropLast(5) + ".expected.html").dropLast()) }
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: Self.folder.appendingPathComponent(name)), as: UTF8.self)
    }
}
