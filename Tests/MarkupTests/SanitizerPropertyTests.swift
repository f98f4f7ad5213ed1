import Markup
import TestSupport
import Testing

/// What must hold for any input, tried on much that no page would ever hold.
struct SanitizerPropertyTests {
    @Test(arguments: 0..<16)
    func `any heap of tags comes out in the normal form and stays as it is`(seed: Int) {
        var garbage = RandomMarkup(seed: UInt64(seed) &* 7_919 &+ 11)
        let sanitizer = HTMLSanitizer(base: SanitizerFixture.address)
        for _ in 0..<150 {
            let source = garbage.next()
            let once = sanitizer.sanitize(source)
            let twice = sanitizer.sanitize(once.html.text)
            #expect(twice.html.text == once.html.text, "from \(source.debugDescription)")
            #expect(SafeHTMLChecker.violation(in: once.html.text) == nil, "from \(source.debugDescription)")
        }
    }

    /// Before gumbo sees a text, its long runs of words are replaced, unless it holds characters of a certain plane.
    @Test(arguments: 0..<8)
    func `words come out the same whether gumbo reads them or not`(seed: Int) {
        var garbage = RandomMarkup(seed: UInt64(seed) &* 104_729 &+ 3)
        let sanitizer = HTMLSanitizer(base: SanitizerFixture.address)
        for _ in 0..<150 {
            let source = garbage.next()
            let read = sanitizer.sanitize("<p>\u{F0001}</p>" + source)
            let unread = sanitizer.sanitize("<p>\u{20001}</p>" + source)
            #expect(
                read.html.text.dropFirst() == unread.html.text.replacing("\u{20001}", with: "\u{F0001}").dropFirst(),
                "from \(source.debugDescription)")
            #expect(read.text.dropFirst() == unread.text.dropFirst(), "from \(source.debugDescription)")
        }
    }

    @Test(arguments: ["&#xF0000;", "&#983040;", "&#x00F0000;", "&#4295950336;", "&#xFFF000F0000;", "\u{F0000}"])
    func `no character brings in words from elsewhere`(character: String) {
        let sanitized = HTMLSanitizer().sanitize("<p>a long run of words</p><p>\(character)</p>")
        #expect(sanitized.text.split(separator: "words").count <= 2)
        #expect(!sanitized.text.dropFirst(20).contains("words"))
    }

    /// C2 announces a second byte; a fuzzer found what a line end in its place did.
    @Test(
        arguments: [[0xC2, 0x0A], [0xC2], [0xF3, 0xB0], [0xE2, 0x80, 0x3C, 0x70, 0x3E], [0xFF, 0xFE, 0x00]] as [[UInt8]]
    )
    func `bytes that are no text harm nothing`(bytes: [UInt8]) {
        for surroundings in ["", "<p>some words before ", "<p title='"] {
            let whole = Array(surroundings.utf8) + bytes
            let once = HTMLSanitizer().sanitize(String(decoding: whole, as: UTF8.self))
            #expect(SafeHTMLChecker.violation(in: once.html.text) == nil)
            #expect(HTMLSanitizer().sanitize(once.html.text).html == once.html)
        }
    }

    @Test(.mission("MIT-43")) func `any bytes come out in the normal form`() {
        var random = SeededGenerator(state: 20_261_121)
        for _ in 0..<300 {
            let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? UInt8.random(in: 0...255, using: &random)
                    : "<>/=\"'&;! ab-".utf8.randomElement(using: &random) ?? 0
            }
            let once = HTMLSanitizer().sanitize(String(decoding: bytes, as: UTF8.self))
            #expect(HTMLSanitizer().sanitize(once.html.text).html == once.html, "from \(bytes)")
            #expect(SafeHTMLChecker.violation(in: once.html.text) == nil, "from \(bytes)")
        }
    }

    @Test func `markup cut anywhere comes out in the normal form`() {
        let whole =
            "<p>a<b class='x'>é</b><img src=\"a.jpg\" srcset='b 1x'><table><tr><td>c</table><!-- d --><script>e</script>"
        for length in 0...whole.utf8.count {
            let cut = String(decoding: whole.utf8.prefix(length), as: UTF8.self)
            let once = HTMLSanitizer(base: SanitizerFixture.address).sanitize(cut)
            #expect(SafeHTMLChecker.violation(in: once.html.text) == nil)
            #expect(HTMLSanitizer(base: SanitizerFixture.address).sanitize(once.html.text).html == once.html)
        }
    }
}
