import TestSupport
import Testing
import URLs

@testable import Feeds

/// Every construct of feeds and lists, repeated, never closed: none costs more than its length. Quadratic ones were authors.
@Suite struct FeedShapeTests {
    private static let xmlUnits = [
        "<author>a{n}</author>", "<dc:creator>a{n}</dc:creator>", "<author><name>a{n}</name></author>",
        "<category>a{n}</category>",
        "<podcast:person>a{n}</podcast:person>", "<enclosure url='http://a.example/{n}'/>", "<link>/a{n}</link>",
        "<link rel='enclosure' href='/{n}'/>", "<media:content url='/{n}'/>",
        "<media:group><media:content url='/{n}'/>",
        "<itunes:image href='/{n}'/>", "<itunes:category text='a{n}'>", "<guid>a{n}</guid>", "<pubDate>{n} ",
        "<title>&lt;select ",
        "<title>", "<description>", "<content:encoded>", "<item>", "<item/>", "<item><title>a{n}</title></item>",
        "<entry>",
        "<image><url>", "<skipHours><hour>1</hour>", "<a>", "<a ", "<a b='", "<a b{n}='c' ", "b{n}='c' ", "</a", "</a>",
        "<x{n}>",
        "<x xmlns:a{n}='b'>", "<x xmlns='a{n}'>", "<x xml:base='a/'>", "<x xml:lang='a'>", "<div><img src='a'/>",
        "<!--", "<!", "<?",
        "<?xml ", "<![CDATA[", "]]>", "<!DOCTYPE a [", "<!ENTITY a{n} 'b'>", "&a{n};", "&", "&#", "&amp;",
        "keyword{n},", "1 ", "a (",
        "a <", "The post ", "Continue reading ", "\n", " ", "é", "\u{301}", "\"", "'", "=", ">", "/", "<",
    ]
    private static let xmlHeads = [
        "<rss><channel>", "<rss><channel><item>", "<rss><channel><item><title>", "<rss><channel><item><pubDate>",
        "<rss><channel><item><a ", "<feed xmlns='http://www.w3.org/2005/Atom'><entry>",
        "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml'>", "<!DOCTYPE rss [", "",
    ]
    private static let jsonHead = "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"a\","
    private static let jsonShapes = HostileShape.all(
        heads: [
            "\"items\":[", "\"items\":[{\"authors\":[", "\"items\":[{\"tags\":[", "\"items\":[{\"attachments\":[",
            "\"items\":[{", "\"items\":[],", "\"authors\":[",
        ].map { jsonHead + $0 } + ["{", "{\"rss\":{\"channel\":{\"item\":["],
        units: [
            "{\"id\":\"{n}\"},", "{\"authors\":[{\"name\":\"a{n}\"}]},", "{\"name\":\"a{n}\"},", "\"tag{n}\",", "[",
            "{", "\"", "\"\\",
            "{\"url\":\"http://a.example/{n}\"},", "\"a{n}\":1,", "\"image\":\"/{n}\",",
            "\"authors\":[{\"name\":\"a{n}\"}],", ",", "\n",
            "\\u0041",
        ])

    private static let address = WebAddress("https://heron.example/feed")

    private func read(_ text: String) {
        // Other documents cost something too.
        do { _ = try FeedParser.parse(Array(text.utf8), address: Self.address) } catch {}
    }

    @Test(arguments: HostileShape.all(heads: xmlHeads, units: xmlUnits) + jsonShapes)
    func `reading a feed in a shape costs what its length does`(shape: HostileShape) {
        #expect(shape.superlinearCost(at: 192 << 10, of: read) == nil)
    }

    @Test(
        arguments: HostileShape.all(
            heads: ["<opml><body>", "<opml><body><outline ", "<opml><head><title>"],
            units: [
                "<outline text='a{n}'>", "<outline text='a{n}' xmlUrl='http://a.example/{n}'/>",
                "<outline xmlUrl='no {n}'/>", "a{n}='b' ",
                "<outline ", "<outline text='", "<!--", "<![CDATA[", "&a;", "</outline>", "\n", "&lt;select ",
            ]))
    func `reading a list in a shape costs what its length does`(shape: HostileShape) {
        // Other documents cost something too.
        #expect(shape.superlinearCost { text in do { _ = try OPML.read(Array(text.utf8)) } catch {} } == nil)
    }

