import Markup
import Testing
import URLs

@Suite struct PrintableTextTests {
    @Test func `no control of a terminal and nothing that hides or turns text survives`() {
        for value in UInt32(0)...0x10_FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isKept = !PrintableText.isUnprintable(scalar)
            if value < 0x20 || (0x7F...0x9F).contains(value) { #expect(!isKept) }
            if [0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0xFEFF].contains(value) { #expect(!isKept) }
            if (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) { #expect(!isKept) }
            if (0xE0000...0xE007F).contains(value) { #expect(!isKept) }
        }
    }

    @Test func `a line stays one line`() {
        #expect(PrintableText.line("a\nb\r\nc\u{85}d\u{2028}e\tf") == "a b c d e\tf")
        #expect(PrintableText.lines("a\r\nb\u{2029}c\rd") == "a\nb\nc\nd")
    }

    @Test func `escape sequences leave only their letters`() {
        #expect(PrintableText.line("\u{1B}]0;owned\u{7}Loom\u{9B}31m") == "]0;ownedLoom31m")
        #expect(PrintableText.line("\u{202E}txt.exe\u{2066}x\u{2069}") == "txt.exex")
    }

    @Test(arguments: ["👩‍👩‍👧", "می‌خواهم", "क्‍ष", "naïve", "日本語", "🏳️‍🌈"])
    func `what is written with joiners stays whole`(text: String) {
        #expect(PrintableText.line(text) == text)
    }

    @Test func `a name and a password are no part of an address that is shown`() throws {
        let address = try #require(WebAddress("https://me:secret@a.example:8443/f?x=1#y"))
        #expect(address.hasCredentials)
        #expect(WebAddress("/a", base: address.withoutCredentials)?.text == "https://a.example:8443/a")
        #expect(address.displayText == "https://a.example:8443/f?x=1#y")
        let plain = try #require(WebAddress("https://a.example/f@b?x=1"))
        #expect(!plain.hasCredentials)
        #expect(plain.displayText == plain.text)
    }

    @Test func `a title with a hundred thousand tags that never end costs little`() {
        let title = String(repeating: "<link ", count: 100_000)
        #expect(PlainText.of(possiblyHTMLTitle: title).hasPrefix("<link <link"))
    }
}
