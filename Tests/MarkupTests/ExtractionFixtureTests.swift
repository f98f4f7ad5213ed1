import Foundation
import Markup
import Testing
import URLs

/// Every file of `Fixtures/extraction`: a comment that says what it proves, the page, and beside it the expected reading.
struct ExtractionFixtureTests {
    @Test(arguments: ExtractionFixture.all)
    func `an article is found as expected`(fixture: ExtractionFixture) throws {
        let reading = ExtractionSnapshot(of: try fixture.source, at: try #require(ExtractionFixture.address))
        let expected = try JSONDecoder().decode(ExtractionSnapshot.self, from: try fixture.expected)
        #expect(reading == expected)
    }

    @Test(arguments: ExtractionFixture.all)
    func `an article is in the normal form`(fixture: ExtractionFixture) throws {
        let html = ExtractionSnapshot(of: try fixture.source, at: try #require(ExtractionFixture.address)).html ?? ""
        #expect(SafeHTMLChecker.violation(in: html) == nil)
        #expect(HTMLSanitizer(base: ExtractionFixture.address).sanitize(html).html.text == html)
    }

    @Test(arguments: ExtractionFixture.all)
    func `a page says what it proves`(fixture: ExtractionFixture) throws {
        let opening = try #require(try fixture.source.split(separator: "\n").first)
        #expect(opening.hasPrefix("<!-- ") && opening.hasSuffix(". -->"))
    }

    @Test func `there are pages, each with its reading`() {
        #expect(ExtractionFixture.all.count >= 90)
    }
}

/// What an extraction gave, as the expected readings are written.
struct ExtractionSnapshot: Codable, Equatable {
    var title, byline, excerpt, siteName, published, language, direction: String?
    var html, leadPicture, nextPart: String?
    var pictures: [String]?
    /// Told only where it is true.
    var isCutShort: Bool?
    /// Why there is no article.
    var refusal: String?

    init(of page: String, at address: WebAddress) {
        do {
            let article = try ArticleExtractor(address: address).article(in: page)
            title = article.title
            byline = article.byline
            excerpt = article.excerpt
            siteName = article.siteName
            published = article.publishedText
            language = article.language
            direction = article.direction.rawValue
            html = article.html.text
            leadPicture = article.leadPicture?.text
            isCutShort = article.isTruncated ? true : nil
            nextPart = article.nextPage?.text
            pictures = article.pictures.isEmpty ? nil : article.pictures.map(\.address.text)
        } catch {
            switch error {
            case .noArticle(let kind): refusal = kind.message
            }
        }
    }
}

/// A fixture by its name.
struct ExtractionFixture: CustomTestStringConvertible, Sendable {
    let name: String

    static let address = WebAddress("https://courier.example/2026/bell.html")
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures/extraction")

    static let all: [ExtractionFixture] = {
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".html") }.sorted().map { ExtractionFixture(name: String($0.dropLast(5))) }
    }()

    var testDescription: String { name }

    var source: String {
        get throws {
            String(decoding: try Data(contentsOf: Self.folder.appendingPathComponent(name + ".html")), as: UTF8.self)
        }
    }

    var expected: Data {
        get throws { try Data(contentsOf: Self.folder.appendingPathComponent(name + ".expected.json")) }
    }
}
