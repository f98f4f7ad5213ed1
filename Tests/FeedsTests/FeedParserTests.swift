import Markup
import Testing

@testable import Feeds

@Suite struct FeedParserTests {
    @Test func `stories are handed on as soon as they are complete`() throws {
        var parser = FeedParser()
        let item = "<item><title>" + String(repeating: "x", count: 40_000) + "</title></item>"
        var count = 0
        try parser.append(Array(("<rss><channel>" + item + item).utf8)) { _ in count += 1 }
        #expect(count == 1)
        try parser.append(Array((item + item).utf8)) { _ in count += 1 }
        #expect(count >= 2)
        _ = try parser.finish { _ in count += 1 }
        #expect(count == 4)
    }

    @Test func `a parser that refused a document goes on refusing it`() {
        var parser = FeedParser()
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A] + Array(repeating: 0, count: 70_000)
        var errors: [FeedError] = []
        for _ in 0..<2 {
            do throws(FeedError) { try parser.append(picture) { _ in } } catch { errors.append(error) }
        }
        #expect(errors == [.notAFeed(.image("PNG")), .notAFeed(.image("PNG"))])
    }

    @Test func `complaints name their lines, in order, wherever the document was cut`() throws {
        let items = String(repeating: "<item><title>A quiet story of some length</title></item>\n", count: 3000)
        let text =
            "<rss><channel>\n" + items
            + "<item><title>Fish & chips</title>\n<pubDate>soon</pubDate>\n</itm></channel></rss>"
        let feed = try FeedParser.read(Array(text.utf8)).feed
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
        let entry = try #require(try FeedParser.read(Array(text.utf8)).entries.first)
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
            .notFound, .signIn, .robotCheck, .forbidden, .serverError, .captivePortal,
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
        var output: [UInt8] = []
        let letter = Array(repeating: UInt8(0), count: charset.unitSize - 1)
        let bytes = charset.name.hasSuffix("be") ? letter + [0x41] : [0x41] + letter
        bytes.withUnsafeBufferPointer { transcoder.transcode($0, into: &output, isLast: true) }
        #expect(output == [0x41])
    }

    /// Where there is no such character the C library stops behind the pair, elsewhere before it (found by fuzzing).
    @Test(arguments: [1, 2, 3, 8]) func `a Korean pair without a character loses nothing beside it`(size: Int) throws {
        var transcoder = Transcoder(try #require(Charset.labelled("euc-kr")))
        let bytes: [UInt8] = [0xB0, 0xA1, 0xA2, 0xE8, 0xB0, 0xA1, 0xC9, 0x41, 0x42, 0xA2, 0xE8, 0xD2]
        var output: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            let end = min(bytes.count, start + size)
            bytes[start..<end].withUnsafeBufferPointer {
                transcoder.transcode($0, into: &output, isLast: end == bytes.count)
            }
        }
        #expect(String(decoding: output, as: UTF8.self) == "가\u{FFFD}가\u{FFFD}AB\u{FFFD}\u{FFFD}")
    }
}
