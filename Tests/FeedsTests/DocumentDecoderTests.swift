import Feeds
import Testing

/// How the encoding of a page is found out.
struct DocumentDecoderTests {
    @Test(arguments: [
        ("<rss version=\"2.0\"><channel><title>x</title></channel></rss>", "a feed, not a web page."),
        ("\u{89}PNG\r\n\u{1A}\n0000", "a picture"),
        ("{\"a\": 1}", "JSON"), ("%PDF-1.7\n", "not a web page"),
    ]) func `what is known to be no page is refused as one`(document: String, what: String) {
        let bytes = document.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        let error = #expect(throws: NotHTMLError.self) { try DocumentDecoder.webPage(bytes) }
        #expect(error?.message.contains(what) == true)
    }

    @Test func `a page is read as one, and so is what nobody knows`() throws {
        #expect(try DocumentDecoder.webPage(Array("<!doctype html><p>é".utf8)).hasSuffix("é"))
        #expect(try DocumentDecoder.webPage(Array("Only words.".utf8)) == "Only words.")
    }

    @Test func `a byte order mark speaks first and is left out`() {
        #expect(DocumentDecoder.decoded([0xEF, 0xBB, 0xBF, 0x61]) == "a")
        #expect(DocumentDecoder.decoded([0xFF, 0xFE, 0x61, 0x00, 0xE9, 0x00], charset: "koi8-r") == "aé")
    }

    @Test func `the transport speaks before the page`() {
        let page = Array("<meta charset=windows-1251>".utf8) + [0xCF, 0xF0, 0xE8, 0x2E]
        #expect(DocumentDecoder.decoded(page).hasSuffix("При."))
        #expect(DocumentDecoder.decoded(page, charset: "windows-1252").hasSuffix("Ïðè."))
    }

    @Test func `a transport that names no encoding there is leaves the page its word`() {
        let page = Array("<meta charset=windows-1251>".utf8) + [0xCF, 0xF0, 0xE8, 0x2E]
        #expect(DocumentDecoder.decoded(page, charset: "none").hasSuffix("При."))
    }

    @Test func `a page says its encoding in an older way too`() {
        let page =
            Array("<META http-equiv=Content-Type content='text/html; charset=ISO-8859-7'>".utf8) + [0xE1, 0x2E]
        #expect(DocumentDecoder.decoded(page).hasSuffix("α."))
    }

    @Test func `a stray byte in UTF-8 spoils nothing else`() {
        let page = Array("<meta charset=utf-8>Grüße aus Köln, schöne Grüße".utf8) + [0xFF] + Array(" an alle".utf8)
        #expect(DocumentDecoder.decoded(page).hasSuffix("schöne Grüße\u{FFFD} an alle"))
    }

    @Test func `two-byte escapes are Japanese, those of a terminal are not`() {
        #expect(DocumentDecoder.decoded(Array("<p>\u{1B}$B9A\u{1B}(B</p>".utf8)) == "<p>港</p>")
        #expect(DocumentDecoder.decoded(Array("<p>\u{1B}[1mBold</p>".utf8)).hasSuffix("[1mBold</p>"))
    }
}
