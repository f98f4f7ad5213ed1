import Markup
import Testing

@testable import Feeds

@Suite struct FeedParserTests {
    @Test(arguments: Fixture.all(in: ["rss", "rdf", "atom", "json"]))
    func `a document that breaks off anywhere has no more stories than the whole`(fixture: Fixture) throws {
        let bytes = try fixture.bytes()
        // A few fixtures are refused.
        guard let whole = try? count(bytes) else { return }
        for end in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 200)) {
            // The beginning may not be recognised as a feed.
            guard let part = try? count(Array(bytes[..<end])) else { continue }
            #expect(part <= whole, "\(fixture.path) cut at \(end)")
        }
    }

    private func count(_ bytes: [UInt8]) throws -> Int { try FeedParser.parse(bytes).entries.count }

    @Test func `stories of a JSON Feed of any size know what the feed says behind them`() throws {
        let text = String(repeating: "<p>caf\\u00e9 \\\"x\\\"</p>", count: 2000)
        let story = "{\"id\":\"1\",\"url\":\"a\",\"content_html\":\"\(text)\"},"
        for count in [1, 200] {
            let document =
                "{\"feed_url\":\"https://x.example/f\",\"items\":[" + String(repeating: story, count: count)
                + "{\"id\":\"2\"}],\"language\":\"de\",\"home_page_url\":\"https://x.example/d/\",\"items\":[{\"id\":\"3\"}]}"
            let (feed, entries) = try FeedParser.parse(Array(document.utf8))
            #expect(entries.count == count + 1 && feed.language == "de")
            for entry in entries.dropLast() {
                #expect(entry.language == "de" && entry.link == "https://x.example/d/a")
                #expect(entry.content?.utf8.count == 2000 * 16)
            }
        }
    }

    /// The encoding and the kind are told by 64 KB, which need not be the first.
    @Test func `what begins late is found`() throws {
        let space = String(repeating: " ", count: 70_000)
        let comment = "<!--" + String(repeating: "x", count: 200_000) + "-->"
        let item = "<item><title>\(String(repeating: "x", count: 70_000)) café</title></item>"
        let text = space + "<?xml version=\"1.0\"?>" + comment + "<rss><channel>\(item)</channel></rss>"
        #expect(try FeedParser.parse(Array(text.utf8)).entries.first?.title?.hasSuffix("café") == true)
        let latin = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        let (feed, entries) = try FeedParser.parse(latin, charset: "iso-8859-1")
        #expect(entries.first?.title?.hasSuffix("café") == true && feed.diagnostics.isEmpty)
        #expect(throws: FeedError.notAFeed(.empty)) { try FeedParser.parse(Array(space.utf8)) }
    }

    @Test func `complaints name their lines, in order`() throws {
        let items = String(repeating: "<item><title>A quiet story of some length</title></item>\n", count: 3000)
        let text =
            "<rss><channel>\n" + items
            + "<item><title>Fish & chips</title>\n<pubDate>soon</pubDate>\n</itm></channel></rss>"
        let feed = try FeedParser.parse(Array(text.utf8)).feed
        #expect(
            feed.diagnostics == [
                "Line 3002: " + FeedDiagnostic.strayAmpersand.rawValue,
                "Line 3003: " + FeedDiagnostic.invalidDate.rawValue,
                "Line 3004: " + FeedDiagnostic.strayEndTag.rawValue,
                "Line 3004: " + FeedDiagnostic.unclosedElement.rawValue,
            ])
    }

    @Test func `elements without end tags in XHTML content are closed, and prefixed MathML is MathML`() throws {
        let content =
            "<script src=\"a.js\"/><p>One<b/> two</p><iframe src=\"https://x.example/\"/><div hidden=\"hidden\"/><textarea/>"
            + "<m:math xmlns:m=\"http://www.w3.org/1998/Math/MathML\"><m:mi>x</m:mi><m:mrow/></m:math><title/><p>Three</p>"
        let text =
            "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>F</title><entry><id>1</id><title>A</title><content type=\"xhtml\">"
            + "<div xmlns=\"http://www.w3.org/1999/xhtml\">\(content)</div></content></entry></feed>"
        let entry = try #require(try FeedParser.parse(Array(text.utf8)).entries.first)
        let html = HTMLSanitizer().sanitize(try #require(entry.content)).html.text
        #expect(html == "<p>One two</p><math><mi>x</mi><mrow></mrow></math><p>Three</p>")
    }

    @Test func `every refusal has a sentence`() {
        let kinds: [NonFeedDocumentKind] = [
            .webPage(feeds: []),
            .webPage(feeds: [FeedLink(address: "https://x.example/f")]),
            .image("PNG"), .archive("zip"), .media("a PDF"), .empty, .json, .xml(root: "urlset"), .opml, .text("hello"),
            .binary, .emptyXML, .webPage(feeds: [], interstitial: .notFound),
        ]
        let interstitials: [InterstitialKind] = [
            .notFound, .signIn, .robotCheck, .forbidden, .serverError, .captivePortal, .consent, .comingSoon,
        ]
        for kind in kinds + interstitials.map({ .webPage(feeds: [], interstitial: $0) }) {
            let message = FeedError.notAFeed(kind).message
            #expect(message.hasSuffix(".") && !message.contains("\n"))
        }
        #expect(FeedError.notAFeed(kinds[1]).message.contains("https://x.example/f"))
    }

    @Test func `the labels of the Encoding Standard are known, however they are written`() {
        #expect(Charset.labelled("ISO-8859-1") == .windows1252)
        #expect(Charset.labelled(" \"Shift_JIS\" ")?.name == "shift_jis")
        #expect(Charset.labelled("ks_c_5601-1987")?.name == "euc-kr")
        #expect(Charset.labelled("x-sjis")?.iconvName == "CP932")
        #expect(Charset.labelled("klingon") == nil)
    }

    @Test(arguments: [
        "ibm866", "iso-8859-2", "iso-8859-5", "iso-8859-7", "iso-8859-8", "iso-8859-15", "koi8-r", "koi8-u",
        "macintosh",
        "windows-874", "windows-1250", "windows-1251", "windows-1257", "x-mac-cyrillic", "gb18030", "big5", "euc-jp",
        "iso-2022-jp", "shift_jis", "euc-kr", "utf-16le", "utf-32be",
    ]) func `the system reads every encoding of the table`(label: String) throws {
        let charset = try #require(Charset.labelled(label))
        var transcoder = Transcoder(charset)
        let isKnown = transcoder.isKnown
        #expect(isKnown)
        let letter = Array(repeating: UInt8(0), count: charset.unitSize - 1)
        let bytes = charset.name.hasSuffix("be") ? letter + [0x41] : [0x41] + letter
        let output = bytes.withUnsafeBufferPointer { transcoder.transcode($0) }
        #expect(output == [0x41])
    }

    /// Where there is no such character the C library stops behind the pair, elsewhere before it (found by fuzzing).
    @Test func `a Korean pair without a character loses nothing beside it`() throws {
        var transcoder = Transcoder(try #require(Charset.labelled("euc-kr")))
        let bytes: [UInt8] = [0xB0, 0xA1, 0xA2, 0xE8, 0xB0, 0xA1, 0xC9, 0x41, 0x42, 0xA2, 0xE8, 0xD2]
        let output = bytes.withUnsafeBufferPointer { transcoder.transcode($0) }
        #expect(String(decoding: output, as: UTF8.self) == "가\u{FFFD}가\u{FFFD}AB\u{FFFD}\u{FFFD}")
    }
}
