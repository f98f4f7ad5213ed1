// bounded throughout: scan positions only grow.

/// A finder of web addresses in typed text.
enum TypedLinkFinder {
    /// Returns the end of the address that begins at `start`, without the sentence's punctuation; nil if there is none.
    static func end(in bytes: [UInt8], from start: Int) -> Int? {
        guard let scheme = schemes.first(where: { bytes[start...].starts(with: $0) }) else { return nil }
        var end = start + scheme.count
        var opened = 0
        while end < bytes.count, !isEnd(bytes[end]) {
            if bytes[end] == UInt8(ascii: "(") { opened += 1 }
            if bytes[end] == UInt8(ascii: ")") { opened -= 1 }
            end += 1
        }
        while end > start + scheme.count {
            let last = bytes[end - 1]
            if last == UInt8(ascii: ")"), opened < 0 {
                opened += 1
            } else if !punctuation.contains(last) {
                break
            }
            end -= 1
        }
        return end > start + scheme.count ? end : nil
    }

    /// Returns true if an address may begin after this byte; nil stands for the start of the text.
    static func canFollow(_ byte: UInt8?) -> Bool {
        guard let byte else { return true }
        return !(0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte >= 0x80)
    }

    private static func isEnd(_ byte: UInt8) -> Bool {
        HTMLCharacters.isSpace(byte) || byte == 0x3C || byte == 0x3E || byte == 0x22
    }

    private static let schemes = [Array("http://".utf8), Array("https://".utf8)]
    private static let punctuation = Set(".,;:!?'*".utf8)
}

/// The HTML of typed text.
enum CommentTextRenderer {
    static func append(_ text: some Sequence<UInt8>, to html: inout [UInt8]) {
        for byte in text {
            switch byte {
            case 0x26: html += Array("&amp;".utf8)
            case 0x3C: html += Array("&lt;".utf8)
            case 0x3E: html += Array("&gt;".utf8)
            case 0x22: html += Array("&quot;".utf8)
            default: html.append(byte)
            }
        }
    }

    /// Appends a link.
    /// - Parameter limit: the maximum length of the visible address in bytes.
    static func appendLink(_ address: ArraySlice<UInt8>, limit: Int = .max, to html: inout [UInt8]) {
        html += Array("<a href=\"".utf8)
        append(address, to: &html)
        html += Array("\">".utf8)
        // The cut must not split a character.
        var shown = address.prefix(limit)
        while shown.count < address.count, let next = address.dropFirst(shown.count).first, next & 0xC0 == 0x80 {
            shown = shown.dropLast()
        }
        append(shown, to: &html)
        if shown.count < address.count { html += Array("...".utf8) }
        html += Array("</a>".utf8)
    }

    static func isBlank(_ line: ArraySlice<UInt8>) -> Bool { line.allSatisfy(HTMLCharacters.isSpace) }

    static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    }
}
