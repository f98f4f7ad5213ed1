import Foundation
import Markup
import TestSupport
import Testing
import URLs

/// Every file of `Fixtures/cleaning`: a comment that says what it proves, the HTML, and beside it the expected reading.
struct SanitizerFixtureTests {
    @Test(.mission("MIT-43", "NEXUS-11", "NEXUS-58", "HN-25"), arguments: SanitizerFixture.all)
    func `a fixture is cleaned as expected`(fixture: SanitizerFixture) throws {
        let sanitized = HTMLSanitizer(base: SanitizerFixture.address).sanitize(try fixture.source)
        #expect(sanitized.html.text == (try fixture.expected))
    }

    @Test(arguments: SanitizerFixture.all)
    func `cleaning a cleaned fixture changes nothing`(fixture: SanitizerFixture) throws {
        let sanitizer = HTMLSanitizer(base: SanitizerFixture.address)
        let once = sanitizer.sanitize(try fixture.source)
        let twice = sanitizer.sanitize(once.html.text)
        #expect(twice.html == once.html)
        #expect(twice.text == once.text)
        #expect(twice.diagnostics.isEmpty)
    }

    @Test(arguments: SanitizerFixture.all)
    func `a cleaned fixture is in the normal form`(fixture: SanitizerFixture) throws {
        let sanitized = HTMLSanitizer(base: SanitizerFixture.address).sanitize(try fixture.source)
        #expect(SafeHTMLChecker.violation(in: sanitized.html.text) == nil)
    }

    @Test(arguments: SanitizerFixture.all)
    func `a fixture says what it proves`(fixture: SanitizerFixture) throws {
        let opening = try #require(try fixture.source.split(separator: "\n").first)
        #expect(opening.hasPrefix("<!-- ") && opening.hasSuffix(". -->"))
    }

    @Test func `there are fixtures, each with its reading`() {
        #expect(SanitizerFixture.all.count >= 200)
    }
}

/// A fixture by its name.
struct SanitizerFixture: CustomTestStringConvertible, Sendable {
    let name: String

    static let address = WebAddress("https://example.org/news/story.html")
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures/cleaning")

    static let all: [SanitizerFixture] = {
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".html") && !$0.hasSuffix(".expected.html") }.sorted().map(
            SanitizerFixture.init)
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