    @Test(arguments: [
        HostileShape(" "), HostileShape("\n"), HostileShape("<!--a-->"), HostileShape("<?a?>"), HostileShape("a "),
    ])
    func `a document without an element costs what its length does, also at four megabytes`(shape: HostileShape) {
        #expect(shape.superlinearCost(at: 4 << 20, of: read) == nil)
    }

    // MARK: What is bounded

    @Test(arguments: [
        ("rss", "<rss><channel><item>", "<dc:creator>a{n}</dc:creator>"),
        (
            "atom", "<feed xmlns='http://www.w3.org/2005/Atom'><author>x</author><entry>",
            "<author><name>a{n}</name></author>"
        ),
        ("json", "\(jsonHead)\"items\":[{\"authors\":[", "{\"name\":\"a{n}\"},"),
    ])
    func `a story has at most a hundred authors, and the feed says that there were more`(
        name: String, head: String, unit: String
    ) throws {
        let (feed, entries) = try FeedParser.parse(Array(HostileShape(head, unit).text(20_000).utf8))
        let authors = try #require(entries.first?.author).split(separator: ", ")
        #expect(authors.count == 100 && authors.first == "a0")
        #expect(feed.diagnostics.contains { $0.contains(FeedDiagnostic.tooManyValues.rawValue) })
    }

    @Test(arguments: [
        "<category>a{n}</category>", "<enclosure url='http://a.example/{n}'/>", "<media:content url='/{n}.jpg'/>",
        "<media:thumbnail url='/{n}'/>", "<itunes:image href='/{n}'/>",
    ])
    func `of topics, files and pictures too only the first are kept, and the feed says so`(unit: String) throws {
        let (feed, entries) = try FeedParser.parse(
            Array(HostileShape("<rss><channel><item>", unit).text(60_000).utf8), address: Self.address)
        let entry = try #require(entries.first)
        #expect(entry.categories.count <= 100 && entry.enclosures.count <= 100 && entry.pictures.count <= 100)
        #expect(feed.diagnostics.contains { $0.contains(FeedDiagnostic.tooManyValues.rawValue) })
        let few = try FeedParser.parse(
            Array(HostileShape("<rss><channel><item>", unit).text(1_000).utf8), address: Self.address)
        #expect(!few.feed.diagnostics.contains { $0.contains(FeedDiagnostic.tooManyValues.rawValue) })
    }

    @Test(arguments: [
        "<rss><channel><language>{x}</language><title>{x}</title><link>http://a.example/</link>{i}",
        "<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='{x}'><author><name>{x}</name></author><title>{x}</title>{i}",
        "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"{x}\",\"language\":\"{x}\",\"authors\":[{\"name\":\"{x}\"}],\"items\":[{j}",
    ])
    func `what every story inherits from its feed is short`(template: String) throws {
        let long = String(repeating: "x", count: 100_000)
        let text = template.replacing("{x}", with: long).replacing("{i}", with: String(repeating: "<item/>", count: 50))
            .replacing("{j}", with: String(repeating: "{\"id\":\"1\"},", count: 50))
        let (feed, entries) = try FeedParser.parse(Array(text.utf8))
        #expect(entries.count == 50)
        #expect((feed.title ?? "").utf8.count == 4_000)
        for entry in entries {
            #expect((entry.author ?? "").utf8.count <= 2_000 && (entry.language ?? "").utf8.count <= 100)
        }
    }

    @Test(arguments: [
        ("<rss xml:base='http://a.example/{x}/'><channel>", "<item><enclosure url='a{n}'/></item>"),
        (
            "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://a.example/{x}/'>",
            "<entry><content type='xhtml'><div xml:base='b/'><a href='a{n}'/></div></content></entry>"
        ),
        ("\(jsonHead)\"home_page_url\":\"http://a.example/{x}/\",\"items\":[", "{\"url\":\"a{n}\"},"),
    ])
    func `a long base makes no more of a document than its bound`(head: String, unit: String) throws {
        let head = head.replacing("{x}", with: String(repeating: "x", count: 16_000))
        let (feed, entries) = try FeedParser.parse(Array(HostileShape(head, unit).text(400_000).utf8))
        let length = entries.reduce(0) { sum, entry in
            sum + (entry.link ?? "").utf8.count + (entry.content ?? "").utf8.count
                + entry.enclosures.reduce(0) { $0 + $1.url.utf8.count }
        }
        #expect(entries.count > 2_000 && length > 8 << 20 && length < 20 << 20)
        #expect(feed.diagnostics.contains { $0.contains(FeedDiagnostic.addressesTooLong.rawValue) })
    }
}
